/* test_segments_arg.c -- extremes and descriptions of segments beside the calls for one
 * array. Would catch an index that counts from the array's beginning, a tie that goes to
 * the later element, an empty segment without its identity, and a chunk that reaches into
 * the next segment. */
#include "support/oracle.h"
#include "support/sanitizer.h"
#include "support/segments_case.h"
#include <stdlib.h>

static void check(wrow_context *context, enum gen_kind kind, wrow_type type,
                  const size_t *lengths, size_t segments, size_t skew, const char *what)
{
    uint64_t *const offsets = make_offsets(lengths, segments, 3);
    const struct layout layout = layout_at(offsets, segments);
    struct input input =
        input_make(context, kind, type, segments + skew, layout_count(&layout) + 2, skew);
    case_check_arg_segments(&input, &layout, what);
    case_check_describe_segments(&input, false, &layout, what);
    case_check_describe_segments(&input, true, &layout, what);
    input_free(&input);
    free(offsets);
}

static void every_type_on_every_kind_of_data(wrow_context *context)
{
    enum { SEGMENTS = 71 };
    size_t lengths[SEGMENTS];
    for (size_t s = 0; s < SEGMENTS; ++s)
        lengths[s] = (s * 29 + 3) % SEGMENTS;
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        for (size_t kind = t % unless_sanitized(1, 5); kind < GEN_KINDS;
             kind += unless_sanitized(1, 5))
            check(context, (enum gen_kind)kind, type_rows[t].type, lengths, SEGMENTS,
                  kind * type_rows[t].bytes, gen_names[kind]);
}
ON_BOTH(every_type_on_every_kind_of_data)

static void lengths_around_every_edge(wrow_context *context)
{
    for (size_t t = 0; t < TYPE_COUNT; ++t) {
        const size_t bytes = type_rows[t].bytes;
        const size_t edges[] = {16, 512, 4096, 8192, 33 * 4096};
        size_t lengths[3 * COUNT_OF(edges)], segments = 0;
        for (size_t e = 0; e < COUNT_OF(edges); ++e)
            for (size_t near = 0; near < 3; ++near)
                lengths[segments++] = edges[e] / bytes + near - 1;
        check(context, GEN_TIES, type_rows[t].type, lengths, segments, bytes, "edges");
        check(context, GEN_NAN, type_rows[t].type, lengths, segments, 0, "edges");
        for (size_t e = 0; e < segments; e += unless_sanitized(2, 8))
            check(context, GEN_CANCEL, type_rows[t].type, &lengths[e], 1, e * bytes,
                  "one alone");
    }
}
ON_BOTH(lengths_around_every_edge)

static void one_giant_among_tiny_ones(wrow_context *context)
{
    enum { SEGMENTS = 400 };
    size_t lengths[SEGMENTS];
    uint64_t seed = 4;
    const size_t step = unless_sanitized(1, 5);
    for (size_t t = 0; t < TYPE_COUNT; t += step) {
        for (size_t s = 0; s < SEGMENTS; ++s)
            lengths[s] = gen_below(&seed, 5);
        lengths[t * 97 % SEGMENTS] = unless_sanitized(100003, 7003);
        check(context, t % 2 ? GEN_EQUAL : GEN_CANCEL, type_rows[t].type, lengths,
              unless_sanitized(SEGMENTS, SEGMENTS / 4), 8, "one giant");
    }
}
ON_BOTH(one_giant_among_tiny_ones)

static void every_alignment_gives_the_same_bits(wrow_context *context)
{
    for (size_t t = 0; t < TYPE_COUNT; t += unless_sanitized(1, 4)) {
        const size_t bytes = type_rows[t].bytes;
        const size_t lengths[] = {0, 1, 7, 33, 513, 0, 65, 9000 / bytes, 5, 4095 / bytes};
        for (size_t skew = 0; skew <= 16; skew += bytes)
            check(context, GEN_CANCEL, type_rows[t].type, lengths, COUNT_OF(lengths),
                  skew, "each alignment");
    }
}
ON_BOTH(every_alignment_gives_the_same_bits)

/* More than one thread takes: each has a place of its own for partials. */
static void segments_of_several_partials(wrow_context *context)
{
    enum { MANY = 30 };
    const size_t chunk = unless_sanitized(4096, 512);
    size_t lengths[MANY];
    for (size_t t = 0; t < TYPE_COUNT; t += unless_sanitized(1, 5)) {
        const size_t bytes = type_rows[t].bytes;
        for (size_t s = 0; s < MANY; ++s)
            lengths[s] = (3 + s * 5 % 23) * chunk / bytes + s;
        check(context, GEN_TIES, type_rows[t].type, lengths, MANY, bytes, "partials");
    }
}
ON_BOTH(segments_of_several_partials)

static void nothing_but_empty_segments(wrow_context *context)
{
    static const size_t lengths[100];
    for (size_t t = 0; t < TYPE_COUNT; ++t) {
        check(context, GEN_MIXED, type_rows[t].type, lengths, 1, 0, "empty");
        check(context, GEN_MIXED, type_rows[t].type, lengths, 100, 0, "empty");
    }
}
ON_BOTH(nothing_but_empty_segments)

/* A NaN at one end, the other, both; in a segment of one element; in every element. */
static void nans_stay_in_their_segment(wrow_context *context)
{
    const size_t lengths[] = {1, 1, 40, 40, 40, 5, 2000, 2000, 1};
    uint64_t *const offsets = make_offsets(lengths, COUNT_OF(lengths), 0);
    const struct layout layout = layout_at(offsets, COUNT_OF(lengths));
    const size_t count = layout_count(&layout);
    for (size_t t = 8; t < TYPE_COUNT; ++t) {
        const size_t bytes = type_rows[t].bytes;
        struct input input =
            input_make(context, GEN_MIXED, type_rows[t].type, 5, count, bytes);
        const size_t places[] = {1, 2, 81, 82, 121, 122, 123, 124, 125, 126, 4126};
        for (size_t p = 0; p < COUNT_OF(places); ++p)
            for (size_t b = 0; b < bytes; ++b)
                input.host[places[p] * bytes + b] = 0xff;
        buffer_put(&input.buffer, input.host);
        case_check_arg_segments(&input, &layout, "NaNs at ends");
        case_check_describe_segments(&input, false, &layout, "NaNs at ends");
        case_check_describe_segments(&input, true, &layout, "NaNs at ends");
        input_free(&input);
    }
    free(offsets);
}
ON_BOTH(nans_stay_in_their_segment)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(every_type_on_every_kind_of_data), BOTH(lengths_around_every_edge),
        BOTH(one_giant_among_tiny_ones),        BOTH(every_alignment_gives_the_same_bits),
        BOTH(segments_of_several_partials),     BOTH(nothing_but_empty_segments),
        BOTH(nans_stay_in_their_segment),
    };
    return cmocka_run_group_tests_name("reduce/test_segments_arg", tests, NULL, NULL);
}
