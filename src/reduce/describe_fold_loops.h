/*
 * describe_fold_loops.h -- extremes of some elements, and everything a describe
 * wants of one chunk. A chunk is read three times (extremes, sum, deviations),
 * but from memory only once.
 */
#ifndef WROW_DESCRIBE_FOLD_LOOPS_H
#define WROW_DESCRIBE_FOLD_LOOPS_H

#include "reduce/describe_state.h"
#include "reduce/reduce_fold_loops.h"

struct extremes {
    uint64_t low, high; /* keys of the element's width, NaNs' too */
    uint32_t nan;       /* 1: there are some */
};

/* A float's bits as a signed integer that sorts as float_key does: a NaN lies
 * beyond the infinities. */
#define SORT16(x) ((int16_t)((int16_t)(x) ^ ((int16_t)(x) >> 15 & INT16_MAX)))
#define SORT32(x) ((int32_t)f32_bits(x) ^ ((int32_t)f32_bits(x) >> 31 & INT32_MAX))
#define SORT64(x) ((int64_t)f64_bits(x) ^ ((int64_t)f64_bits(x) >> 63 & INT64_MAX))

/* Of 1 element and more. `infinity` is the key of +inf, 0 for integers. */
#define EXTREMES(type, element, sorted, bits, SORT, sign, infinity)                      \
    static struct extremes extremes_##type(const element *x, uint32_t count)             \
    {                                                                                    \
        sorted low = SORT(x[0]), high = low;                                             \
        struct extremes e;                                                               \
        for (uint32_t i = 0; i < count; ++i) { /* from 1 no load would be aligned */     \
            const sorted key = SORT(x[i]);                                               \
            low = LOWER(low, key);                                                       \
            high = HIGHER(high, key);                                                    \
        }                                                                                \
        e.low = (bits)((bits)low ^ (bits)(sign));                                        \
        e.high = (bits)((bits)high ^ (bits)(sign));                                      \
        e.nan = (infinity) && (e.low < (bits) ~(bits)(infinity) || e.high > (infinity)); \
        return e;                                                                        \
    }

EXTREMES(i8, int8_t, int8_t, uint8_t, ITSELF, 0x80, 0)
EXTREMES(u8, uint8_t, uint8_t, uint8_t, ITSELF, 0, 0)
EXTREMES(i16, int16_t, int16_t, uint16_t, ITSELF, 0x8000, 0)
EXTREMES(u16, uint16_t, uint16_t, uint16_t, ITSELF, 0, 0)
EXTREMES(i32, int32_t, int32_t, uint32_t, ITSELF, 0x80000000u, 0)
EXTREMES(u32, uint32_t, uint32_t, uint32_t, ITSELF, 0, 0)
EXTREMES(i64, int64_t, int64_t, uint64_t, ITSELF, (uint64_t)1 << 63, 0)
EXTREMES(u64, uint64_t, uint64_t, uint64_t, ITSELF, 0, 0)
EXTREMES(f16, uint16_t, int16_t, uint16_t, SORT16, 0x8000, 0xfc00u)
EXTREMES(bf16, uint16_t, int16_t, uint16_t, SORT16, 0x8000, 0xff80u)
EXTREMES(f32, float, int32_t, uint32_t, SORT32, 0x80000000u, 0xff800000u)
EXTREMES(f64, double, int64_t, uint64_t, SORT64, (uint64_t)1 << 63, 0xfff0000000000000u)

/* What a chunk's NaNs hide: the slow way, for chunks that have some. `low` and
 * `high` are left alone if there is nothing else. */
#define WITHOUT_NANS(type, element, bits, SORT, sign, infinity)                          \
    static uint32_t nans_##type(const element *x, uint32_t count, struct extremes *e)    \
    {                                                                                    \
        uint32_t nans = 0;                                                               \
        e->low = ~(uint64_t)0;                                                           \
        e->high = 0;                                                                     \
        for (uint32_t i = 0; i < count; ++i) {                                           \
            const bits key = (bits)((bits)SORT(x[i]) ^ (bits)(sign));                    \
            const uint32_t nan = key > (infinity) || key < (bits) ~(bits)(infinity);     \
            nans += nan;                                                                 \
            e->low = nan || key > e->low ? e->low : key;                                 \
            e->high = nan || key < e->high ? e->high : key;                              \
        }                                                                                \
        return nans;                                                                     \
    }

WITHOUT_NANS(f16, uint16_t, uint16_t, SORT16, 0x8000, 0xfc00u)
WITHOUT_NANS(bf16, uint16_t, uint16_t, SORT16, 0x8000, 0xff80u)
WITHOUT_NANS(f32, float, uint32_t, SORT32, 0x80000000u, 0xff800000u)
WITHOUT_NANS(f64, double, uint64_t, SORT64, (uint64_t)1 << 63, 0xfff0000000000000u)

LANES(lanes_1, double, 16, ADD)
LANES(lanes_2, double, 8, ADD)
LANES(lanes_4, double, 4, ADD)
LANES(lanes_8, double, 2, ADD)

/* A NaN adds nothing: -0 to a sum, +0 to deviations. By masks for the reason that
 * half_to_f32 has. */
static inline double or_nothing(double x)
{
    const uint64_t nan = -(uint64_t)(x != x);
    return f64_from_bits((f64_bits(x) & ~nan) | (nan & (uint64_t)1 << 63));
}

static inline double squared(double x, double mean)
{
    const uint64_t nan = -(uint64_t)(x != x);
    const double d = x - mean;
    return f64_from_bits(f64_bits(d * d) & ~nan);
}

#define HALF(x) ((double)half_to_f32(x))
#define BF16(x) ((double)bf16_to_f32(x))
#define REAL(x) ((double)(x))

#define SUM_HALF(x)         or_nothing(HALF(x))
#define SUM_BF16(x)         or_nothing(BF16(x))
#define SUM_REAL(x)         or_nothing(REAL(x))
#define SQUARE_HALF(x)      ((HALF(x) - mean) * (HALF(x) - mean))
#define SQUARE_BF16(x)      ((BF16(x) - mean) * (BF16(x) - mean))
#define SQUARE_REAL(x)      ((REAL(x) - mean) * (REAL(x) - mean))
#define SQUARE_HALF_OR_0(x) squared(HALF(x), mean)
#define SQUARE_BF16_OR_0(x) squared(BF16(x), mean)
#define SQUARE_REAL_OR_0(x) squared(REAL(x), mean)
#define NOT_AHEAD(x)        ((void)0)

/* Sum of TERM(element) over a chunk, every accumulator from `first` on. */
#define CHUNK_SUM(name, element, bytes, first, TERM)                                     \
    static double name(const element *restrict x, uint32_t count, double mean)           \
    {                                                                                    \
        enum { POSITIONS = REDUCE_STRIP_BYTES / sizeof(element) };                       \
        const uint32_t lanes = reduce_lanes_of(count, POSITIONS);                        \
        double v[ROW_OF(element)];                                                       \
        (void)mean;                                                                      \
        for (uint32_t j = 0; j < lanes * POSITIONS; ++j)                                 \
            v[j] = first;                                                                \
        COLUMNS(element, v, x, count, ADD, TERM, NOT_AHEAD);                             \
        return lanes_##bytes(v, lanes);                                                  \
    }

/* A chunk of integers of up to 32 bits sums to less than 2^53: every order gives
 * the very same double. */
#define EXACT_SUM(type, element, number)                                                 \
    static double sum_of_##type(const element *x, uint32_t count, double mean)           \
    {                                                                                    \
        number sum = 0;                                                                  \
        (void)mean;                                                                      \
        for (uint32_t i = 0; i < count; ++i)                                             \
            sum += x[i];                                                                 \
        return (double)sum;                                                              \
    }

EXACT_SUM(i8, int8_t, int32_t)
EXACT_SUM(u8, uint8_t, int32_t)
EXACT_SUM(i16, int16_t, int32_t)
EXACT_SUM(u16, uint16_t, int32_t)
EXACT_SUM(i32, int32_t, int64_t)
EXACT_SUM(u32, uint32_t, int64_t)
CHUNK_SUM(sum_of_i64, int64_t, 8, -0.0, REAL)
CHUNK_SUM(sum_of_u64, uint64_t, 8, -0.0, REAL)
CHUNK_SUM(sum_of_f16, uint16_t, 2, -0.0, HALF)
CHUNK_SUM(sum_beside_nans_f16, uint16_t, 2, -0.0, SUM_HALF)
CHUNK_SUM(sum_of_bf16, uint16_t, 2, -0.0, BF16)
CHUNK_SUM(sum_beside_nans_bf16, uint16_t, 2, -0.0, SUM_BF16)
CHUNK_SUM(sum_of_f32, float, 4, -0.0, REAL)
CHUNK_SUM(sum_beside_nans_f32, float, 4, -0.0, SUM_REAL)
CHUNK_SUM(sum_of_f64, double, 8, -0.0, REAL)
CHUNK_SUM(sum_beside_nans_f64, double, 8, -0.0, SUM_REAL)

CHUNK_SUM(deviations_i8, int8_t, 1, 0.0, SQUARE_REAL)
CHUNK_SUM(deviations_u8, uint8_t, 1, 0.0, SQUARE_REAL)
CHUNK_SUM(deviations_i16, int16_t, 2, 0.0, SQUARE_REAL)
CHUNK_SUM(deviations_u16, uint16_t, 2, 0.0, SQUARE_REAL)
CHUNK_SUM(deviations_i32, int32_t, 4, 0.0, SQUARE_REAL)
CHUNK_SUM(deviations_u32, uint32_t, 4, 0.0, SQUARE_REAL)
CHUNK_SUM(deviations_i64, int64_t, 8, 0.0, SQUARE_REAL)
CHUNK_SUM(deviations_u64, uint64_t, 8, 0.0, SQUARE_REAL)
CHUNK_SUM(deviations_f16, uint16_t, 2, 0.0, SQUARE_HALF)
CHUNK_SUM(deviations_beside_nans_f16, uint16_t, 2, 0.0, SQUARE_HALF_OR_0)
CHUNK_SUM(deviations_bf16, uint16_t, 2, 0.0, SQUARE_BF16)
CHUNK_SUM(deviations_beside_nans_bf16, uint16_t, 2, 0.0, SQUARE_BF16_OR_0)
CHUNK_SUM(deviations_f32, float, 4, 0.0, SQUARE_REAL)
CHUNK_SUM(deviations_beside_nans_f32, float, 4, 0.0, SQUARE_REAL_OR_0)
CHUNK_SUM(deviations_f64, double, 8, 0.0, SQUARE_REAL)
CHUNK_SUM(deviations_beside_nans_f64, double, 8, 0.0, SQUARE_REAL_OR_0)

/* min_index and max_index are the chunk's first index, nan_index as well. */
static inline struct describe_state begin_chunk(const struct extremes *e, uint32_t count,
                                                uint32_t nans, uint64_t index)
{
    struct describe_state state = describe_nothing();
    state.n = count - nans;
    if (nans != 0) {
        state.nan_count = nans;
        state.nan_index = index;
    }
    if (state.n != 0) {
        state.min_key = e->low;
        state.max_key = e->high;
        state.min_index = state.max_index = index;
    }
    return state;
}

#define CHUNK(NAME, type)                                                                \
    static struct describe_state describe_##NAME(const void *in, uint32_t count,         \
                                                 uint64_t index) {                       \
        struct extremes e;                                                               \
        if (count >= REDUCE_CHUNK_ROWS * REDUCE_ROW_BYTES / sizeof(uint64_t))            \
            prefetch(in);                                                                \
        e = extremes_##type(in, count);                                                  \
        if (e.nan)                                                                       \
            return beside_nans_##type(in, count, index);                                 \
        struct describe_state state = begin_chunk(&e, count, 0, index);                  \
        state.sum = sum_of_##type(in, count, 0.0);                                       \
        state.deviations = deviations_##type(in, count, state.sum / (double)state.n);    \
        return state;                                                                    \
    }

#define CHUNK_WITH_NANS(NAME, type)                                                      \
    static struct describe_state beside_nans_##type(const void *in, uint32_t count,      \
                                                    uint64_t index)                      \
    {                                                                                    \
        struct extremes e;                                                               \
        const uint32_t nans = nans_##type(in, count, &e);                                \
        struct describe_state state = begin_chunk(&e, count, nans, index);               \
        if (state.n == 0)                                                                \
            return state;                                                                \
        state.sum = sum_beside_nans_##type(in, count, 0.0);                              \
        state.deviations =                                                               \
            deviations_beside_nans_##type(in, count, state.sum / (double)state.n);       \
        return state;                                                                    \
    }                                                                                    \
    CHUNK(NAME, type)

/* Integers never get there. */
#define INTEGER_CHUNK(NAME, type)                                                        \
    static inline struct describe_state beside_nans_##type(                              \
        const void *in, uint32_t count, uint64_t index)                                  \
    {                                                                                    \
        (void)in, (void)count, (void)index;                                              \
        return describe_nothing();                                                       \
    }                                                                                    \
    CHUNK(NAME, type)

INTEGER_CHUNK(I8, i8)
INTEGER_CHUNK(U8, u8)
INTEGER_CHUNK(I16, i16)
INTEGER_CHUNK(U16, u16)
INTEGER_CHUNK(I32, i32)
INTEGER_CHUNK(U32, u32)
INTEGER_CHUNK(I64, i64)
INTEGER_CHUNK(U64, u64)
CHUNK_WITH_NANS(F16, f16)
CHUNK_WITH_NANS(BF16, bf16)
CHUNK_WITH_NANS(F32, f32)
CHUNK_WITH_NANS(F64, f64)

#endif
