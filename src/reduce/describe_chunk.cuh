/*
 * describe_chunk.cuh -- moments and extremes of 4 KB in the registers of a warp; the
 * method is described in describe_kernel.cuh.
 */
#ifndef WROW_DESCRIBE_CHUNK_CUH
#define WROW_DESCRIBE_CHUNK_CUH

#include "reduce/describe_element.cuh"
#include "reduce/describe_job.h"
#include "reduce/strip.cuh"
#include <windrow/device/warp.cuh>

/* Loads a chunk of a whole array; `whole` says that no element of it is missing. */
template <int BYTES>
WROW_DEVICE void load_chunk(wrow_words4 (&strips)[REDUCE_CHUNK_ROWS],
                            const strip_source &source, uint64_t row, bool *whole)
{
    const strip_words nothing = {};
    *whole = row + REDUCE_CHUNK_ROWS <= source.full_rows;
    if (source.shift == 0 && *whole) {
        WROW_UNROLL
        for (int r = 0; r < REDUCE_CHUNK_ROWS; ++r)
            strips[r] = wrow_load16_once(strip_address(source, row + r));
    } else if (row > 0 && row + REDUCE_CHUNK_ROWS < source.full_rows) {
        WROW_UNROLL
        for (int r = 0; r < REDUCE_CHUNK_ROWS; ++r)
            strips[r] = load_shifted(source, row + r);
    } else {
        WROW_UNROLL
        for (int r = 0; r < REDUCE_CHUNK_ROWS; ++r)
            strips[r] = gather_strip<BYTES>(source, nothing, row + r);
    }
}

struct add_f64 {
    WROW_DEVICE double combine(double x, double y)
    {
        return describe_add(x, y);
    }
};
struct add_u32 {
    WROW_DEVICE uint32_t combine(uint32_t x, uint32_t y)
    {
        return x + y;
    }
};

/* Positions and then lanes, the same bits in every lane. */
template <int COUNT> WROW_DEVICE double sum_of_lanes(double (&v)[COUNT])
{
    WROW_UNROLL
    for (int h = COUNT / 2; h > 0; h /= 2)
        WROW_UNROLL
    for (int p = 0; p < h; ++p)
        v[p] = describe_add(v[p], v[p + h]);
    return wrow_warp_fold_all<add_f64>(v[0]);
}

/* A chunk in the registers of a warp. */
template <typename E> struct describe_chunk {
    enum { COUNT = REDUCE_STRIP_BYTES / E::BYTES, ROW = WROW_WARP * COUNT };
    wrow_words4 strips[REDUCE_CHUNK_ROWS];
    uint64_t first; /* index of the lane's first element */
    uint64_t count; /* elements of the call: what lies beyond is missing */

    WROW_DEVICE_METHOD uint64_t bits(int r, int p) const
    {
        return strip_element<E::BYTES>(strips[r], p);
    }
    WROW_DEVICE_METHOD uint64_t index(int r, int p) const
    {
        return first + (uint64_t)(r * ROW + p);
    }
    WROW_DEVICE_METHOD void forget()
    {
        WROW_UNROLL
        for (int r = 0; r < REDUCE_CHUNK_ROWS; ++r)
            wrow_forget(strips[r]);
    }
    /* Whether a row has an element, the same in every lane. */
    template <bool CHECKED> WROW_DEVICE_METHOD bool has_row(int r) const
    {
        return !CHECKED || first - wrow_lane() * COUNT + (uint64_t)(r * ROW) < count;
    }
    /* Whether an element takes part; CHECKED false: all do. */
    template <bool CHECKED> WROW_DEVICE_METHOD bool counts(int r, int p) const
    {
        const double x = E::value(bits(r, p));
        return !CHECKED || (index(r, p) < count && !(E::IS_FLOAT && x != x));
    }
};

#define DESCRIBE_EACH(r, p)                                                              \
    WROW_UNROLL                                                                          \
    for (int r = 0; r < REDUCE_CHUNK_ROWS; ++r)                                          \
        if (chunk.template has_row<CHECKED>(r))                                          \
            WROW_UNROLL                                                                  \
    for (int p = 0; p < describe_chunk<E>::COUNT; ++p)

template <typename E> struct lane_extremes {
    typename E::key_type low, high;
};

/* Sum and n of the chunk, and the lane's own extremes. */
template <typename E, bool CHECKED>
WROW_DEVICE describe_state sum_chunk(const describe_chunk<E> &chunk,
                                     lane_extremes<E> &lane)
{
    typedef typename E::key_type key_type;
    double v[describe_chunk<E>::COUNT];
    uint32_t counted = 0;
    describe_state state = describe_nothing();
    lane.low = (key_type) ~(uint64_t)0;
    lane.high = 0;
    WROW_UNROLL
    for (int p = 0; p < describe_chunk<E>::COUNT; ++p)
        v[p] = -0.0;
    DESCRIBE_EACH(r, p)
    {
        const bool counts = chunk.template counts<CHECKED>(r, p);
        const key_type key = (key_type)E::key(chunk.bits(r, p));
        v[p] = describe_add(v[p], counts ? E::value(chunk.bits(r, p)) : -0.0);
        counted += counts;
        lane.low = counts && key < lane.low ? key : lane.low;
        lane.high = counts && key > lane.high ? key : lane.high;
    }
    state.n = CHECKED ? wrow_warp_fold_all<add_u32>(counted)
                      : (uint32_t)(REDUCE_CHUNK_ROWS * describe_chunk<E>::ROW);
    state.sum = sum_of_lanes(v);
    return state;
}

template <typename E, bool CHECKED>
WROW_DEVICE double deviations_of_chunk(const describe_chunk<E> &chunk, double mean)
{
    double v[describe_chunk<E>::COUNT];
    WROW_UNROLL
    for (int p = 0; p < describe_chunk<E>::COUNT; ++p)
        v[p] = 0.0;
    DESCRIBE_EACH(r, p)
    {
        const double d = describe_add(E::value(chunk.bits(r, p)), -mean);
        const bool counts = chunk.template counts<CHECKED>(r, p);
        v[p] = describe_add(v[p], counts ? describe_multiply(d, d) : 0.0);
    }
    return sum_of_lanes(v);
}

WROW_DEVICE describe_state shuffle_extremes_xor(const describe_state &s, uint32_t lane)
{
    describe_state other = describe_nothing();
    other.nan_count = wrow_shuffle_xor(WROW_ALL_LANES, s.nan_count, lane);
    other.nan_index = wrow_shuffle_xor(WROW_ALL_LANES, s.nan_index, lane);
    other.min_key = wrow_shuffle_xor(WROW_ALL_LANES, s.min_key, lane);
    other.min_index = wrow_shuffle_xor(WROW_ALL_LANES, s.min_index, lane);
    other.max_key = wrow_shuffle_xor(WROW_ALL_LANES, s.max_key, lane);
    other.max_index = wrow_shuffle_xor(WROW_ALL_LANES, s.max_index, lane);
    return other;
}

/* Extremes and NaNs of all lanes, in every lane. */
WROW_DEVICE void merge_extremes_of_lanes(describe_state &state)
{
    for (uint32_t h = WROW_WARP / 2; h > 0; h /= 2) {
        const describe_state other = shuffle_extremes_xor(state, h);
        describe_merge(&state, &other);
    }
}

/* Finds where the chunk has its extremes and NaNs, and merges them into `seen`. */
template <typename E, bool CHECKED>
WROW_DEVICE void find_extremes(describe_state &seen, const describe_chunk<E> &chunk,
                               const lane_extremes<E> &lane)
{
    describe_state found = describe_nothing();
    found.min_key = lane.low;
    found.max_key = lane.high;
    DESCRIBE_EACH(r, p)
    {
        const uint64_t index = chunk.index(r, p);
        const uint64_t key = E::key(chunk.bits(r, p));
        const double x = E::value(chunk.bits(r, p));
        if (chunk.template counts<CHECKED>(r, p)) {
            if (key == found.min_key && index < found.min_index)
                found.min_index = index;
            if (key == found.max_key && index < found.max_index)
                found.max_index = index;
        } else if (CHECKED && x != x && index < chunk.count) {
            found.nan_count += 1;
            found.nan_index = index < found.nan_index ? index : found.nan_index;
        }
    }
    merge_extremes_of_lanes(found);
    describe_merge(&seen, &found);
}

/* The chunk's moments; what it has of extremes goes to `seen`. `whole`: no element of it
 * is missing. */
template <typename E>
WROW_DEVICE describe_state digest_chunk(describe_state &seen, describe_chunk<E> &chunk,
                                        bool whole)
{
    lane_extremes<E> lane;
    if (whole) {
        describe_state state = sum_chunk<E, false>(chunk, lane);
        if (!E::IS_FLOAT || state.sum == state.sum) {
            const bool better = lane.low < seen.min_key || lane.high > seen.max_key ||
                                seen.min_index == DESCRIBE_NO_INDEX;
            if (wrow_ballot(WROW_ALL_LANES, better)) {
                chunk.forget();
                find_extremes<E, false>(seen, chunk, lane);
            }
            chunk.forget();
            state.deviations =
                deviations_of_chunk<E, false>(chunk, state.sum / (double)state.n);
            return state;
        }
    }
    chunk.forget();
    describe_state state = sum_chunk<E, true>(chunk, lane);
    chunk.forget();
    find_extremes<E, true>(seen, chunk, lane);
    chunk.forget();
    state.deviations = deviations_of_chunk<E, true>(chunk, state.sum / (double)state.n);
    return state;
}

template <typename E>
WROW_DEVICE describe_state take_chunk(describe_state &seen, const describe_job &job,
                                      uint64_t row)
{
    describe_chunk<E> chunk;
    bool whole;
    load_chunk<E::BYTES>(chunk.strips, job.source, row, &whole);
    chunk.first = (row * WROW_WARP + wrow_lane()) * describe_chunk<E>::COUNT;
    chunk.count = job.shape.count;
    return digest_chunk(seen, chunk, whole);
}

#endif
