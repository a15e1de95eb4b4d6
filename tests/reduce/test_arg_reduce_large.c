/* test_arg_reduce_large.c -- extremes beyond 2^31 and 2^32 elements, all made where the
 * context works. Would catch an index, a row or a byte offset of 32 bits, a later tie
 * that wins, and a NaN at the far end that is lost. On the CPU the array repeats 32 MB
 * of memory. Bytes always run; wider types run on CUDA. */
#include "support/large.h"
#include <math.h>

/* Both at once, and min alone or max alone. */
static void expect(const struct large *large, size_t min_index, size_t max_index)
{
    wrow_context *context = large->context;
    struct buffer out = buffer_make(context, 2 * sizeof(wrow_extreme), 0, CANARY_WRITE);
    wrow_extreme *const at = out.data, got[2];
    for (int wanted = 1; wanted <= 3; ++wanted) {
        MUST(context,
             wrow_arg_reduce(context, large->data, large->type, large->count,
                             wanted & 1 ? at : NULL, wanted & 2 ? at + 1 : NULL));
        buffer_get(&out, got);
        if (wanted & 1)
            assert_int_equal(got[0].index, min_index);
        if (wanted & 2)
            assert_int_equal(got[1].index, max_index);
    }
    buffer_free(&out);
}

static void check_marks(wrow_context *context, wrow_type type, size_t count)
{
    struct large large = large_make(context, type, count, 50);
    expect(&large, 0, 0);
    large_put(&large, count - 2, 3);
    large_put(&large, count - 1, 100);
    expect(&large, count - 2, count - 1);
    large_put(&large, count / 2 + 5, 100); /* earlier ties */
    large_put(&large, count / 2 + 77, 3);
    expect(&large, count / 2 + 77, count / 2 + 5);
    large_put(&large, 12345, 3);
    expect(&large, 12345, count / 2 + 5);
    if (is_float(type)) {
        const size_t bytes = type_row_of(type)->bytes;
        unsigned char nan[ELEMENT_BYTES_MAX];
        store_f64(type, (double)NAN, nan);
        MUST(context, wrow_copy(context, large.data + (count - 3) * bytes, nan, bytes));
        expect(&large, count - 3, count - 3);
    }
    large_free(&large);
}

static void indices_beyond_31_bits(wrow_context *context)
{
    check_marks(context, WROW_U8, ((size_t)1 << 31) + 1000);
}

static void indices_beyond_32_bits(wrow_context *context)
{
    const bool cuda = wrow_context_backend(context) == WROW_CUDA;
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        if (type_rows[t].type == WROW_I8 || cuda)
            check_marks(context, type_rows[t].type, ((size_t)1 << 32) + 1001);
}

/* 2^28 bytes are the last with runs of 8 rows; then 16. */
static void longer_runs(wrow_context *context)
{
    for (size_t t = 0; t < TYPE_COUNT; ++t) {
        const size_t count = ((size_t)1 << 28) / type_rows[t].bytes;
        check_marks(context, type_rows[t].type, count);
        check_marks(context, type_rows[t].type, count + 1);
    }
}

ONCE(indices_beyond_31_bits)
ONCE(indices_beyond_32_bits)
ONCE(longer_runs)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(indices_beyond_31_bits),
        BOTH(indices_beyond_32_bits),
        BOTH(longer_runs),
    };
    return cmocka_run_group_tests_name("reduce/test_arg_reduce_large", tests, NULL, NULL);
}
