/* test_segments.c -- segments of any length beside the call for one array, bit for bit.
 * Would catch a segment that gets its neighbour's element, an order that depends on where
 * a segment begins, a length at which the work changes hands (lane, warp, block, several
 * blocks) and changes bits, and an empty segment that is forgotten. */
#include "support/oracle.h"
#include "support/reductions.h"
#include "support/sanitizer.h"
#include "support/segments_case.h"
#include <stdlib.h>

enum { GAP = 5 }; /* elements before the first segment, and behind the last */

static void check(wrow_context *context, const struct reduction *reduction, bool skip,
                  enum gen_kind kind, const size_t *lengths, size_t segments, size_t skew,
                  const char *what)
{
    const wrow_reduce_options options = options_of(reduction, skip);
    uint64_t *const offsets = make_offsets(lengths, segments, GAP);
    const struct layout layout = layout_at(offsets, segments);
    struct input input = input_make(context, kind, reduction->in, segments + skew,
                                    layout_count(&layout) + GAP, skew);
    case_check_segments(reduction->operation, &options, &input, &layout, reduction->out,
                        what);
    input_free(&input);
    free(offsets);
}

static void every_reduction_of_short_segments(wrow_context *context)
{
    enum { SEGMENTS = 71 };
    size_t lengths[SEGMENTS], many;
    const struct reduction *const all = every_reduction(&many);
    for (size_t s = 0; s < SEGMENTS; ++s) /* 0 to 70, once each */
        lengths[s] = (s * 29 + 3) % SEGMENTS;
    for (size_t r = 0; r < many; r += unless_sanitized(1, 11)) {
        const size_t bytes = type_row_of(all[r].in)->bytes;
        for (size_t k = r % 4; k < GEN_KINDS; k += 4)
            check(context, &all[r], k % 2 && can_skip_nan(all[r].operation),
                  (enum gen_kind)k, lengths, SEGMENTS, (r + k) % 17 * bytes,
                  gen_names[k]);
        check(context, &all[r], can_skip_nan(all[r].operation), GEN_NAN, lengths,
              SEGMENTS, bytes, "NaNs");
    }
}
ON_BOTH(every_reduction_of_short_segments)

/* One of each family of loops and of each width. */
static const struct reduction families[] = {
    {WROW_IDENTITY, WROW_SUM, WROW_F32, WROW_F32},
    {WROW_IDENTITY, WROW_SUM, WROW_F16, WROW_F16},
    {WROW_IDENTITY, WROW_SUM, WROW_BF16, WROW_F32},
    {WROW_IDENTITY, WROW_SUM, WROW_F64, WROW_F64},
    {WROW_IDENTITY, WROW_PRODUCT, WROW_F32, WROW_F64},
    {WROW_IDENTITY, WROW_MEAN, WROW_U8, WROW_F64},
    {WROW_IDENTITY, WROW_MEAN, WROW_F64, WROW_F64},
    {WROW_SQUARE, WROW_SUM, WROW_F32, WROW_F64},
    {WROW_SCALE_SHIFT, WROW_MEAN, WROW_I16, WROW_F64},
    {WROW_IDENTITY, WROW_SUM, WROW_I8, WROW_I64},
    {WROW_ABSOLUTE, WROW_SUM, WROW_I64, WROW_U64},
    {WROW_IDENTITY, WROW_PRODUCT, WROW_U16, WROW_U64},
    {WROW_IDENTITY, WROW_MIN, WROW_F16, WROW_F16},
    {WROW_ABSOLUTE, WROW_MAX, WROW_I32, WROW_U32},
    {WROW_IDENTITY, WROW_MAX, WROW_F64, WROW_F64},
    {WROW_IDENTITY, WROW_BIT_XOR, WROW_U32, WROW_U32},
    {WROW_IDENTITY, WROW_ALL, WROW_U8, WROW_U8},
    {WROW_IDENTITY, WROW_COUNT_NONZERO, WROW_F32, WROW_U64},
    {WROW_IS_NAN, WROW_SUM, WROW_BF16, WROW_I64},
};

/* Around a strip, a row, a run, and with several runs: a segment of one length alone is
 * not like one that stands beside others. */
static void lengths_around_every_edge(wrow_context *context)
{
    for (size_t f = 0; f < COUNT_OF(families); ++f) {
        const size_t bytes = type_row_of(families[f].in)->bytes;
        const size_t edges[] = {16, 512, 1024, 4096, 8192, 5 * 4096, 33 * 4096};
        size_t lengths[4 * COUNT_OF(edges)], segments = 0;
        for (size_t e = 0; e < COUNT_OF(edges); ++e)
            for (size_t near = 0; near < 3; ++near)
                lengths[segments++] = edges[e] / bytes + near - 1;
        check(context, &families[f], false, GEN_CANCEL, lengths, segments, bytes,
              "around edges");
        for (size_t e = 0; e < segments; e += unless_sanitized(1, 6))
            check(context, &families[f], can_skip_nan(families[f].operation), GEN_NAN,
                  &lengths[e], 1, e * bytes, "one alone");
    }
}
ON_BOTH(lengths_around_every_edge)

/* Each that is at most a row, and those just above. */
static void every_length_of_a_row(wrow_context *context)
{
    enum { MOST = 512 + 20 };
    for (size_t f = 0; f < COUNT_OF(families); ++f) {
        const size_t bytes = type_row_of(families[f].in)->bytes;
        size_t lengths[MOST], segments = 0;
        for (size_t length = 0; length < 512 / bytes + 20;
             length += unless_sanitized(1, 7))
            lengths[segments++] = length;
        check(context, &families[f], f % 2 && can_skip_nan(families[f].operation),
              f % 2 ? GEN_NAN : GEN_CANCEL, lengths, segments, bytes, "every length");
    }
}
ON_BOTH(every_length_of_a_row)

static void every_alignment_gives_the_same_bits(wrow_context *context)
{
    for (size_t f = 0; f < COUNT_OF(families); f += unless_sanitized(1, 4)) {
        const size_t bytes = type_row_of(families[f].in)->bytes;
        const size_t lengths[] = {0, 1, 7,           33, 513, 0, 64, 65, 9000 / bytes,
                                  5, 1, 4095 / bytes};
        for (size_t skew = 0; skew <= 16; skew += bytes)
            check(context, &families[f], false, GEN_CANCEL, lengths, COUNT_OF(lengths),
                  skew, "each alignment");
    }
}
ON_BOTH(every_alignment_gives_the_same_bits)

static void nothing_but_empty_segments(wrow_context *context)
{
    static const size_t lengths[300];
    for (size_t f = 0; f < COUNT_OF(families); ++f)
        for (size_t segments = 1; segments <= 300; segments = segments * 17 + 1)
            check(context, &families[f], false, GEN_MIXED, lengths, segments, 0, "empty");
}
ON_BOTH(nothing_but_empty_segments)

static void one_giant_among_tiny_ones(wrow_context *context)
{
    const size_t many = unless_sanitized(2500, 90);
    size_t *const lengths = malloc(many * sizeof *lengths);
    uint64_t seed = 4;
    assert_non_null(lengths);
    for (size_t f = 0; f < COUNT_OF(families); f += unless_sanitized(2, 5)) {
        for (size_t s = 0; s < many; ++s)
            lengths[s] = gen_below(&seed, 4);
        lengths[f * 123 % many] = unless_sanitized(300007, 9007);
        check(context, &families[f], false, GEN_CANCEL, lengths, many, 8, "one giant");
    }
    free(lengths);
}
ON_BOTH(one_giant_among_tiny_ones)

/* Each length has about as many elements as any other. */
static void lengths_by_a_power_law(wrow_context *context)
{
    const size_t many = unless_sanitized(600, 60);
    size_t *const lengths = malloc(many * sizeof *lengths);
    uint64_t seed = 11;
    assert_non_null(lengths);
    for (size_t f = 0; f < COUNT_OF(families); f += unless_sanitized(1, 4)) {
        for (size_t s = 0; s < many; ++s)
            lengths[s] =
                gen_below(&seed, 40) * (size_t)1000 / (1 + gen_below(&seed, 3000));
        check(context, &families[f], false, f % 2 ? GEN_CANCEL : GEN_NAN, lengths, many,
              16, "power law");
    }
    free(lengths);
}
ON_BOTH(lengths_by_a_power_law)

/* More than 2,048 runs, so that partials have several, between two small segments. */
static void a_segment_of_many_runs(wrow_context *context)
{
    for (size_t f = 0; f < COUNT_OF(families); f += 3) {
        const size_t bytes = type_row_of(families[f].in)->bytes;
        const size_t lengths[] = {3, (unless_sanitized(2100, 150) * 4096 + 100) / bytes,
                                  0, 700};
        check(context, &families[f], false, GEN_CANCEL, lengths, COUNT_OF(lengths), bytes,
              "many runs");
    }
}
ON_BOTH(a_segment_of_many_runs)

/* One with a giant, and one with segments of several partials, which threads fold at the
 * same time. */
static void any_number_of_threads_gives_the_same_bits(void **state)
{
    static const uint32_t threads[] = {1, 3, 8, 61};
    static const size_t few[] = {1000, 0, 70001, 3, 3, 500003, 17};
    enum { MANY = 60 };
    size_t many[MANY];
    (void)state;
    for (size_t s = 0; s < MANY; ++s)
        many[s] = 3000 + s * 4099 % 40000;
    for (size_t i = 0; i < COUNT_OF(threads); ++i) {
        wrow_context *context = case_cpu(threads[i]);
        check(context, &families[0], false, GEN_CANCEL, few, COUNT_OF(few), 4, "a giant");
        for (size_t f = 0; f < 3; ++f)
            check(context, &families[f], false, GEN_CANCEL, many, MANY, 8, "threads");
        wrow_context_destroy(context);
    }
}

static void a_hundred_runs_give_the_same_bits(wrow_context *context)
{
    const size_t lengths[] = {10007, 0, 1, 130001, 2, 555, 31, 32, 33};
    uint64_t *const offsets = make_offsets(lengths, COUNT_OF(lengths), 1);
    const struct layout layout = layout_at(offsets, COUNT_OF(lengths));
    struct input input =
        input_make(context, GEN_CANCEL, WROW_F32, 5, layout_count(&layout), 4);
    struct buffer out =
        buffer_make(context, COUNT_OF(lengths) * sizeof(float), 4, CANARY_WRITE);
    struct buffer at = buffer_make(context, sizeof lengths + 8, 8, CANARY_READ);
    float first[COUNT_OF(lengths)], again[COUNT_OF(lengths)];
    buffer_put(&at, offsets);
    oracle_segments(WROW_SUM, NULL, &input, &layout, first, WROW_F32);
    for (size_t run = unless_sanitized(0, 97); run < 100; ++run) {
        MUST(context,
             call_segments(WROW_SUM, NULL, &input, &layout, at.data, out.data, WROW_F32));
        buffer_get(&out, again);
        assert_same_bits("run", WROW_F32, first, again, COUNT_OF(lengths));
    }
    buffer_free(&at);
    buffer_free(&out);
    input_free(&input);
    free(offsets);
}
ON_BOTH(a_hundred_runs_give_the_same_bits)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(every_reduction_of_short_segments),
        BOTH(lengths_around_every_edge),
        BOTH(every_length_of_a_row),
        BOTH(every_alignment_gives_the_same_bits),
        BOTH(nothing_but_empty_segments),
        BOTH(one_giant_among_tiny_ones),
        BOTH(lengths_by_a_power_law),
        BOTH(a_segment_of_many_runs),
        cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
        BOTH(a_hundred_runs_give_the_same_bits),
    };
    return cmocka_run_group_tests_name("reduce/test_segments", tests, NULL, NULL);
}
