/* data_element.cuh -- random elements of each type, and their values, for data_*.cu. */
#ifndef BENCH_DATA_ELEMENT_CUH
#define BENCH_DATA_ELEMENT_CUH

#include "data.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

static __device__ __forceinline__ uint64_t hash(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u; /* SplitMix64 (Steele, Lea, Flood 2014) */
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* ---------------------------------------------- one structure for each element type
 * from_random: 64 random bits to an element; factor: see DATA_FACTORS; bits: widened with
 * its sign; key: ascends as the values do. */
template <class T> struct integer_element {
    typedef T type;
    static constexpr bool is_float = false;
    static __device__ T from_random(uint64_t random)
    {
        return (T)random;
    }
    static __device__ T factor(uint64_t random, uint64_t)
    {
        return (T)(random | 1);
    }
    static __device__ double value(T x)
    {
        return (double)x;
    }
    static __device__ uint64_t bits(T x)
    {
        return (uint64_t)(int64_t)x; /* a u64 keeps its bits as well */
    }
    static __device__ uint64_t key(T x)
    {
        return (T)-1 < (T)1 ? bits(x) ^ 1ull << 63 : (uint64_t)x;
    }
};

static __device__ __forceinline__ double to_double(double x)
{
    return x;
}

static __device__ __forceinline__ double to_double(float x)
{
    return (double)x;
}

static __device__ __forceinline__ double to_double(__half x)
{
    return (double)__half2float(x);
}

static __device__ __forceinline__ double to_double(__nv_bfloat16 x)
{
    return (double)__bfloat162float(x);
}

/* `digits` random bits of significand and four magnitudes: exact in the type, so that
 * no tiny value rounds to -0. */
template <class T, int digits> struct float_element {
    typedef T type;
    static constexpr bool is_float = true;
    static __device__ T from_random(uint64_t random)
    {
        const int64_t significand = (int64_t)random >> (63 - digits);
        return (T)ldexp((double)significand, -digits - (int)(random & 3));
    }
    /* Signs at random; a power of two other than 1 in so few places that no grouping
     * of the factors leaves the range of the type. */
    static __device__ T factor(uint64_t random, uint64_t index)
    {
        const uint64_t pair = hash(index / 2);
        const int exponent = pair % (1u << 22) ? 0 : (int)(pair >> 32 & 1) * 2 - 1;
        const double sign = random & 1 ? -1.0 : 1.0;
        return (T)ldexp(sign, index % 2 ? -exponent : exponent);
    }
    static __device__ double value(T x)
    {
        return to_double(x);
    }
    static __device__ uint64_t bits(T)
    {
        return 0;
    }
    static __device__ uint64_t key(T x)
    {
        const uint64_t b = (uint64_t)__double_as_longlong(value(x));
        return b >> 63 ? ~b : b | 1ull << 63;
    }
};

typedef integer_element<int8_t> element_I8;
typedef integer_element<uint8_t> element_U8;
typedef integer_element<int16_t> element_I16;
typedef integer_element<uint16_t> element_U16;
typedef integer_element<int32_t> element_I32;
typedef integer_element<uint32_t> element_U32;
typedef integer_element<int64_t> element_I64;
typedef integer_element<uint64_t> element_U64;
typedef float_element<__half, 7> element_F16;
typedef float_element<__nv_bfloat16, 7> element_BF16;
typedef float_element<float, 23> element_F32;
typedef float_element<double, 52> element_F64;

#endif
