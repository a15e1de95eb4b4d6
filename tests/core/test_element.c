/* test_element.c -- all 65,536 bit patterns of both 16-bit floats, and the rounding
 * of f32 values around every one of them, against ldexp and frexp. */
#include "core/element.h"
#include "support/bits.h"
#include "support/gen.h"
#include "support/unit.h"
#include <math.h>

static float f32_of(double value)
{
    return (float)value;
}

static void every_half_widens_exactly(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 0x10000u; ++i) {
        const uint16_t bits = (uint16_t)i;
        const double f16 = load_f64(WROW_F16, &bits), bf16 = load_f64(WROW_BF16, &bits);
        if (isnan(f16))
            assert_true(isnan(f16_to_f32(bits)));
        else
            assert_int_equal(f32_bits(f16_to_f32(bits)), f32_bits(f32_of(f16)));
        if (isnan(bf16))
            assert_true(isnan(bf16_to_f32(bits)));
        else
            assert_int_equal(f32_bits(bf16_to_f32(bits)), f32_bits(f32_of(bf16)));
    }
}

static void check_rounding(uint32_t bits)
{
    const float value = f32_from_bits(bits);
    uint16_t f16, bf16;
    store_f64(WROW_F16, (double)value, &f16);
    store_f64(WROW_BF16, (double)value, &bf16);
    if (f16_from_f32(value) != f16)
        fail_msg("f16 of %08x: expected %04x, got %04x", bits, f16, f16_from_f32(value));
    if (bf16_from_f32(value) != bf16)
        fail_msg("bf16 of %08x: expected %04x, got %04x", bits, bf16,
                 bf16_from_f32(value));
}

static void halves_round_to_nearest_even(void **state)
{
    static const uint32_t around[] = {0,      1,      0x7fff, 0x8000, 0x8001, 0xffff,
                                      0x0fff, 0x1000, 0x1001, 0x2fff, 0x3000, 0x3001};
    uint64_t seed = 1;
    (void)state;
    for (uint32_t high = 0; high < 0x10000u; ++high) {
        for (size_t k = 0; k < COUNT_OF(around); ++k)
            check_rounding(high << 16 | around[k]);
        for (int k = 0; k < 8; ++k)
            check_rounding(high << 16 | (uint32_t)(gen_next(&seed) & 0xffffu));
    }
    /* Half way between two f16, and one step off it, through all exponents. */
    for (uint32_t i = 0; i < 0x7c00u; ++i) {
        const uint16_t low = (uint16_t)i, high = (uint16_t)(i + 1);
        const double a = load_f64(WROW_F16, &low);
        const double b = high == 0x7c00u ? 65536 : load_f64(WROW_F16, &high);
        const uint32_t middle = f32_bits(f32_of((a + b) / 2));
        check_rounding(middle - 1);
        check_rounding(middle);
        check_rounding(middle + 1);
        check_rounding(middle | 0x80000000u);
    }
}

static void nans_become_canonical(void **state)
{
    static const uint32_t nans[] = {0x7fc00000u, 0xffc00000u, 0x7f800001u, 0xffffffffu,
                                    0x7f801000u};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(nans); ++i) {
        const float nan = f32_from_bits(nans[i]);
        assert_int_equal(f16_from_f32(nan), 0x7e00);
        assert_int_equal(bf16_from_f32(nan), 0x7fc0);
        assert_int_equal(f32_bits(f32_canonical(nan)), 0x7fc00000u);
    }
    assert_true(f64_bits(f64_canonical(f64_from_bits(0xfff0000000000001u))) ==
                0x7ff8000000000000u);
    assert_int_equal(f32_bits(f32_canonical(-0.0f)), 0x80000000u);
    assert_true(f64_bits(f64_canonical(-0.0)) == 0x8000000000000000u);
}

static void keys_ascend_as_the_values_do(void **state)
{
    (void)state;
    uint64_t before = 0;
    /* f16 from -inf to -0, then from +0 to +inf */
    for (uint32_t step = 0; step <= 0x7c00u; ++step) {
        const uint64_t key = float_key(0x8000u | (0x7c00u - step), 16);
        assert_true(step == 0 || key > before);
        assert_true(float_unkey(key, 16) == (0x8000u | (0x7c00u - step)));
        before = key;
    }
    for (uint32_t bits = 0; bits <= 0x7c00u; ++bits) {
        const uint64_t key = float_key(bits, 16);
        assert_true(key > before && key <= 0xffffu);
        assert_true(float_unkey(key, 16) == bits);
        before = key;
    }
    const double values[] = {-(double)INFINITY, -1e300, -1, -0.0, 0.0, 5e-324, 1,
                             (double)INFINITY};
    for (size_t i = 0; i + 1 < COUNT_OF(values); ++i) {
        assert_true(float_key(f64_bits(values[i]), 64) <
                    float_key(f64_bits(values[i + 1]), 64));
        assert_true(float_unkey(float_key(f64_bits(values[i]), 64), 64) ==
                    f64_bits(values[i]));
        assert_true(float_key(f32_bits(f32_of(values[i])), 32) <=
                    float_key(f32_bits(f32_of(values[i + 1])), 32));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_half_widens_exactly),
        cmocka_unit_test(halves_round_to_nearest_even),
        cmocka_unit_test(nans_become_canonical),
        cmocka_unit_test(keys_ascend_as_the_values_do),
    };
    return cmocka_run_group_tests_name("core/test_element", tests, NULL, NULL);
}
