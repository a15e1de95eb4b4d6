/* test_arg_reduce_values.c -- answers known without the oracle: the NaN rule with every
 * kind of NaN, signed zeros, elements equal to what an empty fold starts from, rising
 * and falling data. The oracle is held to them too, so that a mistake made twice is
 * seen. */
#include "support/case.h"
#include "support/oracle.h"
#include "support/sanitizer.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct answer {
    wrow_value value;
    uint64_t index;
};

static wrow_value of_bits(uint64_t bits)
{
    return (wrow_value){.u = bits};
}

static wrow_value of_f64(double value)
{
    wrow_value result;
    memcpy(&result, &value, sizeof value);
    return result;
}

/* Each call, and the oracle, must give what the test says. */
static void expect(wrow_context *context, wrow_type type, const void *elements,
                   size_t count, struct answer min, struct answer max, const char *what)
{
    const wrow_extreme expected[] = {{min.value, min.index}, {max.value, max.index}};
    struct input input =
        input_of(context, type, elements, count, type_row_of(type)->bytes);
    wrow_extreme got[2];
    char text[96];
    oracle_arg_reduce(elements, type, count, &got[0], &got[1]);
    for (int k = 0; k < 2; ++k) {
        snprintf(text, sizeof text, "oracle, %s, %s of %zu %s", what, k ? "max" : "min",
                 count, wrow_type_name(type));
        assert_same_extreme(text, type, &expected[k], &got[k]);
    }
    case_check_arg_reduce(&input, what);
    input_free(&input);
}

static void known_answers(wrow_context *context)
{
    const int16_t shorts[] = {4, -2, 4, 9, -2, 9};
    const uint8_t bytes[] = {200, 100, 0xff, 0, 0xff, 0};
    const int64_t wide[] = {INT64_MAX - 1, INT64_MAX, INT64_MIN + 1, INT64_MIN};
    const uint64_t beyond[] = {1u, UINT64_MAX - 1, (uint64_t)1 << 63, UINT64_MAX - 1};
    const float floats[] = {1.5f, -INFINITY, 7, INFINITY, -INFINITY};
    const double one[] = {-3.25};
    expect(context, WROW_I16, shorts, 6, (struct answer){of_bits(~(uint64_t)1), 1},
           (struct answer){of_bits(9), 3}, "known");
    expect(context, WROW_U8, bytes, 6, (struct answer){of_bits(0), 3},
           (struct answer){of_bits(255), 2}, "known");
    expect(context, WROW_I64, wide, 4, (struct answer){of_bits((uint64_t)INT64_MIN), 3},
           (struct answer){of_bits((uint64_t)INT64_MAX), 1}, "known");
    expect(context, WROW_U64, beyond, 4, (struct answer){of_bits(1), 0},
           (struct answer){of_bits(UINT64_MAX - 1), 1}, "known");
    expect(context, WROW_F32, floats, 5, (struct answer){of_f64(-(double)INFINITY), 1},
           (struct answer){of_f64((double)INFINITY), 3}, "known");
    expect(context, WROW_F64, one, 1, (struct answer){of_f64(-3.25), 0},
           (struct answer){of_f64(-3.25), 0}, "known");
}
ON_BOTH(known_answers)

/* Bits of some values of each floating type. */
static const struct float_bits {
    wrow_type type;
    uint64_t infinity, quiet, sign;
} floats[] = {
    {WROW_F16, 0x7c00, 0x0200, 0x8000},
    {WROW_BF16, 0x7f80, 0x0040, 0x8000},
    {WROW_F32, 0x7f800000, 0x00400000, 0x80000000},
    {WROW_F64, 0x7ff0000000000000, 0x0008000000000000, 0x8000000000000000},
};

/* elements: `count` generated ones. */
static unsigned char *make_elements(wrow_type type, enum gen_kind kind, size_t count)
{
    unsigned char *const elements = malloc(count * type_row_of(type)->bytes);
    assert_non_null(elements);
    gen_elements(kind, type, count, count, elements);
    return elements;
}

static void put_bits(wrow_type type, unsigned char *elements, size_t index, uint64_t bits)
{
    store_integer(type, bits, elements + index * type_row_of(type)->bytes);
}

/* The first NaN at `place`, more of another kind after it, infinities on both sides. */
static void check_nans(wrow_context *context, const struct float_bits *bits, size_t count,
                       size_t place)
{
    const uint64_t nans[] = {bits->infinity | 1, bits->infinity | bits->quiet,
                             bits->infinity | (bits->quiet - 1),
                             bits->infinity | bits->quiet | (bits->quiet - 1)};
    const struct answer expected = {of_bits(0x7ff8000000000000), place};
    for (size_t n = 0; n < 2 * COUNT_OF(nans); ++n) {
        const uint64_t nan = nans[n / 2] | (n % 2 ? bits->sign : 0);
        const uint64_t other = nans[(n / 2 + 1) % 4] | (n % 2 ? 0 : bits->sign);
        const size_t later = place + 1 + n * 61;
        unsigned char *const elements = make_elements(bits->type, GEN_SPECIAL, count);
        put_bits(bits->type, elements, 0, bits->infinity | bits->sign);
        put_bits(bits->type, elements, count - 1, bits->infinity);
        put_bits(bits->type, elements, place, nan);
        if (later < count)
            put_bits(bits->type, elements, later, other);
        expect(context, bits->type, elements, count, expected, expected, "NaN");
        free(elements);
    }
}

static void the_first_nan_wins(wrow_context *context)
{
    const size_t places[] = {0, 1, 7, 255, 256, 2047, 2048, 3000, 5001, 5002};
    for (size_t f = 0; f < COUNT_OF(floats); ++f) {
        check_nans(context, &floats[f], 1, 0);
        check_nans(context, &floats[f], 3, 1);
        for (size_t p = 0; p < COUNT_OF(places); p += unless_sanitized(1, 3))
            check_nans(context, &floats[f], 5003, places[p]);
    }
}
ON_BOTH(the_first_nan_wins)

/* `fill` everywhere but for `mark` at one place. */
static void check_mark(wrow_context *context, wrow_type type, size_t count, size_t place,
                       uint64_t fill, uint64_t mark, struct answer min, struct answer max)
{
    const size_t bytes = type_row_of(type)->bytes;
    unsigned char *const elements = malloc(count * bytes);
    assert_non_null(elements);
    for (size_t i = 0; i < count; ++i)
        store_integer(type, i == place ? mark : fill, elements + i * bytes);
    expect(context, type, elements, count, min, max, "marked");
    free(elements);
}

static void minus_zero_is_below_zero(wrow_context *context)
{
    const size_t counts[] = {2, 3, 33, 4097};
    for (size_t f = 0; f < COUNT_OF(floats); ++f)
        for (size_t c = 0; c < COUNT_OF(counts); ++c)
            for (size_t k = 0; k < 3; ++k) {
                const size_t count = counts[c];
                const size_t place = k == 0 ? 0 : k == 1 ? count / 2 : count - 1;
                const size_t first = place == 0 ? 1 : 0; /* that is not marked */
                const struct answer marked = {of_f64(-0.0), place},
                                    filled = {of_f64(0.0), first};
                check_mark(context, floats[f].type, count, place, 0, floats[f].sign,
                           marked, filled);
                check_mark(context, floats[f].type, count, place, floats[f].sign, 0,
                           (struct answer){of_f64(-0.0), first},
                           (struct answer){of_f64(0.0), place});
            }
}
ON_BOTH(minus_zero_is_below_zero)

/* All elements are what an empty fold starts from, or what wins at once: the index is
 * that of the first element, and no padding of a last strip may be taken for one. */
static void check_equal(wrow_context *context, wrow_type type, uint64_t bits,
                        wrow_value value)
{
    const size_t row = 512 / type_row_of(type)->bytes;
    const size_t counts[] = {1, 2, row / 32 + 1, row - 1, row + 1, 8 * row + 1, 5003};
    const struct answer first = {value, 0};
    for (size_t c = 0; c < COUNT_OF(counts); ++c)
        check_mark(context, type, counts[c], 0, bits, bits, first, first);
}

static void limits_everywhere(wrow_context *context)
{
    for (size_t t = 0; t < TYPE_COUNT; ++t) {
        const wrow_type type = type_rows[t].type;
        const uint64_t all = ~(uint64_t)0 >> (64 - 8 * type_rows[t].bytes);
        const bool is_signed = type_rows[t].kind == 'S';
        const uint64_t largest = is_signed ? all >> 1 : all;
        if (is_float(type))
            continue;
        check_equal(context, type, largest, of_bits(largest));
        check_equal(context, type, ~largest,
                    of_bits(is_signed ? ~(all >> 1) : (uint64_t)0));
    }
    for (size_t f = 0; f < COUNT_OF(floats); ++f)
        for (unsigned sign = 0; sign < 2; ++sign) {
            const struct float_bits *bits = &floats[f];
            const uint64_t minus = sign ? bits->sign : 0;
            unsigned char largest[ELEMENT_BYTES_MAX];
            const double one = sign ? -1 : 1;
            store_integer(bits->type, bits->infinity - 1, largest);
            check_equal(context, bits->type, bits->infinity | minus,
                        of_f64(one * (double)INFINITY));
            check_equal(context, bits->type, (bits->infinity - 1) | minus,
                        of_f64(one * load_f64(bits->type, largest)));
            check_equal(context, bits->type, bits->infinity | 1 | minus,
                        of_bits(0x7ff8000000000000));
        }
}
ON_BOTH(limits_everywhere)

/* Each element is a new extreme of one side, or a tie with the one before. */
static void rising_and_falling(wrow_context *context)
{
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        for (int rising = 0; rising < 2; ++rising) {
            const wrow_type type = type_rows[t].type;
            const size_t count = 20011, bytes = type_rows[t].bytes;
            unsigned char *const elements = malloc(count * bytes);
            assert_non_null(elements);
            for (size_t i = 0; i < count; ++i) {
                const size_t steps = (rising ? i : count - 1 - i) * 120 / count;
                unsigned char *const element = elements + i * bytes;
                if (is_float(type))
                    store_f64(type, (double)steps - 60, element);
                else
                    store_integer(type, steps - (type_rows[t].kind == 'S' ? 60 : 0),
                                  element);
            }
            struct input input = input_of(context, type, elements, count, bytes);
            case_check_arg_reduce(&input, rising ? "rising" : "falling");
            input_free(&input);
            free(elements);
        }
}
ON_BOTH(rising_and_falling)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(known_answers),     BOTH(the_first_nan_wins), BOTH(minus_zero_is_below_zero),
        BOTH(limits_everywhere), BOTH(rising_and_falling),
    };
    return cmocka_run_group_tests_name("reduce/test_arg_reduce_values", tests, NULL,
                                       NULL);
}
