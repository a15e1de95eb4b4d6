/*
 * dot_pairs.cuh -- reading strips of two inputs at once: 16 bytes of a, and as many
 * elements of b. Each input has its own distance from an alignment of 16 bytes.
 *
 * As in strip.cuh nothing outside the arrays is touched: rows with a neighbour on both
 * sides are read 16 bytes at a time, those at the ends element by element where an input
 * is not aligned.
 */
#ifndef WROW_REDUCE_DOT_PAIRS_CUH
#define WROW_REDUCE_DOT_PAIRS_CUH

#include "reduce/dot_job.h"
#include "reduce/strip.cuh"

/* How many bytes and strips of b, of elements of B bytes, go with a strip of a. */
template <int A, int B> struct pair_shape {
    enum {
        COUNT = REDUCE_STRIP_BYTES / A,
        B_BYTES = COUNT * B,
        B_STRIPS = B_BYTES < REDUCE_STRIP_BYTES ? 1 : B_BYTES / REDUCE_STRIP_BYTES
    };
};

template <int A, int B> struct pair_strips {
    wrow_words4 a, b[pair_shape<A, B>::B_STRIPS];
};

template <int A, int B>
WROW_DEVICE const unsigned char *b_address(const dot_job &job, uint64_t row)
{
    return job.b.base + (row * WROW_WARP + wrow_lane()) * pair_shape<A, B>::B_BYTES;
}

/* Half a strip, which the neighbour lane completes to the aligned 16 bytes. */
WROW_DEVICE wrow_words4 load_half(const unsigned char *at)
{
    const uint32_t high = (uint32_t)((uintptr_t)at % REDUCE_STRIP_BYTES);
    const wrow_words4 both = wrow_load16_constant(at - high);
    return {{high ? both.w[2] : both.w[0], high ? both.w[3] : both.w[1], 0, 0}};
}

/* Both bases are aligned, and the row is full. */
template <int A, int B>
WROW_DEVICE pair_strips<A, B> load_pair(const dot_job &job, uint64_t row)
{
    typedef pair_shape<A, B> shape;
    const unsigned char *const at = b_address<A, B>(job, row);
    pair_strips<A, B> s;
    s.a = wrow_load16_once(strip_address(job.fold.source, row));
    if ((int)shape::B_BYTES < (int)REDUCE_STRIP_BYTES)
        s.b[0] = load_half(at);
    else if (shape::B_STRIPS == 1)
        s.b[0] = wrow_load16_once(at);
    else /* a sector of the memory is read by two of these */
        WROW_UNROLL
    for (int k = 0; k < shape::B_STRIPS; ++k)
        s.b[k] = wrow_load16_constant(at + k * REDUCE_STRIP_BYTES);
    return s;
}

/* Whatever the bases, of a row between two full ones. */
template <int A, int B>
WROW_DEVICE pair_strips<A, B> load_shifted_pair(const dot_job &job, uint64_t row)
{
    enum { STRIPS = pair_shape<A, B>::B_STRIPS };
    const unsigned char *const at = b_address<A, B>(job, row);
    const uint32_t shift = (uint32_t)((uintptr_t)at % REDUCE_STRIP_BYTES);
    pair_strips<A, B> s;
    wrow_words4 b[STRIPS + 1];
    s.a = load_shifted(job.fold.source, row);
    WROW_UNROLL
    for (int k = 0; k <= STRIPS; ++k)
        b[k] = wrow_load16_constant(at - shift + k * REDUCE_STRIP_BYTES);
    WROW_UNROLL
    for (int k = 0; k < STRIPS; ++k)
        s.b[k] = shift_strip(b[k], b[k + 1], shift);
    return s;
}

/* Up to 16 bytes of elements from `first` on; what is missing keeps `fill`. */
template <int BYTES, int COUNT>
WROW_DEVICE wrow_words4 gather(const strip_source &source, const strip_words &fill,
                               uint64_t first)
{
    typedef typename element_bits<BYTES>::type element;
    enum { PER_HALF = 8 / BYTES };
    const uint64_t mask = ~(uint64_t)0 >> (64 - BYTES * 8);
    const element *const at = (const element *)source.base + first;
    uint64_t half[2] = {(uint64_t)fill.w[1] << 32 | fill.w[0],
                        (uint64_t)fill.w[3] << 32 | fill.w[2]};
    WROW_UNROLL
    for (int p = 0; p < COUNT; ++p) {
        const int bit = p % PER_HALF * BYTES * 8;
        if (first + p < source.count)
            half[p / PER_HALF] = (half[p / PER_HALF] & ~(mask << bit)) | (uint64_t)at[p]
                                                                             << bit;
    }
    return {{(uint32_t)half[0], (uint32_t)(half[0] >> 32), (uint32_t)half[1],
             (uint32_t)(half[1] >> 32)}};
}

/* Of any row, even one of which all is missing. */
template <int A, int B>
WROW_DEVICE pair_strips<A, B> gather_pair(const dot_job &job, uint64_t row)
{
    enum {
        COUNT = pair_shape<A, B>::COUNT,
        STRIPS = pair_shape<A, B>::B_STRIPS,
        EACH = COUNT / STRIPS
    };
    const uint64_t first = (row * WROW_WARP + wrow_lane()) * COUNT;
    pair_strips<A, B> s;
    s.a = gather<A, COUNT>(job.fold.source, job.fold.fill, first);
    WROW_UNROLL
    for (int k = 0; k < STRIPS; ++k)
        s.b[k] = gather<B, EACH>(job.b, job.b_fill, first + k * EACH);
    return s;
}

/* A pair that changes nothing. */
template <int A, int B> WROW_DEVICE pair_strips<A, B> fill_pair(const dot_job &job)
{
    const strip_words &a = job.fold.fill, &b = job.b_fill;
    pair_strips<A, B> s;
    s.a = {{a.w[0], a.w[1], a.w[2], a.w[3]}};
    WROW_UNROLL
    for (int k = 0; k < pair_shape<A, B>::B_STRIPS; ++k)
        s.b[k] = {{b.w[0], b.w[1], b.w[2], b.w[3]}};
    return s;
}

#endif
