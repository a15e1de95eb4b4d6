/*
 * describe_kernel.cuh -- wrow_describe on a GPU, in one launch and one pass.
 *
 * A warp holds a chunk of 4 KB in registers, so it can find the chunk's mean first
 * and the squared deviations from it second without reading memory again. Chunks
 * of a run are merged one after another; runs, partials and the result are folded
 * as in reduce_kernel.cuh, with Chan's merge as the operation (docs/order.md).
 * Every lane carries the same moments, since a butterfly of commutative additions
 * gives all lanes the bits that a halving tree gives lane 0.
 *
 * Extremes and NaNs have no order to keep, so they take another way: a warp keeps
 * the best it has seen in the whole launch, and looks for an index only in the few
 * chunks that beat it. Its chunks come in ascending order, so a strict comparison
 * keeps the first.
 *
 * A chunk that misses elements or holds a NaN is read with a test of each element;
 * all others without. A NaN shows as a NaN in the chunk's sum.
 */
#ifndef WROW_DESCRIBE_KERNEL_CUH
#define WROW_DESCRIBE_KERNEL_CUH

#include "core/arrive.cuh"
#include "reduce/describe_element.cuh"
#include "reduce/describe_state.h"
#include "reduce/reduce_policy.h"
#include "reduce/strip.cuh"

/* What runs and partials hand on. */
struct describe_moments {
    uint64_t n;
    double sum, deviations;
};

struct describe_job {
    strip_source source;
    reduce_shape shape;
    uint32_t tile_runs; /* policy: runs a block folds at a time, fan .. 32 */
    uint32_t reserved;
    describe_moments *partials; /* scratch; NULL: one tile is all */
    describe_state *extremes;   /* scratch, one a block; moments empty */
    state_area *state;
    device_record *record;
    wrow_summary *out;
    describe_rule rule;
};

/* Loads a chunk; `whole` says that no element of it is missing. */
template <int BYTES>
WROW_DEVICE void load_chunk(wrow_words4 (&strips)[REDUCE_CHUNK_ROWS],
                            const strip_source &source, uint64_t row, bool *whole)
{
    const strip_words nothing = {};
    *whole = row + REDUCE_CHUNK_ROWS <= source.full_rows;
    if (source.shift == 0 && *whole) {
        WROW_UNROLL for (int r = 0; r < REDUCE_CHUNK_ROWS; ++r) strips[r] =
            wrow_load16_once(strip_address(source, row + r));
    } else if (row > 0 && row + REDUCE_CHUNK_ROWS < source.full_rows) {
        WROW_UNROLL for (int r = 0; r < REDUCE_CHUNK_ROWS; ++r) strips[r] =
            load_shifted(source, row + r);
    } else {
        WROW_UNROLL for (int r = 0; r < REDUCE_CHUNK_ROWS; ++r) strips[r] =
            gather_strip<BYTES>(source, nothing, row + r);
    }
}

/* The same bits in every lane: what a halving tree would give lane 0. */
template <int COUNT> WROW_DEVICE double sum_of_lanes(double (&v)[COUNT])
{
    WROW_UNROLL for (int h = COUNT / 2; h > 0; h /= 2)
        WROW_UNROLL for (int p = 0; p < h; ++p) v[p] = describe_add(v[p], v[p + h]);
    WROW_UNROLL for (int h = WROW_WARP / 2; h > 0; h /= 2) v[0] =
        describe_add(v[0], wrow_shuffle_xor(WROW_ALL_LANES, v[0], h));
    return v[0];
}

WROW_DEVICE uint32_t sum_of_lanes(uint32_t v)
{
    WROW_UNROLL for (int h = WROW_WARP / 2; h > 0; h /= 2) v +=
        wrow_shuffle_xor(WROW_ALL_LANES, v, h);
    return v;
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
        WROW_UNROLL for (int r = 0; r < REDUCE_CHUNK_ROWS; ++r) wrow_forget(strips[r]);
    }
    /* Whether an element takes part; CHECKED false: all do. */
    template <bool CHECKED> WROW_DEVICE_METHOD bool counts(int r, int p) const
    {
        const double x = E::value(bits(r, p));
        return !CHECKED || (index(r, p) < count && !(E::IS_FLOAT && x != x));
    }
};

#define DESCRIBE_EACH(r, p)                                                              \
    WROW_UNROLL for (int r = 0; r < REDUCE_CHUNK_ROWS; ++r)                              \
        WROW_UNROLL for (int p = 0; p < describe_chunk<E>::COUNT; ++p)

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
    WROW_UNROLL for (int p = 0; p < describe_chunk<E>::COUNT; ++p) v[p] = -0.0;
    DESCRIBE_EACH(r, p)
    {
        const bool counts = chunk.template counts<CHECKED>(r, p);
        const key_type key = (key_type)E::key(chunk.bits(r, p));
        v[p] = describe_add(v[p], counts ? E::value(chunk.bits(r, p)) : -0.0);
        counted += counts;
        lane.low = counts && key < lane.low ? key : lane.low;
        lane.high = counts && key > lane.high ? key : lane.high;
    }
    state.n = CHECKED ? sum_of_lanes(counted)
                      : (uint32_t)(REDUCE_CHUNK_ROWS * describe_chunk<E>::ROW);
    state.sum = sum_of_lanes(v);
    return state;
}

template <typename E, bool CHECKED>
WROW_DEVICE double deviations_of_chunk(const describe_chunk<E> &chunk, double mean)
{
    double v[describe_chunk<E>::COUNT];
    WROW_UNROLL for (int p = 0; p < describe_chunk<E>::COUNT; ++p) v[p] = 0.0;
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

/* The chunk's moments; what it has of extremes goes to `seen`. */
template <typename E>
WROW_DEVICE describe_state take_chunk(describe_state &seen, const describe_job &job,
                                      uint64_t row)
{
    describe_chunk<E> chunk;
    lane_extremes<E> lane;
    bool whole;
    load_chunk<E::BYTES>(chunk.strips, job.source, row, &whole);
    chunk.first = (row * WROW_WARP + wrow_lane()) * describe_chunk<E>::COUNT;
    chunk.count = job.shape.count;
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

WROW_DEVICE describe_state state_of(const describe_moments &moments)
{
    describe_state state = describe_nothing();
    state.n = moments.n;
    state.sum = moments.sum;
    state.deviations = moments.deviations;
    return state;
}

/* A halving tree over the moments of `width` neighbour lanes, right in every lane
 * whose number is a multiple of width. */
WROW_DEVICE void merge_lanes(describe_moments &moments, uint32_t width)
{
    describe_state state = state_of(moments);
    for (uint32_t h = width / 2; h > 0; h /= 2) {
        describe_state later = describe_nothing();
        later.n = wrow_shuffle_down(WROW_ALL_LANES, state.n, h);
        later.sum = wrow_shuffle_down(WROW_ALL_LANES, state.sum, h);
        later.deviations = wrow_shuffle_down(WROW_ALL_LANES, state.deviations, h);
        describe_merge_moments(&state, &later);
    }
    moments = {state.n, state.sum, state.deviations};
}

/* The moments of one run, the same in every lane. */
template <typename E>
WROW_DEVICE describe_moments take_run(describe_state &seen, const describe_job &job,
                                      uint64_t run)
{
    const uint64_t first = run * job.shape.run_rows;
    const uint64_t end = first + job.shape.run_rows < job.shape.rows
                             ? first + job.shape.run_rows
                             : job.shape.rows;
    describe_state state = describe_nothing();
    for (uint64_t row = first; row < end; row += REDUCE_CHUNK_ROWS) {
        const describe_state chunk = take_chunk<E>(seen, job, row);
        describe_merge_moments(&state, &chunk);
    }
    return {state.n, state.sum, state.deviations};
}

/* The halving tree over all partials, right in thread 0; the whole block calls it. */
WROW_DEVICE describe_moments merge_partials(const describe_job &job,
                                            describe_moments *shared)
{
    enum { EACH = REDUCE_PARTIALS_MAX / REDUCE_FOLDERS };
    const uint32_t thread = wrow_thread();
    describe_state v[EACH];
    for (uint32_t k = 0; k < EACH; ++k) {
        const uint32_t partial = thread + k * REDUCE_FOLDERS;
        v[k] = describe_nothing();
        if (partial < job.shape.partials)
            v[k] = state_of(job.partials[partial]);
    }
    for (uint32_t h = EACH / 2; h > 0; h /= 2)
        for (uint32_t k = 0; k < h; ++k)
            describe_merge_moments(&v[k], &v[k + h]);
    shared[thread] = {v[0].n, v[0].sum, v[0].deviations};
    wrow_barrier();
    for (uint32_t h = REDUCE_FOLDERS / 2; h >= WROW_WARP; h /= 2) {
        if (thread < h) {
            describe_state earlier = state_of(shared[thread]);
            const describe_state later = state_of(shared[thread + h]);
            describe_merge_moments(&earlier, &later);
            shared[thread] = {earlier.n, earlier.sum, earlier.deviations};
        }
        wrow_barrier();
    }
    describe_moments moments = shared[wrow_lane()];
    merge_lanes(moments, WROW_WARP);
    return moments;
}

/* Extremes of `count` states, in every lane of the warp that calls it. */
WROW_DEVICE describe_state merge_extremes(const describe_state *states, uint32_t count)
{
    describe_state all = describe_nothing();
    for (uint32_t k = wrow_lane(); k < count; k += WROW_WARP)
        describe_merge(&all, &states[k]);
    merge_extremes_of_lanes(all);
    return all;
}

/* Thread 0 puts moments and extremes together. */
WROW_DEVICE void store_summary(const describe_job &job, const describe_moments &moments,
                               describe_state state)
{
    state.n = moments.n;
    state.sum = moments.sum;
    state.deviations = moments.deviations;
    if (wrow_thread() == 0)
        *job.out = describe_finish(&job.rule, &state);
}

template <typename E>
WROW_KERNEL(REDUCE_THREADS, REDUCE_BLOCKS)
describe_runs(WROW_ARGUMENT describe_job job)
{
    enum { WARPS = REDUCE_THREADS / WROW_WARP };
    WROW_SHARED(describe_moments, values[2][REDUCE_FAN_MAX]);
    WROW_SHARED(describe_moments, folders[REDUCE_FOLDERS]);
    WROW_SHARED(describe_state, extremes[WARPS]);
    WROW_SHARED(uint32_t, arrived);
    const uint32_t lane = wrow_lane();
    const uint64_t tile_runs = job.tile_runs;
    const describe_moments nothing = {0, -0.0, 0.0};
    describe_moments moments = nothing;
    describe_state seen = describe_nothing();
    uint32_t turn = 0; /* two sets of values: one barrier a tile is enough */

    for (uint64_t first = wrow_block() * tile_runs; first < job.shape.runs;
         first += wrow_blocks() * tile_runs, turn ^= 1) {
        for (uint32_t r = wrow_warp(); r < tile_runs; r += WARPS) {
            moments = nothing;
            if (first + r < job.shape.runs)
                moments = take_run<E>(seen, job, first + r);
            if (lane == 0)
                values[turn][r] = moments;
        }
        wrow_barrier();
        if (wrow_warp() == 0) {
            const uint64_t run = first + lane;
            moments = lane < tile_runs ? values[turn][lane] : nothing;
            merge_lanes(moments, job.shape.fan);
            if (job.partials && lane < tile_runs && run % job.shape.fan == 0 &&
                run < job.shape.runs)
                job.partials[run / job.shape.fan] = moments;
        }
    }

    if (lane == 0)
        extremes[wrow_warp()] = seen;
    wrow_barrier();
    if (wrow_warp() == 0)
        seen = merge_extremes(extremes, WARPS);
    if (!job.partials) { /* one tile: its values are the partials */
        if (wrow_warp() == 0) {
            merge_lanes(moments, WROW_WARP);
            store_summary(job, moments, seen);
        }
        return;
    }
    if (wrow_thread() == 0)
        job.extremes[wrow_block()] = seen;
    if (!arrive_last(job.state, job.record, arrived))
        return;
    moments = merge_partials(job, folders);
    if (wrow_warp() == 0) {
        store_summary(job, moments, merge_extremes(job.extremes, wrow_blocks()));
        if (lane == 0)
            wrow_grid_finish(&job.state->grid);
    }
}

#endif
