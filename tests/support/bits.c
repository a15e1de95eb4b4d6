/* bits.c -- see bits.h. */
#include "bits.h"
#include "unit.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct type_row type_rows[TYPE_COUNT] = {
    {WROW_I8, 1, 'S', "i8"},     {WROW_U8, 1, 'U', "u8"},   {WROW_I16, 2, 'S', "i16"},
    {WROW_U16, 2, 'U', "u16"},   {WROW_I32, 4, 'S', "i32"}, {WROW_U32, 4, 'U', "u32"},
    {WROW_I64, 8, 'S', "i64"},   {WROW_U64, 8, 'U', "u64"}, {WROW_F16, 2, 'F', "f16"},
    {WROW_BF16, 2, 'F', "bf16"}, {WROW_F32, 4, 'F', "f32"}, {WROW_F64, 8, 'F', "f64"},
};

const wrow_operation operations[OPERATION_COUNT] = {
    WROW_SUM,     WROW_PRODUCT, WROW_MIN, WROW_MAX,           WROW_BIT_AND, WROW_BIT_OR,
    WROW_BIT_XOR, WROW_ANY,     WROW_ALL, WROW_COUNT_NONZERO, WROW_MEAN,
};

/* digits: of the significand with its hidden bit. */
struct small_float {
    int digits;
    int bias;
};
static const struct small_float binary16 = {11, 15};
static const struct small_float bfloat16 = {8, 127};

const struct type_row *type_row_of(wrow_type type)
{
    if (type < WROW_I8 || type > WROW_F64)
        abort();
    return &type_rows[type - WROW_I8];
}

bool is_float(wrow_type type)
{
    return type >= WROW_F16 && type <= WROW_F64;
}

/* The width is a constant in each call of memcpy: the oracles live on this. */
uint64_t load_integer(wrow_type type, const void *element)
{
    const bool is_signed = type_rows[type - WROW_I8].kind == 'S';
    uint8_t of1;
    uint16_t of2;
    uint32_t of4;
    uint64_t of8;
    switch (type_rows[type - WROW_I8].bytes) {
    case 1:
        memcpy(&of1, element, sizeof of1);
        return is_signed ? (uint64_t)(int8_t)of1 : of1;
    case 2:
        memcpy(&of2, element, sizeof of2);
        return is_signed ? (uint64_t)(int16_t)of2 : of2;
    case 4:
        memcpy(&of4, element, sizeof of4);
        return is_signed ? (uint64_t)(int32_t)of4 : of4;
    default:
        memcpy(&of8, element, sizeof of8);
        return of8;
    }
}

void store_integer(wrow_type type, uint64_t value, void *element)
{
    unsigned char *bytes = element;
    for (size_t i = 0; i < type_row_of(type)->bytes; ++i)
        bytes[i] = (unsigned char)(value >> (8 * i));
}

static double decode(struct small_float format, unsigned bits)
{
    const int mantissa_bits = format.digits - 1;
    const int exponent = (int)(bits >> mantissa_bits & (2u * (unsigned)format.bias + 1u));
    const int mantissa = (int)(bits & ((1u << mantissa_bits) - 1u));
    double value;
    if (exponent == 2 * format.bias + 1)
        value = mantissa ? (double)NAN : (double)INFINITY;
    else if (exponent == 0)
        value = ldexp(mantissa, 1 - format.bias - mantissa_bits);
    else
        value = ldexp(mantissa + ldexp(1, mantissa_bits),
                      exponent - format.bias - mantissa_bits);
    return bits & 0x8000u ? -value : value;
}

static unsigned encode(struct small_float format, double value)
{
    const int mantissa_bits = format.digits - 1;
    const unsigned infinity = (2u * (unsigned)format.bias + 1u) << mantissa_bits;
    const unsigned sign = signbit(value) ? 0x8000u : 0u;
    const int lowest = 1 - format.bias - mantissa_bits; /* the smallest subnormal */
    double magnitude = fabs(value);
    int exponent;
    if (isnan(value))
        return infinity | 1u << (mantissa_bits - 1);
    if (magnitude == 0)
        return sign;
    if (isinf(magnitude))
        return sign | infinity;

    frexp(magnitude, &exponent);
    const int quantum =
        exponent - format.digits < lowest ? lowest : exponent - format.digits;
    magnitude = ldexp(nearbyint(ldexp(magnitude, -quantum)), quantum);
    if (magnitude >= ldexp(1, format.bias + 1))
        return sign | infinity;
    if (magnitude < ldexp(1, 1 - format.bias))
        return sign | (unsigned)ldexp(magnitude, -lowest);
    const double fraction = frexp(magnitude, &exponent) * 2 - 1;
    return sign | (unsigned)(exponent - 1 + format.bias) << mantissa_bits |
           (unsigned)ldexp(fraction, mantissa_bits);
}

/* Arrays of 2^31 elements are decoded by table, filled by the slow way above. */
static double decode_quickly(double *table, struct small_float format, unsigned bits)
{
    if (table[0x3c00] == 0) /* 1 or 2^-7: not zero once the table is there */
        for (unsigned i = 0; i < 0x10000u; ++i)
            table[i] = decode(format, i);
    return table[bits];
}

double load_f64(wrow_type type, const void *element)
{
    static double of_f16[0x10000], of_bf16[0x10000];
    uint16_t half;
    float single;
    double value;
    switch (type) {
    case WROW_F16:
        memcpy(&half, element, sizeof half);
        return decode_quickly(of_f16, binary16, half);
    case WROW_BF16:
        memcpy(&half, element, sizeof half);
        return decode_quickly(of_bf16, bfloat16, half);
    case WROW_F32:
        memcpy(&single, element, sizeof single);
        return (double)single;
    case WROW_F64:
        memcpy(&value, element, sizeof value);
        return value;
    default:
        return type_row_of(type)->kind == 'S'
                   ? (double)(int64_t)load_integer(type, element)
                   : (double)load_integer(type, element);
    }
}

void store_f64(wrow_type type, double value, void *element)
{
    if (type == WROW_F16)
        store_integer(WROW_U16, encode(binary16, value), element);
    if (type == WROW_BF16)
        store_integer(WROW_U16, encode(bfloat16, value), element);
    if (type == WROW_F32) {
        const float single = (float)value;
        if (isnan(value))
            store_integer(WROW_U32, 0x7fc00000u, element);
        else
            memcpy(element, &single, sizeof single);
    }
    if (type == WROW_F64) {
        if (isnan(value))
            store_integer(WROW_U64, 0x7ff8000000000000u, element);
        else
            memcpy(element, &value, sizeof value);
    }
}

bool is_nan(wrow_type type, const void *element)
{
    return is_float(type) && isnan(load_f64(type, element));
}

void assert_same_bits(const char *what, wrow_type type, const void *expected,
                      const void *actual, size_t count)
{
    const size_t bytes = type_row_of(type)->bytes;
    const unsigned char *e = expected, *a = actual;
    if (memcmp(e, a, count * bytes) == 0)
        return;
    for (size_t i = 0; i < count; ++i, e += bytes, a += bytes)
        if (memcmp(e, a, bytes) != 0)
            fail_msg(
                "%s [%zu]: expected %0*llx = %.17g, got %0*llx = %.17g", what, i,
                (int)bytes * 2,
                (unsigned long long)load_integer(type, e) & ~0ull >> (64 - 8 * bytes),
                load_f64(type, e), (int)bytes * 2,
                (unsigned long long)load_integer(type, a) & ~0ull >> (64 - 8 * bytes),
                load_f64(type, a));
}

void assert_all_bytes(const char *what, const void *memory, size_t bytes,
                      unsigned char pattern)
{
    const unsigned char *byte = memory;
    for (size_t i = 0; i < bytes; ++i)
        if (byte[i] != pattern)
            fail_msg("%s: byte %zu is %02x, not %02x", what, i, byte[i], pattern);
}
