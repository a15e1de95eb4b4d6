/* test_reduce_shapes.c -- counts at which the shape of the tree changes: 2,048 chunks
 * and one more (fan 2), and every doubling of the fan up to 16. Would catch a fan
 * that is off by one, a short last partial, and an overflow of a small counter. */
#include "support/case.h"
#include "support/sanitizer.h"
#include <stdio.h>

/* Around `chunks` chunks of 4 KB. */
static void check_around(wrow_context *context, wrow_operation operation, wrow_type type,
                         size_t chunks)
{
    const size_t bytes = type_row_of(type)->bytes, chunk = 4096 / bytes;
    const size_t counts[] = {chunks * chunk - 1, chunks * chunk, chunks * chunk + 1,
                             chunks * chunk + chunk + 3};
    const enum gen_kind kind = operation == WROW_PRODUCT ? GEN_FACTORS : GEN_CANCEL;
    for (size_t c = unless_sanitized(0, 2); c < COUNT_OF(counts); ++c) {
        char what[48];
        struct input input =
            input_make(context, kind, type, chunks, counts[c], c % 2 ? bytes : 0);
        snprintf(what, sizeof what, "around %zu chunks", chunks);
        case_check_reduce(operation, &input, type, what);
        input_free(&input);
    }
}

static void fan_of_two(wrow_context *context)
{
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        check_around(context, WROW_SUM, type_rows[t].type, 2048);
    check_around(context, WROW_PRODUCT, WROW_F32, 2048);
    check_around(context, WROW_PRODUCT, WROW_BF16, 2048);
}
ON_BOTH(fan_of_two)

static void fans_of_four_and_eight(wrow_context *context)
{
    check_around(context, WROW_SUM, WROW_F64, 4096);
    check_around(context, WROW_SUM, WROW_F32, 4096);
    check_around(context, WROW_SUM, WROW_F16, 4096);
    check_around(context, WROW_MAX, WROW_I8, 8192);
    check_around(context, WROW_SUM, WROW_F64, 8192);
    check_around(context, WROW_SUM, WROW_U8, 8192);
}
ON_BOTH(fans_of_four_and_eight)

static void a_fan_of_sixteen(wrow_context *context)
{
    check_around(context, WROW_SUM, WROW_F64, 16384);
}
ON_BOTH(a_fan_of_sixteen)

/* Fewer partials than chunks of the last fan. */
static void short_last_partials(wrow_context *context)
{
    uint64_t seed = 9;
    for (int i = 0; i < 8; ++i) {
        const wrow_type type = i % 2 ? WROW_F32 : WROW_F64;
        const size_t count = (1 << 20) + gen_below(&seed, 3u << 20);
        struct input input = input_make(context, GEN_CANCEL, type, seed, count, 0);
        case_check_reduce(WROW_SUM, &input, type, "some count");
        input_free(&input);
    }
}
ON_BOTH(short_last_partials)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(fan_of_two),
        BOTH(fans_of_four_and_eight),
        BOTH(a_fan_of_sixteen),
        BOTH(short_last_partials),
    };
    return cmocka_run_group_tests_name("reduce/test_reduce_shapes", tests, NULL, NULL);
}
