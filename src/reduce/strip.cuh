/*
 * strip.cuh -- reading strips: 16 bytes that hold whole elements, chosen by the
 * element's index and never by its address.
 *
 * On a base that is not a multiple of 16 the two aligned 16 bytes that a strip
 * straddles are loaded and shifted into place; the second one is the neighbour
 * lane's first, so it comes from the cache. Rows at the ends of the array are read
 * element by element: nothing outside the array is touched.
 */
#ifndef WROW_REDUCE_STRIP_CUH
#define WROW_REDUCE_STRIP_CUH

#include "reduce/reduce_job.h"
#include <windrow/device/words.cuh>

/* The strip that starts `shift` (1..15) bytes into the pair low, high. */
WROW_DEVICE wrow_words4 shift_strip(const wrow_words4 &low, const wrow_words4 &high,
                                    uint32_t shift)
{
    const uint32_t bits = shift % 4 * 8;
    uint32_t w[8] = {low.w[0],  low.w[1],  low.w[2],  low.w[3],
                     high.w[0], high.w[1], high.w[2], high.w[3]};
    WROW_UNROLL
    for (int k = 0; k < 6; ++k)
        w[k] = shift & 8 ? w[k + 2] : w[k];
    WROW_UNROLL
    for (int k = 0; k < 5; ++k)
        w[k] = shift & 4 ? w[k + 1] : w[k];
    wrow_words4 strip;
    WROW_UNROLL
    for (int k = 0; k < 4; ++k)
        strip.w[k] = wrow_funnel(w[k], w[k + 1], bits);
    return strip;
}

template <int BYTES> struct element_bits;
template <> struct element_bits<1> {
    typedef uint8_t type;
};
template <> struct element_bits<2> {
    typedef uint16_t type;
};
template <> struct element_bits<4> {
    typedef uint32_t type;
};
template <> struct element_bits<8> {
    typedef uint64_t type;
};

/* One strip of elements of BYTES, one by one; what is missing keeps `fill`. */
template <int BYTES>
WROW_DEVICE wrow_words4 gather_strip(const strip_source &source, const strip_words &fill,
                                     uint64_t row)
{
    enum { COUNT = REDUCE_STRIP_BYTES / BYTES, WORD = COUNT / 2 };
    typedef typename element_bits<BYTES>::type element;
    const uint64_t first = (row * WROW_WARP + wrow_lane()) * COUNT;
    const element *const at = (const element *)source.base + first;
    uint64_t half[2] = {(uint64_t)fill.w[1] << 32 | fill.w[0],
                        (uint64_t)fill.w[3] << 32 | fill.w[2]};
    const uint64_t mask = ~(uint64_t)0 >> (64 - BYTES * 8);
    WROW_UNROLL
    for (int p = 0; p < COUNT; ++p) {
        const int bit = p % WORD * BYTES * 8;
        if (first + p < source.count)
            half[p / WORD] = (half[p / WORD] & ~(mask << bit)) | (uint64_t)at[p] << bit;
    }
    return {{(uint32_t)half[0], (uint32_t)(half[0] >> 32), (uint32_t)half[1],
             (uint32_t)(half[1] >> 32)}};
}

WROW_DEVICE const unsigned char *strip_address(const strip_source &source, uint64_t row)
{
    return source.base + row * REDUCE_ROW_BYTES + wrow_lane() * REDUCE_STRIP_BYTES;
}

/* The strip of a row with neighbours on both sides, on a base that is not aligned. */
WROW_DEVICE wrow_words4 load_shifted(const strip_source &source, uint64_t row)
{
    const unsigned char *const at = strip_address(source, row) - source.shift;
    return shift_strip(wrow_load16_constant(at),
                       wrow_load16_constant(at + REDUCE_STRIP_BYTES), source.shift);
}

/*
 * Hands every strip of `ROWS` rows from `row` on to TAKER::take(taker, strip), in
 * ascending order; rows past the last are left out. All lanes of a warp take the
 * same branch. BYTES may be 1 where elements need not be told apart.
 */
template <int ROWS, int BYTES, typename TAKER>
WROW_DEVICE void take_rows(TAKER &taker, const strip_source &source,
                           const strip_words &fill, uint64_t row)
{
    wrow_words4 strips[ROWS];
    if (source.shift == 0 && row + ROWS <= source.full_rows) {
        WROW_UNROLL
        for (int r = 0; r < ROWS; ++r)
            strips[r] = wrow_load16_once(strip_address(source, row + r));
        WROW_UNROLL
        for (int r = 0; r < ROWS; ++r)
            taker.take(strips[r]);
    } else if (source.shift == 0) { /* the last rows */
        WROW_UNROLL
        for (int r = 0; r < ROWS; ++r)
            if (row + r < source.full_rows)
                strips[r] = wrow_load16_once(strip_address(source, row + r));
        const wrow_words4 last = gather_strip<BYTES>(source, fill, source.full_rows);
        WROW_UNROLL
        for (int r = 0; r < ROWS; ++r)
            if (row + r < source.full_rows)
                taker.take(strips[r]);
        taker.take(last);
    } else if (row > 0 && row + ROWS < source.full_rows) {
        WROW_UNROLL
        for (int r = 0; r < ROWS; ++r)
            strips[r] = load_shifted(source, row + r);
        WROW_UNROLL
        for (int r = 0; r < ROWS; ++r)
            taker.take(strips[r]);
    } else {
        for (int r = 0; r < ROWS && row + r <= source.full_rows; ++r)
            taker.take(gather_strip<BYTES>(source, fill, row + r));
    }
}

#endif
