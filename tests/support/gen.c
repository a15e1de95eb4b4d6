/*
 * gen.c -- see gen.h. Elements are drawn from a palette of values, since making
 * one value by ldexp is slow and arrays are long.
 */
#include "gen.h"
#include "bits.h"
#include <math.h>
#include <string.h>

enum { PALETTE = 4096 };

const char *const gen_names[GEN_KINDS] = {
    "mixed", "ties",          "equal",   "bits",   "special",
    "nan",   "negative zero", "factors", "cancel", "sparse",
};

/* Largest exponent of a finite value, exponent of the least subnormal, digits. */
struct float_range {
    int top, bottom, digits;
};

static struct float_range range_of(wrow_type type)
{
    switch (type) {
    case WROW_F16:
        return (struct float_range){15, -24, 11};
    case WROW_BF16:
        return (struct float_range){127, -133, 8};
    case WROW_F32:
        return (struct float_range){127, -149, 24};
    default:
        return (struct float_range){1023, -1074, 53};
    }
}

/* splitmix64 */
uint64_t gen_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

uint64_t gen_below(uint64_t *state, uint64_t limit)
{
    return gen_next(state) % limit;
}

/* In [1, 2), with more digits than any type keeps. */
static double significand(uint64_t *state)
{
    return 1 + ldexp((double)(gen_next(state) >> 12), -52);
}

static double sign_of(uint64_t *state)
{
    return gen_next(state) & 1u ? -1 : 1;
}

static double scaled(uint64_t *state, int low, int high)
{
    const int exponent = low + (int)gen_below(state, (uint64_t)(high - low + 1));
    return sign_of(state) * ldexp(significand(state), exponent);
}

static double special(uint64_t *state, struct float_range range)
{
    const double largest = ldexp(2 - ldexp(1, 1 - range.digits), range.top);
    const double values[] = {
        0.0,
        -0.0,
        1,
        -1,
        ldexp(1, range.bottom),
        -ldexp(3, range.bottom),
        largest,
        -largest,
        ldexp(1, range.bottom + range.digits - 1),
        (double)INFINITY,
        /* one sign of infinity more often, so that sums are not always NaN */
        (double)INFINITY,
        gen_below(state, 50) ? 0.5 : -(double)INFINITY,
    };
    if (gen_below(state, 3) == 0)
        return scaled(state, range.bottom, range.top - 1);
    return values[gen_below(state, sizeof values / sizeof values[0])];
}

static double float_value(enum gen_kind kind, wrow_type type, uint64_t *state)
{
    const struct float_range range = range_of(type);
    const double ties[] = {-2.5, -0.0, 0.0, 1.75, 3};
    switch (kind) {
    case GEN_TIES:
        return ties[gen_below(state, 5)];
    case GEN_EQUAL:
        return 1.2345678901234567;
    case GEN_SPECIAL:
        return special(state, range);
    case GEN_NAN:
        return gen_below(state, 40) ? scaled(state, -6, 6) : sign_of(state) * (double)NAN;
    case GEN_NEGATIVE_ZERO:
        return -0.0;
    case GEN_FACTORS:
        return sign_of(state) * (1 + ldexp(significand(state) - 1.5, -5));
    case GEN_CANCEL:
        return scaled(state, range.digits > 24 ? 0 : -3, range.top > 100 ? 60 : 9);
    case GEN_SPARSE:
        return gen_below(state, 1000) ? sign_of(state) * 0.0 : scaled(state, -4, 4);
    default:
        return scaled(state, -8, 8);
    }
}

static uint64_t integer_value(enum gen_kind kind, wrow_type type, uint64_t *state)
{
    const unsigned width = (unsigned)type_row_of(type)->bytes * 8;
    const uint64_t top = (uint64_t)1 << (width - 1);
    const uint64_t ties[] = {3, 0, ~(uint64_t)1, 40, 100};
    switch (kind) {
    case GEN_TIES:
        return ties[gen_below(state, 5)];
    case GEN_EQUAL:
        return 0x65;
    case GEN_NEGATIVE_ZERO:
        return 0;
    case GEN_FACTORS:
        return gen_next(state) | 1u;
    case GEN_CANCEL: /* just below or above the wrap of a signed type */
        return gen_next(state) & 1u ? top - 1 - gen_below(state, 5)
                                    : top + gen_below(state, 5);
    case GEN_SPARSE:
        return gen_below(state, 1000) ? 0 : gen_next(state);
    case GEN_BITS:
        return gen_next(state);
    default: {
        const uint64_t magnitude =
            gen_next(state) >> (64 - width + gen_below(state, width));
        return gen_next(state) & 1u ? ~magnitude : magnitude;
    }
    }
}

static void make_value(enum gen_kind kind, wrow_type type, uint64_t *state, void *element)
{
    if (!is_float(type) || kind == GEN_BITS) {
        store_integer(type, integer_value(kind, type, state), element);
        return;
    }
    const double value = float_value(kind, type, state);
    unsigned char *bytes = element;
    store_f64(type, value, element);
    if (isnan(value) && signbit(value)) /* an input may be any NaN */
        bytes[type_row_of(type)->bytes - 1] |= 0x80u;
}

void gen_elements(enum gen_kind kind, wrow_type type, uint64_t seed, size_t count,
                  void *elements)
{
    static unsigned char palette[PALETTE * ELEMENT_BYTES_MAX];
    const size_t bytes = type_row_of(type)->bytes;
    const size_t values = count < PALETTE ? count : PALETTE;
    unsigned char *target = elements;
    uint64_t state = seed * 1000003u + (uint64_t)kind * 131u + (uint64_t)type;
    for (size_t i = 0; i < values; ++i)
        make_value(kind, type, &state, palette + i * bytes);
    if (values)
        memcpy(target, palette, values * bytes);
    for (size_t i = values; i < count; ++i)
        memcpy(target + i * bytes, palette + (gen_next(&state) >> 52) * bytes, bytes);
}
