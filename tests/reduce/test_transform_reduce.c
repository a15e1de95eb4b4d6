/* test_transform_reduce.c -- every transform, and the mean, of every type against the
 * oracle, bit for bit. Would catch a transform that is rounded too often or too rarely, a
 * NaN that is skipped but counted, a magnitude that keeps its sign, an integer that is
 * not converted first, and a default that is another path than wrow_reduce. */
#include "support/oracle.h"
#include "support/reductions.h"
#include "support/sanitizer.h"
#include "support/segments_case.h"
#include <string.h>

static void check(wrow_context *context, const struct reduction *reduction,
                  enum gen_kind kind, size_t count, size_t skew)
{
    struct input input =
        input_make(context, kind, reduction->in, count + skew, count, skew);
    for (int skip = 0; skip <= can_skip_nan(reduction->operation); ++skip) {
        const wrow_reduce_options options = options_of(reduction, skip);
        case_check_transform(reduction->operation, &options, &input, reduction->out,
                             gen_names[kind]);
    }
    input_free(&input);
}

/* Kinds of data go round, so that each meets each transform of each type. */
static void every_reduction_on_every_kind_of_data(wrow_context *context)
{
    size_t many;
    const struct reduction *const all = every_reduction(&many);
    for (size_t r = 0; r < many; r += unless_sanitized(1, 7)) {
        const size_t bytes = type_row_of(all[r].in)->bytes;
        check(context, &all[r], GEN_NAN, r % 4, bytes);
        for (size_t k = r % 3; k < GEN_KINDS; k += unless_sanitized(3, 6))
            check(context, &all[r], (enum gen_kind)k, k % 2 ? 37 : 1500 + r, k * bytes);
    }
}
ON_BOTH(every_reduction_on_every_kind_of_data)

/* Around strip, row, chunk, and in several runs. */
static void every_transform_at_every_edge(wrow_context *context)
{
    size_t many;
    const struct reduction *const all = every_reduction(&many);
    for (size_t r = 0; r < many; ++r) {
        const size_t bytes = type_row_of(all[r].in)->bytes;
        const size_t edges[] = {16, 512, 4096, 8192, 33 * 4096, 70 * 4096};
        const bool plain = all[r].transform == WROW_IDENTITY;
        if ((plain && all[r].operation != WROW_MEAN) || r % unless_sanitized(2, 40))
            continue;
        for (size_t e = 0; e < COUNT_OF(edges); ++e)
            check(context, &all[r], e % 2 ? GEN_CANCEL : GEN_NAN,
                  edges[e] / bytes + r / 2 % 3 - 1, r / 2 % 5 * bytes);
    }
}
ON_BOTH(every_transform_at_every_edge)

static void every_alignment_gives_the_same_bits(wrow_context *context)
{
    static const struct reduction some[] = {
        {WROW_SQUARE, WROW_SUM, WROW_F16, WROW_F32},
        {WROW_ABSOLUTE, WROW_MEAN, WROW_F32, WROW_F64},
        {WROW_SCALE_SHIFT, WROW_SUM, WROW_F64, WROW_F64},
        {WROW_IDENTITY, WROW_MEAN, WROW_I8, WROW_F64},
        {WROW_ABSOLUTE, WROW_MAX, WROW_I16, WROW_U16},
        {WROW_IS_NAN, WROW_SUM, WROW_BF16, WROW_U64},
    };
    for (size_t r = 0; r < COUNT_OF(some); ++r) {
        const size_t bytes = type_row_of(some[r].in)->bytes;
        for (size_t skew = 0; skew <= 16; skew += bytes)
            check(context, &some[r], r % 2 ? GEN_NAN : GEN_CANCEL, 5003, skew);
    }
}
ON_BOTH(every_alignment_gives_the_same_bits)

/* Beyond 2,048 runs and beyond 4,096: partials of two and four. */
static void many_runs(wrow_context *context)
{
    static const struct reduction some[] = {
        {WROW_SQUARE, WROW_SUM, WROW_F32, WROW_F64},
        {WROW_SCALE_SHIFT, WROW_MEAN, WROW_F16, WROW_F16},
        {WROW_IDENTITY, WROW_MEAN, WROW_U8, WROW_F64},
        {WROW_IDENTITY, WROW_MEAN, WROW_F64, WROW_F64},
        {WROW_ABSOLUTE, WROW_SUM, WROW_I32, WROW_U64},
    };
    for (size_t r = 0; r < COUNT_OF(some); ++r) {
        const size_t chunks = unless_sanitized((size_t)2048 << (r == 3), 70);
        check(context, &some[r], GEN_CANCEL,
              (chunks * 4096 + 5000) / type_row_of(some[r].in)->bytes,
              type_row_of(some[r].in)->bytes);
    }
}
ON_BOTH(many_runs)

/* NULL and all zero are wrow_reduce, and so is a transform that says nothing. */
static void the_default_is_a_plain_reduction(wrow_context *context)
{
    const wrow_reduce_options zero = {0}, sized = {.size = sizeof sized};
    const wrow_reduce_options *const defaults[] = {NULL, &zero, &sized};
    size_t many;
    const struct reduction *const all = every_reduction(&many);
    for (size_t r = 0; r < many; r += unless_sanitized(1, 9)) {
        const size_t bytes = type_row_of(all[r].out)->bytes;
        unsigned char expected[ELEMENT_BYTES_MAX], actual[ELEMENT_BYTES_MAX];
        if (all[r].transform != WROW_IDENTITY)
            continue;
        struct input input = input_make(context, GEN_CANCEL, all[r].in, r, 901, 8);
        struct buffer out = buffer_make(context, bytes, 0, CANARY_WRITE);
        case_reduce(all[r].operation, &input, all[r].out, expected);
        for (size_t d = 0; d < COUNT_OF(defaults); ++d) {
            MUST(context, wrow_transform_reduce(context, all[r].operation, defaults[d],
                                                input.buffer.data, all[r].in, input.count,
                                                out.data, all[r].out));
            buffer_get(&out, actual);
            assert_same_bits("default", all[r].out, expected, actual, 1);
        }
        buffer_free(&out);
        input_free(&input);
    }
}
ON_BOTH(the_default_is_a_plain_reduction)

static void a_hundred_runs_give_the_same_bits(wrow_context *context)
{
    const wrow_reduce_options options = {
        .transform = WROW_SCALE_SHIFT, .skip_nan = 1, .scale = 1 / 3.0, .shift = 1e-3};
    struct input input = input_make(context, GEN_CANCEL, WROW_F32, 8, 700001, 4);
    struct buffer out = buffer_make(context, 4, 0, CANARY_WRITE);
    float first, again;
    oracle_transform_reduce(WROW_MEAN, &options, input.host, WROW_F32, input.count,
                            &first, WROW_F32);
    for (size_t run = unless_sanitized(0, 97); run < 100; ++run) {
        MUST(context,
             wrow_transform_reduce(context, WROW_MEAN, &options, input.buffer.data,
                                   WROW_F32, input.count, out.data, WROW_F32));
        buffer_get(&out, &again);
        assert_same_bits("run", WROW_F32, &first, &again, 1);
    }
    buffer_free(&out);
    input_free(&input);
}
ON_BOTH(a_hundred_runs_give_the_same_bits)

static void supported_is_what_the_comment_says(void **state)
{
    static const char *const names[TRANSFORM_COUNT] = {
        "identity", "absolute", "square", "nonzero", "is_nan", "scale_shift"};
    static const int strangers[] = {-1, TRANSFORM_COUNT, 99, 0x7fffffff, -0x7fffffff - 1};
    size_t supported = 0;
    (void)state;
    for (int t = 0; t < TRANSFORM_COUNT; ++t) {
        assert_string_equal(wrow_transform_name((wrow_transform)t), names[t]);
        for (int op = -1; op < OPERATION_COUNT + 3; ++op)
            for (int in = -1; in < TYPE_COUNT + 3; ++in)
                for (int out = -1; out < TYPE_COUNT + 3; ++out) {
                    const bool known = op >= 1 && op <= OPERATION_COUNT && in >= 1 &&
                                       in <= TYPE_COUNT && out >= 1 && out <= TYPE_COUNT;
                    const int answer =
                        wrow_transform_supported((wrow_transform)t, (wrow_operation)op,
                                                 (wrow_type)in, (wrow_type)out);
                    const int expected =
                        known &&
                        oracle_transform_supported((wrow_transform)t, (wrow_operation)op,
                                                   (wrow_type)in, (wrow_type)out);
                    if (answer != expected)
                        fail_msg("%s, operation %d, %d to %d: %d", names[t], op, in, out,
                                 answer);
                    supported += answer == 1;
                }
    }
    /* 351; |x| 41 + 17 + 2 * 12; x^2 25 + 17; 24; 24; scaled 2 * 17 */
    assert_int_equal(supported, 351 + 82 + 42 + 48 + 34);
    for (size_t s = 0; s < COUNT_OF(strangers); ++s) {
        const wrow_transform stranger = (wrow_transform)strangers[s];
        assert_string_equal(wrow_transform_name(stranger), "unknown");
        assert_int_equal(wrow_transform_supported(stranger, WROW_SUM, WROW_F32, WROW_F32),
                         0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(every_reduction_on_every_kind_of_data),
        BOTH(every_transform_at_every_edge),
        BOTH(every_alignment_gives_the_same_bits),
        BOTH(many_runs),
        BOTH(the_default_is_a_plain_reduction),
        BOTH(a_hundred_runs_give_the_same_bits),
        cmocka_unit_test(supported_is_what_the_comment_says),
    };
    return cmocka_run_group_tests_name("reduce/test_transform_reduce", tests, NULL, NULL);
}
