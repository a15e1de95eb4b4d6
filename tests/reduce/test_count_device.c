/* test_count_device.c -- a count that is read where the context works. Would catch one
 * that is read too early, a mean that divides by the argument, elements read behind the
 * count or behind the argument, and a count that is too large and not told. */
#include "support/oracle.h"
#include "support/reductions.h"
#include "support/sanitizer.h"
#include "support/segments_case.h"
#include <math.h>

/* One call with a count of its own; its result and the status of the data. */
static wrow_status reduce_counted(const struct input *input, wrow_operation operation,
                                  wrow_reduce_options options, uint64_t count,
                                  const struct buffer *out, double *result)
{
    wrow_context *const context = input->buffer.context;
    struct buffer counts = buffer_make(context, sizeof count, 8, CANARY_READ);
    buffer_put(&counts, &count);
    options.count_device = counts.data;
    MUST(context, wrow_transform_reduce(context, operation, &options, input->buffer.data,
                                        input->type, input->count, out->data, WROW_F64));
    const wrow_status status = wrow_context_synchronize(context);
    buffer_get(out, result);
    buffer_free(&counts);
    return status;
}

static void a_count_may_lie_on_the_device(wrow_context *context)
{
    static const uint64_t counts[] = {0, 1, 31, 512, 4095, 20000, 20001};
    const wrow_reduce_options rows[] = {
        {0}, {.skip_nan = 1}, {.transform = WROW_SCALE_SHIFT, .scale = 1.5, .shift = 1}};
    static const wrow_operation both[] = {WROW_SUM, WROW_MEAN};
    struct input input = input_make(context, GEN_CANCEL, WROW_F32, 6, 20001, 4);
    struct buffer out = buffer_make(context, 8, 8, CANARY_WRITE);
    double expected, actual;
    for (size_t k = 0; k < COUNT_OF(rows) * COUNT_OF(both); ++k)
        for (size_t c = 0; c < COUNT_OF(counts); ++c) {
            const wrow_reduce_options *const options = &rows[k / COUNT_OF(both)];
            oracle_transform_reduce(both[k % 2], options, input.host, WROW_F32, counts[c],
                                    &expected, WROW_F64);
            assert_int_equal(
                reduce_counted(&input, both[k % 2], *options, counts[c], &out, &actual),
                WROW_OK);
            assert_same_bits("counted", WROW_F64, &expected, &actual, 1);
        }
    buffer_free(&out);
    input_free(&input);
}
ON_BOTH(a_count_may_lie_on_the_device)

static void every_reduction_takes_a_count(wrow_context *context)
{
    static const uint64_t counts[] = {0, 1, 300, 699, 700};
    size_t many;
    const struct reduction *const all = every_reduction(&many);
    struct buffer at = buffer_make(context, sizeof *counts, 8, CANARY_READ);
    for (size_t r = 0; r < many; r += unless_sanitized(1, 11)) {
        const struct reduction *const one = &all[r];
        const size_t bytes = type_row_of(one->out)->bytes;
        wrow_reduce_options options = options_of(one, can_skip_nan(one->operation));
        struct input input =
            input_make(context, (enum gen_kind)(r % GEN_KINDS), one->in, r, 700, 8);
        struct buffer out = buffer_make(context, bytes, bytes, CANARY_WRITE);
        options.count_device = at.data;
        for (size_t c = 0; c < COUNT_OF(counts); ++c) {
            unsigned char expected[ELEMENT_BYTES_MAX], actual[ELEMENT_BYTES_MAX];
            buffer_put(&at, &counts[c]);
            oracle_transform_reduce(one->operation, &options, input.host, one->in,
                                    counts[c], expected, one->out);
            MUST(context, wrow_transform_reduce(context, one->operation, &options,
                                                input.buffer.data, one->in, input.count,
                                                out.data, one->out));
            buffer_get(&out, actual);
            assert_same_bits(wrow_operation_name(one->operation), one->out, expected,
                             actual, 1);
        }
        buffer_free(&out);
        input_free(&input);
    }
    buffer_free(&at);
}
ON_BOTH(every_reduction_takes_a_count)

/* The result of no elements, an error that is told once, and nothing read outside. */
static void a_count_that_is_too_large_is_told(wrow_context *context)
{
    static const uint64_t counts[] = {1001, 4096, (uint64_t)1 << 40, UINT64_MAX};
    struct input input = input_make(context, GEN_MIXED, WROW_F64, 6, 1000, 8);
    struct buffer out = buffer_make(context, 8, 8, CANARY_WRITE);
    const wrow_reduce_options plain = {0};
    const double zero = 0, nan = (double)NAN;
    double actual;
    for (size_t c = 0; c < COUNT_OF(counts); ++c)
        for (int mean = 0; mean < 2; ++mean) {
            MUST_REFUSE(context, WROW_E_ORDER, "count_device",
                        reduce_counted(&input, mean ? WROW_MEAN : WROW_SUM, plain,
                                       counts[c], &out, &actual));
            assert_same_bits("nothing", WROW_F64, mean ? &nan : &zero, &actual, 1);
            MUST(context, wrow_context_synchronize(context));
        }
    case_check_transform(WROW_MEAN, &plain, &input, WROW_F64, "after data errors");
    buffer_free(&out);
    input_free(&input);
}
ON_BOTH(a_count_that_is_too_large_is_told)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(a_count_may_lie_on_the_device),
        BOTH(every_reduction_takes_a_count),
        BOTH(a_count_that_is_too_large_is_told),
    };
    return cmocka_run_group_tests_name("reduce/test_count_device", tests, NULL, NULL);
}
