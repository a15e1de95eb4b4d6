/* test_segments_rows_large.c -- matrices of more than 2^32 elements, rows and columns of
 * more than 2^31, and more than 2^32 results. Would catch a product of row and pitch, a
 * column's stride or a result's place of 32 bits. All is known by formula. On the CPU
 * most are smaller. */
#include "support/large.h"
#include <stdlib.h>

struct shape {
    size_t rows, columns, pitch;
};

/* Ones everywhere, 9 at (rows - 1, columns - 1), 4 at (rows / 2, columns / 3): what lies
 * between rows is 1 as well, so that reading it shows. */
static struct large make_matrix(wrow_context *context, const struct shape *shape)
{
    struct large in = large_make(context, WROW_U8,
                                 (shape->rows - 1) * shape->pitch + shape->columns, 1);
    large_put(&in, shape->rows / 2 * shape->pitch + shape->columns / 3, 4);
    large_put(&in, in.count - 1, 9);
    return in;
}

static void check_sums(const struct large *in, const struct shape *shape, wrow_axis axis)
{
    wrow_context *const context = in->context;
    const bool rows = axis == WROW_ALONG_ROWS;
    const size_t results = rows ? shape->rows : shape->columns;
    const size_t length = rows ? shape->columns : shape->rows;
    uint64_t *const sums = malloc(results * sizeof *sums);
    struct buffer out = buffer_make(context, results * sizeof *sums, 8, CANARY_WRITE);
    assert_non_null(sums);
    MUST(context,
         wrow_reduce_rows(context, WROW_SUM, NULL, axis, in->data, WROW_U8, shape->rows,
                          shape->columns, shape->pitch, out.data, WROW_U64));
    buffer_get(&out, sums);
    for (size_t k = 0; k < results; ++k) {
        const size_t middle = rows ? shape->rows / 2 : shape->columns / 3;
        const uint64_t marks = (k == middle ? 3u : 0u) + (k == results - 1 ? 8u : 0u);
        if (sums[k] != length + marks)
            fail_msg("%zu x %zu, axis %d: sum %zu is %llu", shape->rows, shape->columns,
                     (int)axis, k, (unsigned long long)sums[k]);
    }
    buffer_free(&out);
    free(sums);
}

static void matrices_beyond_32_bits(wrow_context *context)
{
    static const struct shape large[] = {{65537, 65539, 65600}, {70000, 62003, 62003}};
    static const struct shape small[] = {{4097, 4099, 4105}, {5001, 3003, 3003}};
    const bool cuda = wrow_context_backend(context) == WROW_CUDA;
    for (size_t s = 0; s < COUNT_OF(large); ++s) {
        const struct shape *const shape = cuda ? &large[s] : &small[s];
        struct large in = make_matrix(context, shape);
        check_sums(&in, shape, WROW_ALONG_ROWS);
        check_sums(&in, shape, WROW_ALONG_COLUMNS);
        large_free(&in);
    }
}

static void rows_beyond_32_bits(wrow_context *context)
{
    const size_t length = ((size_t)1 << 32) + 1;
    const struct shape wide = {2, length, length + 4}, one = {1, length, length};
    struct large in = make_matrix(context, &wide);
    check_sums(&in, &wide, WROW_ALONG_ROWS);
    large_free(&in);
    in = make_matrix(context, &one);
    check_sums(&in, &one, WROW_ALONG_ROWS);
    large_free(&in);
}

static void columns_beyond_31_bits(wrow_context *context)
{
    const bool cuda = wrow_context_backend(context) == WROW_CUDA;
    const size_t length = ((size_t)1 << (cuda ? 31 : 24)) + 1;
    const struct shape tall = {length, 2, 3}, one = {2 * length, 1, 1};
    struct large in = make_matrix(context, &tall);
    check_sums(&in, &tall, WROW_ALONG_COLUMNS);
    large_free(&in);
    in = make_matrix(context, &one);
    check_sums(&in, &one, WROW_ALONG_COLUMNS);
    large_free(&in);
}

/* The largest element of each segment of one is that element, so the results are the
 * input once more, and are read by another call. */
static void results_beyond_32_bits(wrow_context *context)
{
    const bool cuda = wrow_context_backend(context) == WROW_CUDA;
    const size_t count = ((size_t)1 << (cuda ? 32 : 24)) + 77;
    struct large in = large_make(context, WROW_U8, count, 5);
    unsigned char *const results = large_alloc(context, count);
    struct buffer out = buffer_make(context, sizeof(wrow_summary), 0, CANARY_WRITE);
    const size_t places[] = {count - 1, count / 2 + 3};
    for (size_t axis = 0; axis < 3; ++axis) {
        wrow_summary summary;
        large_put(&in, places[0], 9 + (int)axis);
        large_put(&in, places[1], 2 - (int)axis);
        if (axis == 0)
            MUST(context,
                 wrow_reduce_fixed_segments(context, WROW_MAX, NULL, in.data, WROW_U8,
                                            count, 1, results, WROW_U8));
        else
            MUST(context, wrow_reduce_rows(
                              context, WROW_MAX, NULL,
                              axis == 1 ? WROW_ALONG_ROWS : WROW_ALONG_COLUMNS, in.data,
                              WROW_U8, axis == 1 ? count : 1, axis == 1 ? 1 : count,
                              axis == 1 ? 1 : count, results, WROW_U8));
        MUST(context, wrow_describe(context, NULL, results, WROW_U8, count, out.data));
        buffer_get(&out, &summary);
        assert_true(summary.max.u == 9 + axis && summary.max_index == places[0]);
        assert_true(summary.min.u == 2 - axis && summary.min_index == places[1]);
        assert_true(summary.sum == (double)(5 * count + 1));
    }
    buffer_free(&out);
    MUST(context, wrow_free(context, results));
    large_free(&in);
}

ONCE(matrices_beyond_32_bits)
ONCE(rows_beyond_32_bits)
ONCE(columns_beyond_31_bits)
ONCE(results_beyond_32_bits)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(matrices_beyond_32_bits),
        BOTH(rows_beyond_32_bits),
        BOTH(columns_beyond_31_bits),
        BOTH(results_beyond_32_bits),
    };
    return cmocka_run_group_tests_name("reduce/test_segments_rows_large", tests, NULL,
                                       NULL);
}
