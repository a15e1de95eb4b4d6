/* test_transform_large.c -- transforms, counts of comparisons and counts on the device
 * beyond 2^32 elements. Would catch an index or a counter of 32 bits. All is known by
 * formula. Bytes always run; wider types run on CUDA. */
#include "support/large.h"

#define COUNT (((size_t)1 << 32) + 1001)

/* -3 everywhere, 2 in front, in the middle and at the end: x^2 is 9 or 4. */
static struct large make_array(wrow_context *context, wrow_type type)
{
    const struct large in = large_make(context, type, COUNT, -3);
    large_put(&in, 0, 2);
    large_put(&in, COUNT / 2 + 7, 2);
    large_put(&in, COUNT - 1, 2);
    return in;
}

/* An integer, or a number as one. */
static uint64_t reduce(const struct large *in, wrow_operation operation,
                       const wrow_reduce_options *options, wrow_type out_type)
{
    wrow_context *const context = in->context;
    struct buffer out = buffer_make(context, 8, 8, CANARY_WRITE);
    unsigned char result[8];
    MUST(context, wrow_transform_reduce(context, operation, options, in->data, in->type,
                                        in->count, out.data, out_type));
    buffer_get(&out, result);
    buffer_free(&out);
    return is_float(out_type) ? (uint64_t)load_f64(out_type, result)
                              : load_integer(out_type, result);
}

static void check_transforms(const struct large *in)
{
    const wrow_type out = is_float(in->type) ? WROW_F64 : WROW_U64;
    const wrow_reduce_options square = {.transform = WROW_SQUARE},
                              absolute = {.transform = WROW_ABSOLUTE},
                              nonzero = {.transform = WROW_NONZERO},
                              shifted = {.transform = WROW_SCALE_SHIFT,
                                         .scale = -1,
                                         .shift = 2}; /* 5, or 0 */
    assert_true(reduce(in, WROW_SUM, &square, out) == 9 * COUNT - 15);
    assert_true(reduce(in, WROW_SUM, &absolute, out) == 3 * COUNT - 3);
    assert_true(reduce(in, WROW_SUM, &nonzero, WROW_U64) == COUNT);
    assert_true(reduce(in, WROW_SUM, &shifted, WROW_F64) == 5 * COUNT - 15);
}

static void check_counts(const struct large *in)
{
    wrow_context *const context = in->context;
    const bool real = is_float(in->type);
    const wrow_value two = real ? (wrow_value){.f = 2} : (wrow_value){.i = 2};
    const wrow_value low = real ? (wrow_value){.f = -3} : (wrow_value){.i = -3};
    struct buffer out = buffer_make(context, 16, 8, CANARY_WRITE);
    uint64_t *const at = out.data, counts[2];
    MUST(context, wrow_count_if(context, WROW_LESS, &two, in->data, in->type, COUNT, at));
    MUST(context,
         wrow_count_in_range(context, &low, &two, in->data, in->type, COUNT, at + 1));
    buffer_get(&out, counts);
    assert_true(counts[0] == COUNT - 3 && counts[1] == COUNT);
    buffer_free(&out);
}

static void check_device_counts(const struct large *in)
{
    static const uint64_t counts[] = {COUNT, COUNT - 1, COUNT / 2 + 8, COUNT / 2 + 7};
    static const uint64_t twos[] = {3, 2, 2, 1};
    wrow_context *const context = in->context;
    const wrow_type out = is_float(in->type) ? WROW_F64 : WROW_U64;
    struct buffer at = buffer_make(context, sizeof(uint64_t), 0, CANARY_READ);
    const wrow_reduce_options options = {.transform = WROW_SQUARE,
                                         .count_device = at.data};
    for (size_t c = 0; c < COUNT_OF(counts); ++c) {
        buffer_put(&at, &counts[c]);
        assert_true(reduce(in, WROW_SUM, &options, out) == 9 * counts[c] - 5 * twos[c]);
    }
    buffer_free(&at);
}

static void everything_beyond_32_bits(wrow_context *context)
{
    static const wrow_type types[] = {WROW_I8, WROW_I16, WROW_F32, WROW_I64, WROW_F64};
    const bool cuda = wrow_context_backend(context) == WROW_CUDA;
    for (size_t t = 0; t < (cuda ? COUNT_OF(types) : 1); ++t) {
        struct large in = make_array(context, types[t]);
        check_transforms(&in);
        check_counts(&in);
        check_device_counts(&in);
        large_free(&in);
    }
}
ONCE(everything_beyond_32_bits)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(everything_beyond_32_bits),
    };
    return cmocka_run_group_tests_name("reduce/test_transform_large", tests, NULL, NULL);
}
