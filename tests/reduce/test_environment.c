/* test_environment.c -- the caller's floating-point environment is nobody's business: the
 * CPU backend rounds to nearest and keeps subnormal numbers, whatever the caller has told
 * the processor, and puts the caller's back. */
#include "support/oracle.h"
#include "support/segments_case.h"
#include <fenv.h>
#include <string.h>

enum { COUNT = 5003, SEGMENTS = 3 };

static const uint64_t offsets[SEGMENTS + 1] = {0, 7, 5000, COUNT};

/* What every call says of one array, and what it must say. */
struct answers {
    float sum, mean, rows[SEGMENTS], columns[SEGMENTS], segments[SEGMENTS], scaled;
    double dot;
    wrow_extreme min, mins[SEGMENTS];
    wrow_summary whole, parts[SEGMENTS], joined;
    uint64_t below, within;
};

static const wrow_reduce_options scaled = {
    .transform = WROW_SCALE_SHIFT, .scale = 0.1, .shift = 1e-40};
static const wrow_value tiny = {.f = 1e-42}, none = {.f = 0};

static void ask(wrow_context *context, const float *x, struct answers *a)
{
    const size_t third = COUNT / SEGMENTS;
    MUST(context, wrow_reduce(context, WROW_SUM, x, WROW_F32, COUNT, &a->sum, WROW_F32));
    MUST(context,
         wrow_reduce(context, WROW_MEAN, x, WROW_F32, COUNT, &a->mean, WROW_F32));
    MUST(context, wrow_transform_reduce(context, WROW_SUM, &scaled, x, WROW_F32, COUNT,
                                        &a->scaled, WROW_F32));
    MUST(context, wrow_dot(context, x, WROW_F32, x, WROW_F32, COUNT, &a->dot, WROW_F64));
    MUST(context, wrow_arg_reduce(context, x, WROW_F32, COUNT, &a->min, NULL));
    MUST(context, wrow_describe(context, NULL, x, WROW_F32, COUNT, &a->whole));
    MUST(context, wrow_reduce_segments(context, WROW_SUM, NULL, x, WROW_F32, COUNT,
                                       offsets, SEGMENTS, a->segments, WROW_F32));
    MUST(context, wrow_arg_reduce_segments(context, x, WROW_F32, COUNT, offsets, SEGMENTS,
                                           a->mins, NULL));
    MUST(context, wrow_describe_segments(context, NULL, x, WROW_F32, COUNT, offsets,
                                         SEGMENTS, a->parts));
    MUST(context, wrow_reduce_rows(context, WROW_MEAN, NULL, WROW_ALONG_ROWS, x, WROW_F32,
                                   SEGMENTS, third, third, a->rows, WROW_F32));
    MUST(context,
         wrow_reduce_rows(context, WROW_SUM, NULL, WROW_ALONG_COLUMNS, x, WROW_F32, third,
                          SEGMENTS, SEGMENTS, a->columns, WROW_F32));
    MUST(context,
         wrow_describe_merge(context, NULL, a->parts, WROW_F32, SEGMENTS, &a->joined));
    MUST(context,
         wrow_count_if(context, WROW_LESS, &tiny, x, WROW_F32, COUNT, &a->below));
    MUST(context,
         wrow_count_in_range(context, &none, &tiny, x, WROW_F32, COUNT, &a->within));
}

/* Sums of subnormals, of numbers that are rounded, and some that are 0. */
static void make_elements(float *x)
{
    gen_elements(GEN_MIXED, WROW_F32, 1, COUNT, x);
    for (size_t i = 0; i < COUNT; ++i)
        if (i % 3 == 0)
            x[i] = (float)(i % 40) * 1e-44f;
}

#if defined(__x86_64__)
#include <xmmintrin.h>
static void flush_subnormals(void)
{
    _mm_setcsr(_mm_getcsr() | 0x8040u); /* results, and what is read */
}
static unsigned environment(void)
{
    return _mm_getcsr() & ~0x3fu; /* all but the flags */
}
#else
static void flush_subnormals(void)
{
}
static unsigned environment(void)
{
    return (unsigned)fegetround();
}
#endif

/* The default environment's answers are compared with the oracle by the other tests. */
static void the_callers_environment_changes_nothing(void **state)
{
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    static float x[COUNT];
    static struct answers expected, actual;
    (void)state;
    make_elements(x);
    for (uint32_t threads = 1; threads <= 3; threads += 2) {
        wrow_context *const context = case_cpu(threads);
        memset(&expected, 0, sizeof expected);
        ask(context, x, &expected);
        for (size_t m = 0; m < COUNT_OF(modes); ++m) {
            memset(&actual, 0, sizeof actual);
            assert_int_equal(fesetround(modes[m]), 0);
            flush_subnormals();
            const unsigned before = environment();
            ask(context, x, &actual);
            const unsigned after = environment();
            assert_int_equal(fesetenv(FE_DFL_ENV), 0);
            assert_int_equal(before, after);
            assert_memory_equal(&expected, &actual, sizeof expected);
        }
        wrow_context_destroy(context);
    }
    assert_true(expected.below > 0 && expected.within > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_callers_environment_changes_nothing),
    };
    return cmocka_run_group_tests_name("reduce/test_environment", tests, NULL, NULL);
}
