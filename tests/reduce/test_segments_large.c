/* test_segments_large.c -- more elements than 2^32, one segment of as many among tiny
 * ones, 10^8 segments, and more results than 2^32. Would catch an index, an offset or a
 * number of segments of 32 bits, and a list that is too short. All is known by formula,
 * or from the call for one array. On the CPU what is not bytes is smaller. */
#include "support/large.h"
#include <stdlib.h>

#define BEYOND_32_BITS (((size_t)1 << 32) + 1)

enum { TINY = 3000, SLICE = 1 << 20 };

static bool on_cuda(wrow_context *context)
{
    return wrow_context_backend(context) == WROW_CUDA;
}

/* ------------------------------------------------------- one giant segment */

/* Of 3 everywhere, the giant's last two but one 1 and last 7: sums are 3 * length, and
 * that of the giant 2 more. */
struct giant {
    struct large in;
    uint64_t offsets[TINY + 1];
    struct buffer at, out;
    size_t giant; /* which one it is */
};

static struct giant *make_giant(wrow_context *context, wrow_type type)
{
    struct giant *const g = calloc(1, sizeof *g);
    assert_non_null(g);
    g->giant = TINY / 3;
    for (size_t s = 0; s < TINY; ++s)
        g->offsets[s + 1] = g->offsets[s] + (s == g->giant ? BEYOND_32_BITS : s % 4);
    g->in = large_make(context, type, g->offsets[TINY] + 5, 3);
    large_put(&g->in, g->offsets[g->giant + 1] - 3, 1);
    large_put(&g->in, g->offsets[g->giant + 1] - 1, 7);
    g->at = buffer_make(context, sizeof g->offsets, 8, CANARY_READ);
    g->out = buffer_make(context, TINY * sizeof(wrow_summary), 8, CANARY_WRITE);
    buffer_put(&g->at, g->offsets);
    return g;
}

static void free_giant(struct giant *g)
{
    buffer_free(&g->out);
    buffer_free(&g->at);
    large_free(&g->in);
    free(g);
}

static uint64_t length_of(const struct giant *g, size_t s)
{
    return g->offsets[s + 1] - g->offsets[s];
}

/* f16 and bf16 round on the way: theirs is compared with the call for one array. */
static void check_sums(const struct giant *g, wrow_operation operation)
{
    wrow_context *const context = g->in.context;
    const size_t bytes = type_row_of(g->in.type)->bytes;
    const bool mean = operation == WROW_MEAN;
    const wrow_type out = is_float(g->in.type) || mean ? WROW_F64 : WROW_I64;
    unsigned char sums[TINY * 8], alone[8];
    MUST(context, wrow_reduce_segments(context, operation, NULL, g->in.data, g->in.type,
                                       g->in.count, g->at.data, TINY, g->out.data, out));
    MUST(context, wrow_copy(context, sums, g->out.data, sizeof sums));
    MUST(context,
         wrow_reduce(context, operation, g->in.data + g->offsets[g->giant] * bytes,
                     g->in.type, BEYOND_32_BITS, g->out.data, out));
    MUST(context, wrow_copy(context, alone, g->out.data, sizeof alone));
    assert_same_bits("as alone", out, alone, sums + g->giant * 8, 1);
    for (size_t s = 0; s < TINY; ++s) {
        const uint64_t length = length_of(g, s);
        const uint64_t sum = 3 * length + (s == g->giant ? 2 : 0);
        const double expected = mean ? (double)sum / (double)length : (double)sum;
        if (s == g->giant && is_float(g->in.type) && bytes == 2)
            continue;
        if (out == WROW_I64)
            assert_same_bits("sum", out, &sum, sums + s * 8, 1);
        else if (length > 0)
            assert_true(load_f64(out, sums + s * 8) == expected);
    }
}

static void check_indices(const struct giant *g)
{
    wrow_context *const context = g->in.context;
    static wrow_extreme extremes[2][TINY];
    wrow_extreme *const min = g->out.data, *const max = min + TINY;
    MUST(context, wrow_arg_reduce_segments(context, g->in.data, g->in.type, g->in.count,
                                           g->at.data, TINY, min, max));
    MUST(context, wrow_copy(context, extremes, g->out.data, sizeof extremes));
    for (size_t s = 0; s < TINY; ++s) {
        const uint64_t none = length_of(g, s) ? 0 : UINT64_MAX;
        const uint64_t expected[2] = {s == g->giant ? BEYOND_32_BITS - 3 : none,
                                      s == g->giant ? BEYOND_32_BITS - 1 : none};
        assert_true(extremes[0][s].index == expected[0]);
        assert_true(extremes[1][s].index == expected[1]);
    }
}

static void check_summaries(const struct giant *g)
{
    wrow_context *const context = g->in.context;
    static wrow_summary summaries[TINY];
    MUST(context, wrow_describe_segments(context, NULL, g->in.data, g->in.type,
                                         g->in.count, g->at.data, TINY, g->out.data));
    MUST(context, wrow_copy(context, summaries, g->out.data, sizeof summaries));
    for (size_t s = 0; s < TINY; ++s) {
        const uint64_t length = length_of(g, s);
        const wrow_summary *const one = &summaries[s];
        assert_true(one->count == length && one->nan_count == 0);
        assert_true(one->sum == (double)(3 * length) + (s == g->giant ? 2 : 0));
        if (s == g->giant)
            assert_true(one->min_index == length - 3 && one->max_index == length - 1);
    }
}

static void a_giant_beyond_32_bits(wrow_context *context)
{
    static const wrow_type types[] = {WROW_I8, WROW_I32, WROW_F16, WROW_F32, WROW_F64};
    for (size_t t = 0; t < (on_cuda(context) ? COUNT_OF(types) : 1); ++t) {
        struct giant *const g = make_giant(context, types[t]);
        check_sums(g, WROW_SUM);
        check_sums(g, WROW_MEAN);
        check_indices(g);
        check_summaries(g);
        free_giant(g);
    }
}

/* ----------------------------------------------------------- many segments */

/* Lengths are 0, 2, 4, 1, 3 in turn. */
static uint64_t offset_of(uint64_t s)
{
    static const uint64_t within[] = {0, 0, 2, 6, 7};
    return s / 5 * 10 + within[s % 5];
}

static unsigned char element_of(uint64_t i)
{
    return (unsigned char)(i * 37 ^ i >> 9);
}

struct many {
    uint64_t segments;
    unsigned char *in, *out;
    uint64_t *at;
};

static struct many make_many(wrow_context *context, uint64_t segments, size_t out_bytes)
{
    static uint64_t offsets[SLICE];
    static unsigned char elements[SLICE];
    const uint64_t count = offset_of(segments);
    const struct many many = {segments, large_alloc(context, count),
                              large_alloc(context, segments * out_bytes),
                              large_alloc(context, (segments + 1) * sizeof *offsets)};
    for (uint64_t first = 0, k; first <= segments; first += k) {
        for (k = 0; k < SLICE && first + k <= segments; ++k)
            offsets[k] = offset_of(first + k);
        MUST(context, wrow_copy(context, many.at + first, offsets, k * sizeof *offsets));
    }
    for (uint64_t first = 0, k; first < count; first += k) {
        for (k = 0; k < SLICE && first + k < count; ++k)
            elements[k] = element_of(first + k);
        MUST(context, wrow_copy(context, many.in + first, elements, k));
    }
    return many;
}

static void free_many(wrow_context *context, const struct many *many)
{
    MUST(context, wrow_free(context, many->in));
    MUST(context, wrow_free(context, many->out));
    MUST(context, wrow_free(context, many->at));
}

static void many_sums(wrow_context *context)
{
    static uint64_t sums[SLICE];
    const uint64_t segments = on_cuda(context) ? 100 * 1000 * 1000 + 3 : 10000003;
    const struct many many = make_many(context, segments, sizeof *sums);
    MUST(context, wrow_reduce_segments(context, WROW_SUM, NULL, many.in, WROW_U8,
                                       offset_of(segments), many.at, segments, many.out,
                                       WROW_U64));
    for (uint64_t first = 0, k; first < segments; first += k) {
        k = segments - first < SLICE ? segments - first : SLICE;
        MUST(context,
             wrow_copy(context, sums, many.out + first * sizeof *sums, k * sizeof *sums));
        for (uint64_t s = 0; s < k; ++s) {
            uint64_t sum = 0;
            for (uint64_t i = offset_of(first + s); i < offset_of(first + s + 1); ++i)
                sum += element_of(i);
            if (sum != sums[s])
                fail_msg("sum %llu", (unsigned long long)(first + s));
        }
    }
    free_many(context, &many);
}

static void many_extremes(wrow_context *context)
{
    static wrow_extreme extremes[SLICE];
    const uint64_t segments = on_cuda(context) ? 100 * 1000 * 1000 + 3 : 10000003;
    const struct many many = make_many(context, segments, sizeof *extremes);
    MUST(context, wrow_arg_reduce_segments(context, many.in, WROW_U8, offset_of(segments),
                                           many.at, segments, NULL, (void *)many.out));
    for (uint64_t first = 0, k; first < segments; first += k) {
        k = segments - first < SLICE ? segments - first : SLICE;
        MUST(context, wrow_copy(context, extremes, many.out + first * sizeof *extremes,
                                k * sizeof *extremes));
        for (uint64_t s = 0; s < k; ++s) {
            const uint64_t begin = offset_of(first + s), end = offset_of(first + s + 1);
            wrow_extreme max = {.value.u = 0, .index = UINT64_MAX};
            for (uint64_t i = end; i-- > begin;)
                if (element_of(i) >= max.value.u)
                    max = (wrow_extreme){.value.u = element_of(i), .index = i - begin};
            if (max.value.u != extremes[s].value.u || max.index != extremes[s].index)
                fail_msg("extreme %llu", (unsigned long long)(first + s));
        }
    }
    free_many(context, &many);
}

ONCE(a_giant_beyond_32_bits)
ONCE(many_sums)
ONCE(many_extremes)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(a_giant_beyond_32_bits),
        BOTH(many_sums),
        BOTH(many_extremes),
    };
    return cmocka_run_group_tests_name("reduce/test_segments_large", tests, NULL, NULL);
}
