/*
 * core/element.h -- bits of elements: 16-bit floats in integer arithmetic (no
 * compiler needs to know the types), canonical NaNs, and unsigned keys that
 * sort as the values do. The same text runs on hosts and in kernels.
 */
#ifndef WROW_CORE_ELEMENT_H
#define WROW_CORE_ELEMENT_H

#include "core/inline.h"
#include <stdint.h>
#include <string.h>

WROW_INLINE uint32_t f32_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

WROW_INLINE float f32_from_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

WROW_INLINE uint64_t f64_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

WROW_INLINE double f64_from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Canonical NaN: positive, quiet, no payload. */
WROW_INLINE float f32_canonical(float x)
{
    return x == x ? x : f32_from_bits(0x7fc00000u);
}

WROW_INLINE double f64_canonical(double x)
{
    return x == x ? x : f64_from_bits(0x7ff8000000000000u);
}

/* bf16 is the upper half of an f32. */
WROW_INLINE float bf16_to_f32(uint16_t bits)
{
    return f32_from_bits((uint32_t)bits << 16);
}

WROW_INLINE uint16_t bf16_from_f32(float x)
{
    const uint32_t bits = f32_bits(x);
    if (x != x)
        return 0x7fc0u;
    /* Round half to even: add half of the last kept bit, less one if it is even. */
    return (uint16_t)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

/* Exact, and without an f32 subnormal on the way, so that a caller's
 * flush-to-zero mode changes nothing. */
WROW_INLINE float f16_to_f32(uint16_t bits)
{
    const uint32_t sign = (uint32_t)(bits & 0x8000u) << 16;
    const uint32_t magnitude = bits & 0x7fffu;
    uint32_t wide = (magnitude << 13) + 0x38000000u; /* exponent bias 127 - 15 */
    if (magnitude >= 0x7c00u)
        wide = (magnitude << 13) | 0x7f800000u;
    else if (magnitude < 0x0400u)
        wide = f32_bits((float)(int32_t)magnitude * 0x1p-24f);
    return f32_from_bits(sign | wide);
}

WROW_INLINE uint16_t f16_from_f32(float x)
{
    const uint32_t bits = f32_bits(x);
    const uint32_t sign = (bits >> 16) & 0x8000u;
    const uint32_t magnitude = bits & 0x7fffffffu;
    uint32_t kept, lost, half;
    if (magnitude > 0x7f800000u)
        return 0x7e00u;
    if (magnitude >= 0x47800000u) /* 65536 and above */
        return (uint16_t)(sign | 0x7c00u);
    if (magnitude >= 0x38800000u) { /* normal: drop 13 bits */
        kept = (magnitude - 0x38000000u) >> 13;
        lost = magnitude & 0x1fffu;
        half = 0x1000u;
    } else if (magnitude >= 0x33000000u) { /* subnormal: 2^-25 and above */
        const uint32_t shift = 126u - (magnitude >> 23);
        const uint32_t significand = (magnitude & 0x7fffffu) | 0x800000u;
        kept = significand >> shift;
        lost = significand & ((1u << shift) - 1u);
        half = 1u << (shift - 1u);
    } else {
        return (uint16_t)sign;
    }
    kept += lost > half || (lost == half && (kept & 1u)); /* may carry into inf */
    return (uint16_t)(sign | kept);
}

/* Unsigned keys that ascend as the values do, for a type of `width` bits. Signed
 * integers flip the sign bit; floats order -0 below +0. NaNs are the caller's. */
WROW_INLINE uint64_t float_key(uint64_t bits, unsigned width)
{
    const uint64_t sign = (uint64_t)1 << (width - 1);
    const uint64_t all = sign | (sign - 1);
    return bits & sign ? ~bits & all : bits | sign;
}

WROW_INLINE uint64_t float_unkey(uint64_t key, unsigned width)
{
    const uint64_t sign = (uint64_t)1 << (width - 1);
    const uint64_t all = sign | (sign - 1);
    return key & sign ? key ^ sign : ~key & all;
}

#endif
