/* test_describe.c -- every member of the summary against the oracle, bit for bit, and
 * some answers known without it. Would catch a merge in the wrong order, a NaN that
 * counts, an index of the last extreme, and E[x^2] - E[x]^2. */
#include "support/case.h"
#include "support/memory_map.h"
#include "support/oracle.h"
#include "support/sanitizer.h"
#include <math.h>
#include <string.h>

static void check(wrow_context *context, wrow_type type, enum gen_kind kind, size_t count,
                  size_t skew)
{
    struct input input = input_make(context, kind, type, count, count, skew);
    case_check_describe(&input, false, gen_names[kind]);
    if (is_float(type))
        case_check_describe(&input, true, gen_names[kind]);
    input_free(&input);
}

static void every_type_at_every_edge(wrow_context *context)
{
    for (size_t t = 0; t < TYPE_COUNT; ++t) {
        const size_t bytes = type_rows[t].bytes;
        const size_t edges[] = {16 / bytes,   512 / bytes,  1024 / bytes,
                                4096 / bytes, 8192 / bytes, 40960 / bytes};
        for (size_t count = 1; count < 4; ++count)
            check(context, type_rows[t].type, GEN_MIXED, count, bytes);
        for (size_t e = 0; e < COUNT_OF(edges); ++e)
            for (size_t near = edges[e] > 1 ? 0 : 1; near < 3; ++near)
                check(context, type_rows[t].type, e % 2 ? GEN_NAN : GEN_MIXED,
                      edges[e] + near - 1, bytes * near);
    }
}
ON_BOTH(every_type_at_every_edge)

static void every_kind_of_data(wrow_context *context)
{
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        for (size_t kind = 0; kind < GEN_KINDS; kind += unless_sanitized(1, 3)) {
            check(context, type_rows[t].type, (enum gen_kind)kind, 29, 0);
            check(context, type_rows[t].type, (enum gen_kind)kind, 20011,
                  type_rows[t].bytes);
        }
}
ON_BOTH(every_kind_of_data)

static void every_alignment(wrow_context *context)
{
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        for (size_t skew = 0; skew <= 16; skew += type_rows[t].bytes)
            check(context, type_rows[t].type, GEN_NAN, 9001, skew);
}
ON_BOTH(every_alignment)

/* Where the tree changes its shape: 2,048 chunks, and fans of 2, 4 and 8. */
static void around_fans(wrow_context *context)
{
    static const struct {
        wrow_type type;
        size_t chunks;
    } cases[] = {
        {WROW_F64, 2048}, {WROW_F32, 2048}, {WROW_F16, 2048}, {WROW_I64, 2048},
        {WROW_U8, 2048},  {WROW_F64, 4096}, {WROW_I8, 4096},  {WROW_F64, 8192},
    };
    for (size_t c = 0; c < COUNT_OF(cases); ++c)
        for (size_t over = 0; over < 2; ++over) {
            const size_t chunk = 4096 / type_row_of(cases[c].type)->bytes;
            struct input input = input_make(context, GEN_CANCEL, cases[c].type, 3,
                                            cases[c].chunks * chunk + over, 0);
            case_check_describe(&input, false, "around a fan");
            input_free(&input);
        }
}
ON_BOTH(around_fans)

/* NaNs fill whole chunks and runs: empty states at the left, inside, at the right. */
static void empty_chunks_give_way(wrow_context *context)
{
    enum { COUNT = 1024 * 9 + 5 };
    static float x[COUNT];
    static const size_t kept[][2] = {{0, 1},       {COUNT - 1, COUNT}, {3000, 3002},
                                     {1024, 2048}, {5000, 9000},       {0, 0}};
    for (size_t k = 0; k < COUNT_OF(kept); ++k) {
        gen_elements(GEN_MIXED, WROW_F32, k, COUNT, x);
        for (size_t i = 0; i < COUNT; ++i)
            if (i < kept[k][0] || i >= kept[k][1])
                x[i] = i % 3 ? NAN : -NAN;
        struct input input = input_of(context, WROW_F32, x, COUNT, 4);
        case_check_describe(&input, true, "mostly NaN");
        case_check_describe(&input, false, "mostly NaN");
        input_free(&input);
    }
}
ON_BOTH(empty_chunks_give_way)

static void known_answers(wrow_context *context)
{
    const int16_t small[] = {4, -2, 4, 9, -2, 5};
    const double offset[] = {1e15 + 4, 1e15 + 7, 1e15 + 13, 1e15 + 16};
    const float nans[] = {3, NAN, 1, NAN};
    wrow_summary got;
    struct input input = input_of(context, WROW_I16, small, 6, 2);
    case_describe(&input, false, &got);
    assert_true(got.count == 6 && got.nan_count == 0);
    assert_true(got.min.i == -2 && got.min_index == 1);
    assert_true(got.max.i == 9 && got.max_index == 3);
    assert_true(got.sum == 18 && got.mean == 3);
    assert_true(got.squared_deviations == 92 && got.variance == 92.0 / 6);
    assert_true(got.sample_variance == 92.0 / 5);
    input_free(&input);

    input = input_of(context, WROW_F64, offset, 4, 8); /* E[x^2] - E[x]^2 fails here */
    case_describe(&input, false, &got);
    assert_true(got.mean == 1e15 + 10 && got.squared_deviations == 90);
    assert_true(got.sample_variance == 30);
    input_free(&input);

    input = input_of(context, WROW_F32, nans, 4, 4);
    case_describe(&input, false, &got);
    assert_true(got.nan_count == 2 && got.min_index == 1 && got.max_index == 1);
    assert_true(isnan(got.min.f) && isnan(got.max.f) && isnan(got.sum));
    assert_true(isnan(got.mean) && isnan(got.variance) && isnan(got.sample_variance));
    case_describe(&input, true, &got);
    assert_true(got.count == 4 && got.nan_count == 2);
    assert_true(got.min.f == 1 && got.min_index == 2);
    assert_true(got.max.f == 3 && got.max_index == 0);
    assert_true(got.sum == 4 && got.mean == 2 && got.variance == 1);
    assert_true(got.sample_variance == 2);
    input_free(&input);
}
ON_BOTH(known_answers)

static void one_element_and_nothing_but_nans(wrow_context *context)
{
    const double one = -0.0, nans[] = {NAN, -NAN, NAN};
    wrow_summary got;
    struct input input = input_of(context, WROW_F64, &one, 1, 8);
    case_describe(&input, false, &got);
    assert_true(signbit(got.sum) && got.sum == 0 && signbit(got.min.f));
    assert_true(got.variance == 0 && !signbit(got.variance));
    assert_true(isnan(got.sample_variance) && got.min_index == 0 && got.max_index == 0);
    input_free(&input);

    input = input_of(context, WROW_F64, nans, 3, 8);
    case_describe(&input, true, &got);
    assert_true(got.count == 3 && got.nan_count == 3);
    assert_true(got.sum == 0 && !signbit(got.sum));
    assert_true(got.min.f == (double)INFINITY && got.max.f == -(double)INFINITY);
    assert_true(got.min_index == UINT64_MAX && got.max_index == UINT64_MAX);
    assert_true(isnan(got.mean) && isnan(got.variance) && isnan(got.sample_variance));
    input_free(&input);
}
ON_BOTH(one_element_and_nothing_but_nans)

/* The first of several equal extremes, wherever threads begin. */
static void the_first_index_is_found(wrow_context *context)
{
    enum { COUNT = 300007 };
    static int32_t x[COUNT];
    static const size_t places[] = {0, 1, 1023, 1024, 150000, 262144, COUNT - 1};
    for (size_t p = 0; p < COUNT_OF(places); ++p) {
        wrow_summary got;
        for (size_t i = 0; i < COUNT; ++i)
            x[i] = i < places[p] ? (int32_t)(i % 7) - 3 : i % 2 == places[p] % 2 ? 9 : -9;
        struct input input = input_of(context, WROW_I32, x, COUNT, 4);
        case_describe(&input, false, &got);
        assert_true(got.max.i == 9 && got.max_index == places[p]);
        if (places[p] + 1 < COUNT)
            assert_true(got.min.i == -9 && got.min_index == places[p] + 1);
        input_free(&input);
    }
}
ON_BOTH(the_first_index_is_found)

static void a_hundred_runs_give_the_same_bits(wrow_context *context)
{
    struct input input = input_make(context, GEN_CANCEL, WROW_F32, 6, 600003, 4);
    wrow_summary first, again;
    oracle_describe(input.host, WROW_F32, input.count, false, &first);
    for (size_t run = unless_sanitized(0, 97); run < 100; ++run) {
        case_describe(&input, false, &again);
        assert_same_summary("run", WROW_F32, &first, &again);
    }
    input_free(&input);
}
ON_BOTH(a_hundred_runs_give_the_same_bits)

static void nothing_outside_is_read(wrow_context *context)
{
    const size_t counts[] = {1, 3, 31, 513, 5003};
    if (wrow_context_backend(context) != WROW_CPU)
        return;
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        for (size_t c = 0; c < COUNT_OF(counts); ++c)
            for (int end = 0; end < 2; ++end) {
                const struct type_row *row = &type_rows[t];
                struct guarded guarded = guarded_make(counts[c] * row->bytes, 0, end);
                wrow_summary expected, actual;
                assert_non_null(guarded.data);
                gen_elements(GEN_NAN, row->type, c, counts[c], guarded.data);
                oracle_describe(guarded.data, row->type, counts[c], false, &expected);
                MUST(context, wrow_describe(context, NULL, guarded.data, row->type,
                                            counts[c], &actual));
                assert_same_summary("guarded", row->type, &expected, &actual);
                guarded_free(&guarded);
            }
}
ON_BOTH(nothing_outside_is_read)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(every_type_at_every_edge),
        BOTH(every_kind_of_data),
        BOTH(every_alignment),
        BOTH(around_fans),
        BOTH(empty_chunks_give_way),
        BOTH(known_answers),
        BOTH(one_element_and_nothing_but_nans),
        BOTH(the_first_index_is_found),
        BOTH(a_hundred_runs_give_the_same_bits),
        BOTH(nothing_outside_is_read),
    };
    return cmocka_run_group_tests_name("reduce/test_describe", tests, NULL, NULL);
}
