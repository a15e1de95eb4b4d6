/* test_reduce_values.c -- answers known without the oracle: identities, NaN rules,
 * signed zeros, infinities, wrapping and rounding. The oracle is held to them too,
 * so that a mistake made twice is seen. */
#include "support/case.h"
#include "support/oracle.h"
#include <stdio.h>
#include <string.h>

/* One reduction whose result bits are written in the test. */
static void expect(wrow_context *context, wrow_operation operation, wrow_type in,
                   const void *elements, size_t count, wrow_type out, uint64_t bits)
{
    unsigned char expected[ELEMENT_BYTES_MAX], actual[ELEMENT_BYTES_MAX];
    struct input input = input_of(context, in, elements, count, type_row_of(in)->bytes);
    char text[96];
    snprintf(text, sizeof text, "%s of %s to %s, count %zu",
             wrow_operation_name(operation), wrow_type_name(in), wrow_type_name(out),
             count);
    store_integer(out, bits, expected);
    oracle_reduce(operation, elements, in, count, actual, out);
    assert_same_bits("oracle", out, expected, actual, 1);
    case_reduce(operation, &input, out, actual);
    assert_same_bits(text, out, expected, actual, 1);
    input_free(&input);
}

/* Bits of some values of each floating type. */
static const struct float_bits {
    wrow_type type;
    uint64_t nan, infinity, one, sign, largest, least;
} floats[] = {
    {WROW_F16, 0x7e00, 0x7c00, 0x3c00, 0x8000, 0x7bff, 1},
    {WROW_BF16, 0x7fc0, 0x7f80, 0x3f80, 0x8000, 0x7f7f, 1},
    {WROW_F32, 0x7fc00000, 0x7f800000, 0x3f800000, 0x80000000, 0x7f7fffff, 1},
    {WROW_F64, 0x7ff8000000000000, 0x7ff0000000000000, 0x3ff0000000000000,
     0x8000000000000000, 0x7fefffffffffffff, 1},
};

static void nothing_gives_the_identity(wrow_context *context)
{
    for (size_t t = 0; t < TYPE_COUNT; ++t) {
        const wrow_type type = type_rows[t].type;
        const uint64_t top = (uint64_t)1 << (8 * type_rows[t].bytes - 1);
        if (is_float(type))
            continue;
        const bool is_signed = type_rows[t].kind == 'S';
        expect(context, WROW_SUM, type, NULL, 0, type, 0);
        expect(context, WROW_PRODUCT, type, NULL, 0, type, 1);
        expect(context, WROW_MIN, type, NULL, 0, type, is_signed ? top - 1 : UINT64_MAX);
        expect(context, WROW_MAX, type, NULL, 0, type, is_signed ? top : 0);
        expect(context, WROW_BIT_AND, type, NULL, 0, type, UINT64_MAX);
        expect(context, WROW_BIT_OR, type, NULL, 0, type, 0);
        expect(context, WROW_BIT_XOR, type, NULL, 0, type, 0);
    }
    for (size_t f = 0; f < COUNT_OF(floats); ++f) {
        const struct float_bits *bits = &floats[f];
        expect(context, WROW_SUM, bits->type, NULL, 0, bits->type, 0);
        expect(context, WROW_PRODUCT, bits->type, NULL, 0, bits->type, bits->one);
        expect(context, WROW_MIN, bits->type, NULL, 0, bits->type, bits->infinity);
        expect(context, WROW_MAX, bits->type, NULL, 0, bits->type,
               bits->infinity | bits->sign);
    }
    for (size_t t = 0; t < TYPE_COUNT; ++t) {
        expect(context, WROW_ANY, type_rows[t].type, NULL, 0, WROW_I8, 0);
        expect(context, WROW_ALL, type_rows[t].type, NULL, 0, WROW_U64, 1);
        expect(context, WROW_COUNT_NONZERO, type_rows[t].type, NULL, 0, WROW_U64, 0);
    }
}
ON_BOTH(nothing_gives_the_identity)

/* Result of 2,000 elements `rest` with `special` at three places. */
static void expect_among(wrow_context *context, wrow_operation operation, wrow_type type,
                         uint64_t rest, uint64_t special, wrow_type out, uint64_t bits)
{
    enum { COUNT = 2000 };
    static const size_t places[] = {0, 1777, COUNT - 1};
    unsigned char elements[COUNT * ELEMENT_BYTES_MAX];
    const size_t bytes = type_row_of(type)->bytes;
    for (size_t p = 0; p < COUNT_OF(places); ++p) {
        for (size_t i = 0; i < COUNT; ++i)
            store_integer(type, i == places[p] ? special : rest, elements + i * bytes);
        expect(context, operation, type, elements, COUNT, out, bits);
    }
}

static void a_nan_wins_and_is_canonical(wrow_context *context)
{
    for (size_t f = 0; f < COUNT_OF(floats); ++f) {
        const struct float_bits *x = &floats[f];
        const uint64_t nans[] = {x->nan, x->nan | x->sign, x->infinity | 1,
                                 x->sign | x->infinity | 1, x->nan | 0x15};
        for (size_t n = 0; n < COUNT_OF(nans); ++n) {
            for (wrow_operation op = WROW_SUM; op <= WROW_MAX;
                 op = (wrow_operation)(op + 1))
                expect_among(context, op, x->type, x->one, nans[n], x->type, x->nan);
            expect_among(context, WROW_ANY, x->type, 0, nans[n], WROW_U8, 1);
            expect_among(context, WROW_ALL, x->type, x->one, nans[n], WROW_I16, 1);
            expect_among(context, WROW_COUNT_NONZERO, x->type, x->sign, nans[n], WROW_I64,
                         1);
        }
        /* inf - inf and 0 * inf make their own */
        expect_among(context, WROW_SUM, x->type, x->infinity, x->infinity | x->sign,
                     x->type, x->nan);
        expect_among(context, WROW_PRODUCT, x->type, x->infinity, 0, x->type, x->nan);
    }
}
ON_BOTH(a_nan_wins_and_is_canonical)

static void zeros_keep_their_sign(wrow_context *context)
{
    for (size_t f = 0; f < COUNT_OF(floats); ++f) {
        const struct float_bits *x = &floats[f];
        expect_among(context, WROW_SUM, x->type, x->sign, x->sign, x->type, x->sign);
        expect_among(context, WROW_SUM, x->type, x->sign, 0, x->type, 0);
        expect_among(context, WROW_MIN, x->type, 0, x->sign, x->type, x->sign);
        expect_among(context, WROW_MIN, x->type, x->sign, 0, x->type, x->sign);
        expect_among(context, WROW_MAX, x->type, x->sign, 0, x->type, 0);
        expect_among(context, WROW_MAX, x->type, 0, x->sign, x->type, 0);
        expect_among(context, WROW_PRODUCT, x->type, x->one, x->sign, x->type, x->sign);
        expect_among(context, WROW_ANY, x->type, x->sign, 0, WROW_U32, 0);
        expect_among(context, WROW_ANY, x->type, 0, x->least, WROW_U32, 1);
        expect_among(context, WROW_ALL, x->type, x->one, x->sign, WROW_U16, 0);
        expect_among(context, WROW_COUNT_NONZERO, x->type, x->one, x->sign, WROW_U64,
                     1999);
        /* a single -0, and nothing beside it */
        unsigned char zero[ELEMENT_BYTES_MAX];
        store_integer(x->type, x->sign, zero);
        expect(context, WROW_SUM, x->type, zero, 1, x->type, x->sign);
        if (x->type != WROW_F64)
            expect(context, WROW_SUM, x->type, zero, 1, WROW_F64, (uint64_t)1 << 63);
    }
}
ON_BOTH(zeros_keep_their_sign)

static void infinities_and_overflow(wrow_context *context)
{
    for (size_t f = 0; f < COUNT_OF(floats); ++f) {
        const struct float_bits *x = &floats[f];
        const uint64_t minus = x->infinity | x->sign;
        expect_among(context, WROW_SUM, x->type, x->one, x->infinity, x->type,
                     x->infinity);
        expect_among(context, WROW_MIN, x->type, x->one, minus, x->type, minus);
        expect_among(context, WROW_MAX, x->type, x->one, x->infinity, x->type,
                     x->infinity);
        expect_among(context, WROW_MAX, x->type, minus, x->least | x->sign, x->type,
                     x->least | x->sign);
        /* larger than the output type holds */
        expect_among(context, WROW_SUM, x->type, x->largest, x->largest, x->type,
                     x->infinity);
        expect_among(context, WROW_SUM, x->type, x->largest | x->sign, x->one, x->type,
                     minus);
        expect_among(context, WROW_PRODUCT, x->type, x->one, x->largest, x->type,
                     x->largest);
    }
    /* 2,000 times the largest f16 fits f32, so only the store overflows */
    expect_among(context, WROW_SUM, WROW_F16, 0x7bff, 0x7bff, WROW_F32, 0x4cf9e0c0);
    /* the sum leaves f32 and comes back: the accumulator is f64 */
    const float there_and_back[4] = {3e38f, 3e38f, -3e38f, -3e38f};
    expect(context, WROW_SUM, WROW_F32, there_and_back, 4, WROW_F32, 0);
}
ON_BOTH(infinities_and_overflow)

static void results_are_rounded_once_to_even(wrow_context *context)
{
    /* 2048 + 1 lies half way between two f16; so do 2048 + 3 */
    const uint16_t half_way[] = {0x6800, 0x3c00}, above[] = {0x6800, 0x4200};
    expect(context, WROW_SUM, WROW_F16, half_way, 2, WROW_F16, 0x6800);
    expect(context, WROW_SUM, WROW_F16, above, 2, WROW_F16, 0x6802);
    expect(context, WROW_SUM, WROW_F16, above, 2, WROW_F32, 0x45003000);
    /* 2^-24 + 2^-149 rounds to 2^-24; three subnormals stay exact */
    const float least[] = {0x1p-149f, 0x1p-149f, 0x1p-149f};
    expect(context, WROW_SUM, WROW_F32, least, 3, WROW_F32, 3);
    expect(context, WROW_MIN, WROW_F32, least, 3, WROW_F32, 1);
    /* 1 + 2^-24 is half way, 1 + 2^-24 + 2^-50 is above */
    const float tie[] = {1, 0x1p-24f, 0}, over[] = {1, 0x1p-24f, 0x1p-50f};
    expect(context, WROW_SUM, WROW_F32, tie, 3, WROW_F32, 0x3f800000);
    expect(context, WROW_SUM, WROW_F32, over, 3, WROW_F32, 0x3f800001);
    const uint16_t bf_tie[] = {0x3f80, 0x3b80}, bf_odd[] = {0x3f81, 0x3b80};
    expect(context, WROW_SUM, WROW_BF16, bf_tie, 2, WROW_BF16, 0x3f80);
    expect(context, WROW_SUM, WROW_BF16, bf_odd, 2, WROW_BF16, 0x3f82);
}
ON_BOTH(results_are_rounded_once_to_even)

static void integers_wrap(wrow_context *context)
{
    const int8_t i8[] = {127, 127, 127, -128};
    const uint8_t u8[] = {255, 255, 2, 255};
    const int64_t i64[] = {INT64_MAX, 1, INT64_MIN, -1};
    const uint64_t u64[] = {UINT64_MAX, UINT64_MAX, 3};
    const int32_t i32[] = {-3, 5, 7};
    expect(context, WROW_SUM, WROW_I8, i8, 4, WROW_I8, 0xfd);
    expect(context, WROW_SUM, WROW_I8, i8, 4, WROW_I64, 253);
    expect(context, WROW_SUM, WROW_U8, u8, 4, WROW_U8, 767 & 0xff);
    expect(context, WROW_SUM, WROW_U8, u8, 4, WROW_I16, 767);
    expect(context, WROW_PRODUCT, WROW_U8, u8, 4, WROW_U16, 33162750u & 0xffffu);
    expect(context, WROW_PRODUCT, WROW_U8, u8, 4, WROW_U64, 33162750u);
    expect(context, WROW_PRODUCT, WROW_I8, i8, 3, WROW_I32, 2048383);
    expect(context, WROW_SUM, WROW_I64, i64, 2, WROW_I64, (uint64_t)INT64_MIN);
    expect(context, WROW_SUM, WROW_I64, i64, 4, WROW_I64, UINT64_MAX);
    expect(context, WROW_PRODUCT, WROW_I64, i64 + 2, 2, WROW_I64, (uint64_t)INT64_MIN);
    expect(context, WROW_SUM, WROW_U64, u64, 3, WROW_U64, 1);
    expect(context, WROW_PRODUCT, WROW_U64, u64, 3, WROW_U64, 3);
    expect(context, WROW_PRODUCT, WROW_I32, i32, 3, WROW_I64, (uint64_t)-105);
    expect(context, WROW_MIN, WROW_I8, i8, 4, WROW_I8, 0x80);
    expect(context, WROW_MAX, WROW_U8, u8, 4, WROW_U8, 0xff);
    expect(context, WROW_BIT_AND, WROW_U8, u8, 4, WROW_U8, 2);
    expect(context, WROW_BIT_XOR, WROW_U8, u8, 4, WROW_U8, 0xfd);
    expect(context, WROW_BIT_OR, WROW_I32, i32, 3, WROW_I32, 0xffffffff);
}
ON_BOTH(integers_wrap)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(nothing_gives_the_identity),
        BOTH(a_nan_wins_and_is_canonical),
        BOTH(zeros_keep_their_sign),
        BOTH(infinities_and_overflow),
        BOTH(results_are_rounded_once_to_even),
        BOTH(integers_wrap),
    };
    return cmocka_run_group_tests_name("reduce/test_reduce_values", tests, NULL, NULL);
}
