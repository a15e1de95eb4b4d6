/* test_histogram_edges.c -- counts against a linear search, and data errors. Would
 * catch a wrong bin at an edge, a NaN or an outlier that is counted, an empty bin
 * between equal edges, bins left from the call before, and an error that is lost,
 * kept for ever, or replaced by a later one. */
#include "support/case.h"
#include "support/oracle.h"
#include "support/sanitizer.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { EDGES_MAX = WROW_HISTOGRAM_EDGES_MAX };
static const wrow_type floats[] = {WROW_F64, WROW_F32};

static void run(const struct input *input, const double *edges, size_t edge_count,
                bool closed_right, wrow_type count_type, uint64_t *counts)
{
    wrow_context *context = input->buffer.context;
    const wrow_histogram_options options = {sizeof options, closed_right};
    const size_t bytes = type_row_of(count_type)->bytes;
    struct buffer at = buffer_make(context, edge_count * 8, 8, CANARY_READ);
    struct buffer out =
        buffer_make(context, (edge_count - 1) * bytes, bytes, CANARY_WRITE);
    unsigned char host[EDGES_MAX * 8];
    buffer_put(&at, edges);
    buffer_set(&out, UNTOUCHED);
    MUST(context,
         wrow_histogram_edges(context, &options, input->buffer.data, input->type,
                              input->count, at.data, edge_count, out.data, count_type));
    buffer_get(&out, host);
    for (size_t i = 0; i + 1 < edge_count; ++i)
        counts[i] = load_integer(count_type, host + i * bytes);
    buffer_free(&out);
    buffer_free(&at);
}

/* Both options and both count types. */
static void check(const struct input *input, const double *edges, size_t edge_count)
{
    uint64_t expected[EDGES_MAX], actual[EDGES_MAX];
    for (int variant = 0; variant < 4; ++variant) {
        const bool closed = variant & 1;
        char text[96];
        snprintf(text, sizeof text, "%s, count %zu, %zu edges, closed %d",
                 wrow_type_name(input->type), input->count, edge_count, closed);
        oracle_histogram_edges(input->host, input->type, input->count, edges, edge_count,
                               closed, expected);
        run(input, edges, edge_count, closed, variant & 2 ? WROW_U32 : WROW_U64, actual);
        assert_same_bits(text, WROW_U64, expected, actual, edge_count - 1);
    }
    MUST(input->buffer.context, wrow_context_synchronize(input->buffer.context));
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorted values of the data's own distribution, so that many lie on edges. */
static void edges_from(enum gen_kind kind, wrow_type type, uint64_t seed, size_t count,
                       double *edges)
{
    unsigned char element[ELEMENT_BYTES_MAX];
    for (size_t i = 0; i < count; ++i) {
        gen_elements(kind, type, seed + i, 1, element);
        const double x = load_f64(type, element);
        edges[i] = isnan(x) ? 0 : x;
    }
    qsort(edges, count, sizeof *edges, ascending);
}

static void random_edges(wrow_context *context)
{
    static const size_t edge_counts[] = {2, 3, 4, 5, 8, 9, 17, 100, 1023, 1024};
    const size_t step = unless_sanitized(1, 3);
    double edges[EDGES_MAX];
    for (size_t t = 0; t < 2; ++t)
        for (size_t k = 0; k < GEN_KINDS; k += step)
            for (size_t e = 0; e < COUNT_OF(edge_counts); e += step) {
                const enum gen_kind kind = (enum gen_kind)k;
                const wrow_type type = floats[t];
                const size_t skew = e % 2 ? type_row_of(type)->bytes : 0;
                edges_from(kind, type, e + 100, edge_counts[e], edges);
                for (size_t n = 500; n < 10000; n += 7901 + 13 * e) {
                    struct input input = input_make(context, kind, type, e, n, skew);
                    check(&input, edges, edge_counts[e]);
                    input_free(&input);
                }
            }
}
ON_BOTH(random_edges)

static void every_count(wrow_context *context)
{
    static const size_t counts[] = {0,    1,    2,    3,    15,    16,    17,    127,
                                    1023, 1024, 1025, 4096, 65535, 65537, 300007};
    double edges[33];
    for (int i = 0; i < 33; ++i)
        edges[i] = (i - 16) * fabs(i - 16.0);
    for (size_t t = 0; t < 2; ++t)
        for (size_t c = 0; c < unless_sanitized(COUNT_OF(counts), 14); ++c) {
            const size_t n = counts[c];
            struct input input = input_make(context, GEN_NAN, floats[t], c, n, t ? 4 : 8);
            check(&input, edges, c % 2 ? 33 : 2);
            input_free(&input);
        }
}
ON_BOTH(every_count)

static void known_bins(wrow_context *context)
{
    const double x[] = {0, -0.0, 1,    1,        1.5,       2,  3, 3, 4,
                        5, NAN,  -NAN, INFINITY, -INFINITY, -1, 6, 2, 4.999};
    const double edges[] = {0, 1, 1, 2, 3, 5};
    const uint64_t open[] = {2, 0, 3, 2, 4}, closed[] = {2, 0, 3, 2, 5};
    uint64_t actual[5];
    struct input input = input_of(context, WROW_F64, x, COUNT_OF(x), 8);
    run(&input, edges, 6, false, WROW_U32, actual);
    assert_same_bits("open", WROW_U64, open, actual, 5);
    run(&input, edges, 6, true, WROW_U64, actual);
    assert_same_bits("closed", WROW_U64, closed, actual, 5);
    check(&input, edges, 6);
    input_free(&input);
}
ON_BOTH(known_bins)

static void edges_with_no_width_and_no_end(wrow_context *context)
{
    const double sets[][4] = {
        {1, 1, 1, 1},
        {0, 2, 2, 2},
        {-INFINITY, -1, 1, INFINITY},
        {-INFINITY, -INFINITY, INFINITY, INFINITY},
        {INFINITY, INFINITY, INFINITY, INFINITY},
        {-0.0, 0.0, -0.0, 1},
        {-5e-324, 0, 5e-324, 1e-323},
        {1 - 0x1p-53, 1, 1 + 0x1p-52, 2},
        {16777216, 16777217, 16777218, 16777219}, /* between f32 values */
        {-DBL_MAX, DBL_MAX, DBL_MAX, INFINITY},
    };
    const double x[] = {0,        -0.0,      1,        2,           -1,
                        INFINITY, -INFINITY, 1,        5e-324,      -5e-324,
                        1e-323,   DBL_MAX,   -DBL_MAX, 1.5,         16777217,
                        16777218, 16777216,  NAN,      1 + 0x1p-52, 1 - 0x1p-53};
    enum { REPEATED = 5000 }; /* few elements may be counted in another way */
    static double wide_x[REPEATED];
    static float narrow_x[REPEATED];
    for (size_t i = 0; i < REPEATED; ++i)
        narrow_x[i] = (float)(wide_x[i] = x[i % COUNT_OF(x)]);
    for (size_t s = 0; s < 4 * COUNT_OF(sets); ++s) {
        const size_t count = s & 1 ? REPEATED : COUNT_OF(x);
        struct input input = s & 2 ? input_of(context, WROW_F32, narrow_x, count, 4)
                                   : input_of(context, WROW_F64, wide_x, count, 8);
        for (size_t edges = unless_sanitized(2, 4); edges <= 4; ++edges)
            check(&input, sets[s / 4], edges);
        input_free(&input);
    }
}
ON_BOTH(edges_with_no_width_and_no_end)

static void a_hundred_runs_and_all_in_one_bin(wrow_context *context)
{
    uint64_t counts[EDGES_MAX];
    double edges[EDGES_MAX];
    struct input input = input_make(context, GEN_EQUAL, WROW_F32, 1, 100003, 4);
    for (int i = 0; i < EDGES_MAX; ++i)
        edges[i] = i * 0.25;
    for (size_t i = unless_sanitized(0, 97); i < 100; ++i) {
        run(&input, edges, EDGES_MAX, false, WROW_U32, counts);
        for (int b = 0; b + 1 < EDGES_MAX; ++b)
            assert_int_equal(counts[b], b == 4 ? 100003 : 0);
    }
    input_free(&input);
}
ON_BOTH(a_hundred_runs_and_all_in_one_bin)

/* The call succeeds, all counts are 0, and the error is told once. */
static void descending_or_nan_edges_are_data_errors(wrow_context *context)
{
    const struct {
        double edges[5];
        const char *word;
    } cases[] = {
        {{0, 1, 0.5, 2, 3}, "edges[2] is 0.5"},
        {{5, 4, 6, 7, 8}, "edges[1] is 4"},
        {{0, 1, 2, 3, 2.9999}, "edges[4]"},
        {{NAN, 1, 2, 3, 4}, "edges[0]"},
        {{0, 1, 2, 3, NAN}, "edges[4]"},
        {{0, 1, -NAN, 3, 4}, "edges[2]"},
        {{0, INFINITY, 1e300, INFINITY, INFINITY}, "edges[2]"},
    };
    const double good[] = {0, 1, 2, 3, 4};
    uint64_t counts[4];
    struct input input = input_make(context, GEN_MIXED, WROW_F64, 1, 3001, 8);
    for (size_t c = 0; c < COUNT_OF(cases); ++c) {
        run(&input, cases[c].edges, 5, false, c % 2 ? WROW_U32 : WROW_U64, counts);
        for (int i = 0; i < 4; ++i)
            assert_int_equal(counts[i], 0);
        MUST_REFUSE(context, WROW_E_ORDER, cases[c].word,
                    c % 3 ? wrow_context_synchronize(context)
                          : wrow_context_check(context));
        MUST(context, wrow_context_check(context));
        MUST(context, wrow_context_synchronize(context));
        check(&input, good, 5);
    }
    /* with nothing to count, too */
    input.count = 0;
    run(&input, cases[0].edges, 5, false, WROW_U32, counts);
    MUST_REFUSE(context, WROW_E_ORDER, cases[0].word, wrow_context_synchronize(context));
    input_free(&input);
}
ON_BOTH(descending_or_nan_edges_are_data_errors)

static void the_first_data_error_is_kept(wrow_context *context)
{
    const double first[] = {0, 1, 2, 1.5}, second[] = {9, 8, 7, 6}, good[] = {0, 1, 2, 3};
    uint64_t counts[3];
    struct input input = input_make(context, GEN_MIXED, WROW_F32, 1, 501, 4);
    for (int round = 0; round < 3; ++round) {
        run(&input, first, 4, false, WROW_U32, counts);
        run(&input, second, 4, false, WROW_U64, counts);
        run(&input, good, 4, false, WROW_U64, counts);
        assert_true(counts[0] > 0);
        MUST_REFUSE(context, WROW_E_ORDER, "edges[3] is 1.5",
                    wrow_context_synchronize(context));
        MUST(context, wrow_context_synchronize(context));
        run(&input, second, 4, false, WROW_U64, counts);
        MUST_REFUSE(context, WROW_E_ORDER, "edges[1] is 8",
                    wrow_context_synchronize(context));
    }
    input_free(&input);
}
ON_BOTH(the_first_data_error_is_kept)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(random_edges),
        BOTH(every_count),
        BOTH(known_bins),
        BOTH(edges_with_no_width_and_no_end),
        BOTH(a_hundred_runs_and_all_in_one_bin),
        BOTH(descending_or_nan_edges_are_data_errors),
        BOTH(the_first_data_error_is_kept),
    };
    return cmocka_run_group_tests_name("histogram/test_histogram_edges", tests, NULL,
                                       NULL);
}
