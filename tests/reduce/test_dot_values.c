/* test_dot_values.c -- answers of wrow_dot that are known without an oracle. Would catch
 * a product that is fused with its addition, a sum that does not wrap, a product of
 * halves that is rounded to a half, and a NaN that keeps its payload. */
#include "support/case.h"
#include <math.h>

static uint64_t dot_of(wrow_context *context, wrow_type a_type, const void *a,
                       wrow_type b_type, const void *b, size_t count, wrow_type out_type)
{
    struct input x = input_of(context, a_type, a, count, 8);
    struct input y = input_of(context, b_type, b, count, 16);
    uint64_t bits = 0;
    case_dot(&x, &y, out_type, &bits);
    input_free(&y);
    input_free(&x);
    return bits;
}

static double as_f64(uint64_t bits)
{
    return load_f64(WROW_F64, &bits);
}

static void known_integers(wrow_context *context)
{
    const int8_t low[] = {-128, -128, 127, 1}, high[] = {-128, 127, 127, -1};
    const uint8_t bytes[] = {255, 255, 200}, more[] = {255, 255, 2};
    const int32_t words[] = {INT32_MIN, INT32_MIN};
    const int64_t long_words[] = {INT64_MIN, INT64_MAX, 3}, twos[] = {2, 2, 5};
    const uint64_t top[] = {UINT64_MAX, UINT64_MAX};
    const double half[] = {0.5, 0.25, 2};
#define DOT(type, a, b, count, out) dot_of(context, type, a, type, b, count, out)
    assert_true((int64_t)DOT(WROW_I8, low, high, 4, WROW_I64) == 16256);
    assert_int_equal(DOT(WROW_U8, bytes, more, 3, WROW_U64), 130450);
    assert_true(DOT(WROW_I32, words, words, 2, WROW_I64) == (uint64_t)1 << 63);
    assert_true((int64_t)DOT(WROW_I64, long_words, twos, 3, WROW_I64) == 13);
    assert_int_equal(DOT(WROW_U64, top, top, 2, WROW_U64), 2);
    assert_int_equal(DOT(WROW_U64, top, top, 0, WROW_U64), 0);
#undef DOT
    assert_true(as_f64(dot_of(context, WROW_U64, top, WROW_F64, half, 2, WROW_F64)) ==
                0x1p64 * 0.75);
    assert_true(as_f64(dot_of(context, WROW_I8, low, WROW_F64, half, 3, WROW_F64)) ==
                158);
}
ON_BOTH(known_integers)

static void known_floats(wrow_context *context)
{
    const double minus = -0.0, one = 1;
    enum { NEXT = 64 }; /* what the accumulator of element 0 takes next */
    const double x[NEXT + 1] = {[0] = -1, [NEXT] = 1 + 0x1p-30};
    const double y[NEXT + 1] = {[0] = 1 + 0x1p-29, [NEXT] = 1 + 0x1p-30};
    const float infinite[] = {1, INFINITY, 2}, zeros[] = {3, 0, 4};
    const float large[] = {0x1p100f, 0x1p100f}, small[] = {0x1p27f, -0x1p26f};
    const uint16_t most[] = {0x7bffu, 0x7bffu}, two[] = {0x3c00u, 0x4000u};
    const uint16_t nan[] = {0xfe01u, 0x3c00u};
    float single;
#define DOT(type, a, b, count, out) dot_of(context, type, a, type, b, count, out)
    assert_true(DOT(WROW_F64, &minus, &one, 1, WROW_F64) == (uint64_t)1 << 63);
    assert_int_equal(DOT(WROW_F64, &minus, &one, 0, WROW_F64), 0);
    /* (1 + 2^-30)^2 loses its 2^-60 before it is added: no fused multiply-add */
    assert_true(as_f64(DOT(WROW_F64, x, y, NEXT + 1, WROW_F64)) == 0);
    assert_int_equal(DOT(WROW_F32, infinite, zeros, 3, WROW_F32), 0x7fc00000u);
    assert_true(as_f64(DOT(WROW_F32, large, small, 2, WROW_F64)) == 0x1p126);
    assert_int_equal(DOT(WROW_F16, most, most, 2, WROW_F16), 0x7c00u);
    assert_int_equal(DOT(WROW_F16, nan, two, 2, WROW_F16), 0x7e00u);
    assert_int_equal(DOT(WROW_BF16, most, two, 0, WROW_BF16), 0);
    const uint64_t bits = DOT(WROW_F16, most, two, 2, WROW_F32);
    single = (float)load_f64(WROW_F32, &bits);
    assert_true(single == 3 * 65504.0f);
#undef DOT
}
ON_BOTH(known_floats)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(known_integers),
        BOTH(known_floats),
    };
    return cmocka_run_group_tests_name("reduce/test_dot_values", tests, NULL, NULL);
}
