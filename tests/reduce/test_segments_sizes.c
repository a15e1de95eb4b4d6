/* test_segments_sizes.c -- counts at the ends of what a size_t holds, and calls without a
 * segment. Would catch a product that wraps, one offset more than there is memory for,
 * and a call that reads what need not be there. */
#include "support/case.h"

enum { COUNT = 100, SEGMENTS = 4, OUT = SEGMENTS * sizeof(wrow_summary) };

/* An input of f64, five offsets, and room for four of any result. */
struct arrays {
    struct input input;
    struct buffer offsets, out;
    unsigned char *in, *to;
    uint64_t *at;
};

static struct arrays make_arrays(wrow_context *context)
{
    struct arrays arrays = {
        .input = input_make(context, GEN_MIXED, WROW_F64, 1, COUNT, 0),
        .offsets = buffer_make(context, (SEGMENTS + 1) * 8, 0, CANARY_READ),
        .out = buffer_make(context, OUT, 0, CANARY_WRITE)};
    arrays.in = arrays.input.buffer.data;
    arrays.to = arrays.out.data;
    arrays.at = arrays.offsets.data;
    buffer_set(&arrays.out, UNTOUCHED);
    return arrays;
}

static void free_arrays(struct arrays *arrays)
{
    buffer_untouched("out", &arrays->out);
    buffer_free(&arrays->out);
    buffer_free(&arrays->offsets);
    input_free(&arrays->input);
}

#define REFUSED(status, word, call, ...)                                                 \
    MUST_REFUSE(context, status, word, call(context, __VA_ARGS__))
#define SEGMENTS_REFUSED(status, word, ...)                                              \
    REFUSED(status, word, wrow_reduce_segments, __VA_ARGS__)
#define FIXED_REFUSED(status, word, ...)                                                 \
    REFUSED(status, word, wrow_reduce_fixed_segments, __VA_ARGS__)
#define ROWS_REFUSED(status, word, ...)                                                  \
    REFUSED(status, word, wrow_reduce_rows, __VA_ARGS__)
#define ARG_REFUSED(status, word, ...)                                                   \
    REFUSED(status, word, wrow_arg_reduce_segments, __VA_ARGS__)
#define DESCRIBE_REFUSED(status, word, ...)                                              \
    REFUSED(status, word, wrow_describe_segments, __VA_ARGS__)

static void sizes_beyond_the_address_space_are_refused(wrow_context *context)
{
    struct arrays a = make_arrays(context);
    const size_t huge = (size_t)1 << 40, most = SIZE_MAX;
    size_t bytes = 77;
    SEGMENTS_REFUSED(WROW_E_ARGUMENT, "in", WROW_SUM, NULL, a.in, WROW_F64, most / 4,
                     a.at, SEGMENTS, a.to, WROW_F64);
    for (size_t less = 0; less < 3; ++less) {
        SEGMENTS_REFUSED(WROW_E_ARGUMENT, "offsets", WROW_MAX, NULL, a.in, WROW_U8, COUNT,
                         a.at, most - less, a.to, WROW_U8);
        SEGMENTS_REFUSED(WROW_E_ARGUMENT, "offsets", WROW_MAX, NULL, a.in, WROW_U8, COUNT,
                         a.at, most / 8 + 1 - less, a.to, WROW_U8);
        DESCRIBE_REFUSED(WROW_E_ARGUMENT, "offsets", NULL, a.in, WROW_U8, COUNT, a.at,
                         most - less, (void *)a.to);
    }
    ARG_REFUSED(WROW_E_ARGUMENT, "max", a.in, WROW_U8, COUNT, a.at, most / 16 + 1, NULL,
                (void *)a.to);
    FIXED_REFUSED(WROW_E_ARGUMENT, "length", WROW_MAX, NULL, a.in, WROW_U8, huge, huge,
                  a.to, WROW_U8);
    FIXED_REFUSED(WROW_E_ARGUMENT, "in", WROW_MAX, NULL, a.in, WROW_F64, huge, huge >> 17,
                  a.to, WROW_F64);
    FIXED_REFUSED(WROW_E_ARGUMENT, "out", WROW_MAX, NULL, NULL, WROW_F64, most / 8 + 1, 0,
                  a.to, WROW_F64);
    ROWS_REFUSED(WROW_E_ARGUMENT, "pitch", WROW_MAX, NULL, WROW_ALONG_ROWS, a.in, WROW_U8,
                 huge, 1, huge, a.to, WROW_U8);
    ROWS_REFUSED(WROW_E_ARGUMENT, "pitch", WROW_MAX, NULL, WROW_ALONG_ROWS, a.in, WROW_U8,
                 2, most, most, a.to, WROW_U8);
    ROWS_REFUSED(WROW_E_ARGUMENT, "pitch is 4", WROW_MAX, NULL, WROW_ALONG_ROWS, a.in,
                 WROW_U8, 2, 5, 4, a.to, WROW_U8);
    ROWS_REFUSED(WROW_E_ARGUMENT, "pitch is 0", WROW_MAX, NULL, WROW_ALONG_COLUMNS, a.in,
                 WROW_U8, 0, 5, 0, a.to, WROW_U8);
    MUST_REFUSE(NULL, WROW_E_ARGUMENT, "count",
                wrow_reduce_segments_workspace(WROW_F64, most / 4, &bytes));
    MUST_REFUSE(NULL, WROW_E_ARGUMENT, "count",
                wrow_describe_segments_workspace(WROW_I16, most, &bytes));
    MUST_REFUSE(NULL, WROW_E_ARGUMENT, "count",
                wrow_transform_reduce_workspace(WROW_F32, most / 2, &bytes));
    MUST_REFUSE(NULL, WROW_E_TYPE, "in_type",
                wrow_reduce_segments_workspace((wrow_type)0, 1, &bytes));
    MUST_REFUSE(NULL, WROW_E_TYPE, "type",
                wrow_describe_segments_workspace((wrow_type)13, 1, &bytes));
    assert_int_equal(bytes, 77);
    MUST_REFUSE(NULL, WROW_E_ARGUMENT, "bytes",
                wrow_reduce_segments_workspace(WROW_F64, 1, NULL));
    MUST_REFUSE(NULL, WROW_E_ARGUMENT, "bytes",
                wrow_describe_segments_workspace(WROW_F64, 1, NULL));
    free_arrays(&a);
}
ON_BOTH(sizes_beyond_the_address_space_are_refused)

/* No segment: nothing is written, and nothing needs to be there. */
static void no_segments_is_fine(wrow_context *context)
{
    struct arrays a = make_arrays(context);
    MUST(context, wrow_reduce_segments(context, WROW_MEAN, NULL, a.in, WROW_F64, COUNT,
                                       a.at, 0, a.to, WROW_F64));
    MUST(context, wrow_reduce_segments(context, WROW_SUM, NULL, NULL, WROW_F64, 0, NULL,
                                       0, NULL, WROW_F64));
    MUST(context, wrow_arg_reduce_segments(context, a.in, WROW_F64, COUNT, a.at, 0,
                                           (void *)a.to, NULL));
    MUST(context, wrow_describe_segments(context, NULL, a.in, WROW_F64, COUNT, a.at, 0,
                                         (void *)a.to));
    MUST(context, wrow_reduce_fixed_segments(context, WROW_SUM, NULL, NULL, WROW_F64, 0,
                                             SIZE_MAX, a.to, WROW_F64));
    MUST(context, wrow_reduce_rows(context, WROW_SUM, NULL, WROW_ALONG_ROWS, NULL,
                                   WROW_F64, 0, 3, 3, a.to, WROW_F64));
    MUST(context, wrow_reduce_rows(context, WROW_SUM, NULL, WROW_ALONG_COLUMNS, NULL,
                                   WROW_F64, 3, 0, 3, a.to, WROW_F64));
    free_arrays(&a);
}
ON_BOTH(no_segments_is_fine)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(sizes_beyond_the_address_space_are_refused),
        BOTH(no_segments_is_fine),
    };
    return cmocka_run_group_tests_name("reduce/test_segments_sizes", tests, NULL, NULL);
}
