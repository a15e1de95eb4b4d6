/* test_describe_merge.c -- summaries of chunks joined, against the oracle bit for bit and
 * against the description of the whole. Would catch an index that is not moved, the last
 * of equal extremes, an empty part that counts, and a lane that takes the wrong parts. */
#include "support/case.h"
#include "support/memory_map.h"
#include "support/oracle.h"
#include "support/sanitizer.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Lengths of the chunks that an array is cut into: 0 to `most` elements each. */
static wrow_summary *cut(const unsigned char *in, wrow_type type, size_t parts,
                         size_t most, bool skip_nan, size_t *count)
{
    wrow_summary *const summaries = malloc(parts * sizeof *summaries);
    uint64_t random = parts;
    assert_non_null(summaries);
    *count = 0;
    for (size_t p = 0; p < parts; ++p) {
        const size_t length = gen_below(&random, 4) ? gen_below(&random, most + 1) : 0;
        oracle_describe(in + *count * type_row_of(type)->bytes, type, length, skip_nan,
                        &summaries[p]);
        *count += length;
    }
    return summaries;
}

/* Both are finite, and no farther apart than rounding terms of this sum explains. */
static void assert_near(double expected, double actual, double sum)
{
    if (isfinite(expected) && isfinite(actual) && isfinite(sum))
        assert_true(fabs(actual - expected) <= sum * 1e-9);
}

static void check_whole(const unsigned char *in, wrow_type type, size_t count,
                        bool skip_nan, const wrow_summary *actual)
{
    wrow_summary expected, exact = *actual;
    double sum = 0, squares = 0;
    oracle_describe(in, type, count, skip_nan, &expected);
    for (size_t i = 0; i < count; ++i) {
        const double x = load_f64(type, in + i * type_row_of(type)->bytes);
        sum += isfinite(x) ? fabs(x) : 0;
        squares += isfinite(x) ? x * x : 0;
    }
    assert_near(expected.sum, exact.sum, sum);
    assert_near(expected.squared_deviations, exact.squared_deviations, squares);
    exact.sum = expected.sum;
    exact.mean = expected.mean;
    exact.squared_deviations = expected.squared_deviations;
    exact.variance = expected.variance;
    exact.sample_variance = expected.sample_variance;
    assert_same_summary("beside the whole", type, &expected, &exact);
}

static void check(wrow_context *context, enum gen_kind kind, wrow_type type, size_t parts,
                  size_t most, bool skip_nan)
{
    const size_t bytes = type_row_of(type)->bytes;
    unsigned char *const in = malloc(parts * most * bytes + 1);
    size_t count;
    wrow_summary merged;
    assert_non_null(in);
    gen_elements(kind, type, parts, parts * most, in);
    wrow_summary *const summaries = cut(in, type, parts, most, skip_nan, &count);
    case_check_describe_merge(context, summaries, type, parts, skip_nan, gen_names[kind]);
    case_describe_merge(context, summaries, type, parts, skip_nan, &merged);
    check_whole(in, type, count, skip_nan, &merged);
    free(summaries);
    free(in);
}

static void every_type_and_kind_of_data(wrow_context *context)
{
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        for (size_t kind = 0; kind < GEN_KINDS; kind += unless_sanitized(1, 4))
            for (int skip = 0; skip <= (is_float(type_rows[t].type) ? 1 : 0); ++skip) {
                const wrow_type type = type_rows[t].type;
                check(context, (enum gen_kind)kind, type, 5, 3, skip);
                check(context, (enum gen_kind)kind, type, 40, 60, skip);
            }
}
ON_BOTH(every_type_and_kind_of_data)

static void every_number_of_parts(wrow_context *context)
{
    static const size_t parts[] = {1,   2,   3,   255, 256,  257, 511,
                                   512, 513, 767, 769, 1025, 2049};
    for (size_t p = 0; p < COUNT_OF(parts); ++p) {
        check(context, GEN_MIXED, WROW_F32, parts[p], 4, false);
        check(context, GEN_NAN, WROW_F64, parts[p], 2, true);
        check(context, GEN_TIES, WROW_I16, parts[p], 3, false);
    }
}
ON_BOTH(every_number_of_parts)

/* Summaries that no array of this machine has, one of NaNs alone here and there. */
static wrow_summary made_up(uint64_t *random, wrow_type type)
{
    const uint64_t count = 1 + gen_below(random, (uint64_t)1 << 40);
    wrow_summary part;
    memset(&part, 0, sizeof part);
    part.count = count;
    part.nan_count = is_float(type) && gen_below(random, 9) == 0 ? count : 0;
    part.min_index = gen_below(random, count);
    part.max_index = gen_below(random, count);
    part.sum = (double)(int64_t)gen_next(random);
    part.squared_deviations = (double)gen_next(random);
    if (is_float(type)) {
        part.min.f = (double)gen_below(random, 5) - 9;
        part.max.f = (double)gen_below(random, 5) * 0x1p60;
    } else { /* two values that an f64 cannot tell apart */
        part.min.u = ((uint64_t)1 << 63) - gen_below(random, 3);
        part.max.u = ((uint64_t)1 << 63) + gen_below(random, 3);
        if (type == WROW_I64) {
            part.min.i = INT64_MIN + (int64_t)gen_below(random, 3);
            part.max.i = INT64_MAX - (int64_t)gen_below(random, 3);
        }
    }
    return part;
}

static void many_parts(wrow_context *context)
{
    static const size_t most[] = {4095, 4096, 4097, 20003, 1000003};
    static const wrow_type types[] = {WROW_F64, WROW_I64, WROW_U64};
    wrow_summary *const parts = malloc(most[4] * sizeof *parts);
    assert_non_null(parts);
    for (size_t m = 0; m < unless_sanitized(COUNT_OF(most), 4); ++m)
        for (size_t t = 0; t < COUNT_OF(types); ++t) {
            uint64_t random = m;
            for (size_t p = 0; p < most[m]; ++p)
                parts[p] = made_up(&random, types[t]);
            case_check_describe_merge(context, parts, types[t], most[m], true, "made up");
        }
    free(parts);
}
ON_BOTH(many_parts)

static void empty_parts_are_left_out(wrow_context *context)
{
    enum { PARTS = 300 };
    wrow_summary parts[PARTS], got;
    const double three[] = {4, -0.0, 0.0};
    for (size_t t = 0; t < TYPE_COUNT; ++t) {
        const wrow_type type = type_rows[t].type;
        for (size_t p = 0; p < PARTS; ++p)
            oracle_describe(NULL, type, 0, false, &parts[p]);
        for (size_t count = 1; count <= PARTS; count += 299) {
            case_describe_merge(context, parts, type, count, t % 2, &got);
            assert_same_summary("nothing", type, &parts[0], &got);
        }
    }
    oracle_describe(three, WROW_F64, 3, false, &parts[270]);
    case_describe_merge(context, parts, WROW_F64, PARTS, false, &got);
    assert_same_summary("one part", WROW_F64, &parts[270], &got);
    /* what an empty part says is not looked at */
    memset(&parts[3], 0xff, sizeof parts[3]);
    parts[3].count = parts[3].nan_count = 0;
    case_describe_merge(context, parts, WROW_F64, PARTS, false, &got);
    assert_same_summary("one part", WROW_F64, &parts[270], &got);
    assert_true(got.min_index == 1 && got.max_index == 0 && signbit(got.min.f));
}
ON_BOTH(empty_parts_are_left_out)

static void nans_are_counted_and_found(wrow_context *context)
{
    const float x[] = {3, 1, 7, NAN, NAN, 5, -NAN, 2};
    const size_t cuts[] = {0, 2, 5, 5, 7, 8}; /* the fourth has nothing but NaNs */
    wrow_summary parts[5], got;
    for (int skip = 0; skip < 2; ++skip) {
        for (size_t p = 0; p < 5; ++p)
            oracle_describe(x + cuts[p], WROW_F32, cuts[p + 1] - cuts[p], skip,
                            &parts[p]);
        case_describe_merge(context, parts, WROW_F32, 5, skip, &got);
        assert_true(got.count == 8 && got.nan_count == 3);
        if (skip) {
            assert_true(got.min.f == 1 && got.min_index == 1);
            assert_true(got.max.f == 7 && got.max_index == 2);
            assert_true(got.sum == 18 && got.mean == 3.6);
        } else {
            assert_true(isnan(got.min.f) && isnan(got.sum) && isnan(got.variance));
            assert_true(got.min_index == 3 && got.max_index == 3);
        }
        check_whole((const unsigned char *)x, WROW_F32, 8, skip, &got);
    }
}
ON_BOTH(nans_are_counted_and_found)

/* The parts that wrow_describe itself leaves, in place. */
static void parts_of_describe(wrow_context *context)
{
    enum { COUNT = 100003, PARTS = 8, EACH = 14000 };
    struct input in = input_make(context, GEN_MIXED, WROW_F32, 8, COUNT, 4);
    struct buffer parts =
        buffer_make(context, (PARTS + 1) * sizeof(wrow_summary), 8, CANARY_WRITE);
    wrow_summary *const at = parts.data;
    wrow_summary host[PARTS + 1], expected;
    for (size_t p = 0; p < PARTS; ++p) {
        const size_t first = p * EACH, left = COUNT - first;
        MUST(context, wrow_describe(context, NULL, (const float *)in.buffer.data + first,
                                    WROW_F32, left < EACH ? left : EACH, &at[p]));
    }
    MUST(context, wrow_describe_merge(context, NULL, at, WROW_F32, PARTS, &at[PARTS]));
    buffer_get(&parts, host);
    oracle_describe_merge(host, WROW_F32, PARTS, false, &expected);
    assert_same_summary("in place", WROW_F32, &expected, &host[PARTS]);
    check_whole(in.host, WROW_F32, COUNT, false, &host[PARTS]);
    buffer_free(&parts);
    input_free(&in);
}
ON_BOTH(parts_of_describe)

static void nothing_outside_is_read(wrow_context *context)
{
    static const size_t counts[] = {1, 2, 257, 4099};
    if (wrow_context_backend(context) != WROW_CPU)
        return;
    for (size_t c = 0; c < 2 * COUNT_OF(counts); ++c) {
        const size_t count = counts[c / 2];
        struct guarded guarded = guarded_make(count * sizeof(wrow_summary), 0, c % 2);
        wrow_summary *const parts = guarded.data;
        wrow_summary expected, actual;
        uint64_t random = c;
        assert_non_null(parts);
        for (size_t p = 0; p < count; ++p)
            parts[p] = made_up(&random, WROW_U64);
        oracle_describe_merge(parts, WROW_U64, count, false, &expected);
        MUST(context,
             wrow_describe_merge(context, NULL, parts, WROW_U64, count, &actual));
        assert_same_summary("guarded", WROW_U64, &expected, &actual);
        guarded_free(&guarded);
    }
}
ON_BOTH(nothing_outside_is_read)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(every_type_and_kind_of_data),
        BOTH(every_number_of_parts),
        BOTH(many_parts),
        BOTH(empty_parts_are_left_out),
        BOTH(nans_are_counted_and_found),
        BOTH(parts_of_describe),
        BOTH(nothing_outside_is_read),
    };
    return cmocka_run_group_tests_name("reduce/test_describe_merge", tests, NULL, NULL);
}
