/*
 * describe_kernel.cuh -- wrow_describe on a GPU, in one launch and one pass.
 *
 * A warp holds a chunk of 4 KB in registers, so it can find the chunk's mean first
 * and the squared deviations from it second without reading memory again. Chunks
 * of a run are merged one after another; runs, partials and the result are folded
 * as in reduce_kernel.cuh, with Chan's merge as the operation (docs/order.md).
 *
 * Every lane carries the same moments, since a butterfly of commutative additions
 * gives all lanes the bits that a halving tree gives lane 0. Extremes and NaNs stay
 * with the lane that saw them until the run ends; within a lane indices ascend, so
 * a strict comparison keeps the first.
 */
#ifndef WROW_DESCRIBE_KERNEL_CUH
#define WROW_DESCRIBE_KERNEL_CUH

#include "core/arrive.cuh"
#include "reduce/describe_element.cuh"
#include "reduce/describe_state.h"
#include "reduce/reduce_policy.h"
#include "reduce/strip.cuh"

struct describe_job {
    strip_source source;
    reduce_shape shape;
    uint32_t tile_runs; /* policy: runs a block folds at a time, fan .. 32 */
    uint32_t reserved;
    describe_state *partials; /* scratch; NULL: one tile is all */
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

/* Merges one chunk into the run's state. */
template <typename E>
WROW_DEVICE void describe_chunk(describe_state &run, const describe_job &job,
                                uint64_t row)
{
    enum { COUNT = REDUCE_STRIP_BYTES / E::BYTES };
    wrow_words4 strips[REDUCE_CHUNK_ROWS];
    bool whole;
    double v[COUNT];
    uint32_t counted = 0;
    load_chunk<E::BYTES>(strips, job.source, row, &whole);

    const uint64_t row_first = (row * WROW_WARP + wrow_lane()) * COUNT;
    WROW_UNROLL for (int p = 0; p < COUNT; ++p) v[p] = -0.0;
    WROW_UNROLL for (int r = 0; r < REDUCE_CHUNK_ROWS; ++r)
        WROW_UNROLL for (int p = 0; p < COUNT; ++p)
    {
        const uint64_t index = row_first + r * (WROW_WARP * COUNT) + p;
        const uint64_t bits = strip_element<E::BYTES>(strips[r], p);
        const double x = E::value(bits);
        const uint64_t key = E::key(bits);
        const bool present = whole || index < job.shape.count;
        const bool is_nan = E::IS_FLOAT && x != x;
        const bool counts = present && !is_nan;
        v[p] = describe_add(v[p], counts ? x : -0.0);
        counted += counts;
        if (is_nan && present) {
            run.nan_count += 1;
            run.nan_index = index < run.nan_index ? index : run.nan_index;
        }
        if (counts && (key < run.min_key || run.min_index == DESCRIBE_NO_INDEX)) {
            run.min_key = key;
            run.min_index = index;
        }
        if (counts && (key > run.max_key || run.max_index == DESCRIBE_NO_INDEX)) {
            run.max_key = key;
            run.max_index = index;
        }
    }

    describe_state chunk = describe_nothing();
    chunk.n = sum_of_lanes(counted);
    chunk.sum = sum_of_lanes(v);
    const double mean = chunk.sum / (double)chunk.n;
    WROW_UNROLL for (int p = 0; p < COUNT; ++p) v[p] = 0.0;
    WROW_UNROLL for (int r = 0; r < REDUCE_CHUNK_ROWS; ++r)
        WROW_UNROLL for (int p = 0; p < COUNT; ++p)
    {
        const uint64_t index = row_first + r * (WROW_WARP * COUNT) + p;
        const double x = E::value(strip_element<E::BYTES>(strips[r], p));
        const double d = describe_add(x, -mean);
        const bool counts =
            (whole || index < job.shape.count) && !(E::IS_FLOAT && x != x);
        v[p] = describe_add(v[p], counts ? describe_multiply(d, d) : 0.0);
    }
    chunk.deviations = sum_of_lanes(v);
    describe_merge_moments(&run, &chunk);
}

WROW_DEVICE describe_state shuffle_state_down(const describe_state &s, uint32_t delta)
{
    describe_state other;
    other.n = wrow_shuffle_down(WROW_ALL_LANES, s.n, delta);
    other.sum = wrow_shuffle_down(WROW_ALL_LANES, s.sum, delta);
    other.deviations = wrow_shuffle_down(WROW_ALL_LANES, s.deviations, delta);
    other.nan_count = wrow_shuffle_down(WROW_ALL_LANES, s.nan_count, delta);
    other.nan_index = wrow_shuffle_down(WROW_ALL_LANES, s.nan_index, delta);
    other.min_key = wrow_shuffle_down(WROW_ALL_LANES, s.min_key, delta);
    other.min_index = wrow_shuffle_down(WROW_ALL_LANES, s.min_index, delta);
    other.max_key = wrow_shuffle_down(WROW_ALL_LANES, s.max_key, delta);
    other.max_index = wrow_shuffle_down(WROW_ALL_LANES, s.max_index, delta);
    return other;
}

/* A halving tree over the states of `width` neighbour lanes, right in every lane
 * whose number is a multiple of width. */
WROW_DEVICE void merge_lanes(describe_state &state, uint32_t width)
{
    for (uint32_t h = width / 2; h > 0; h /= 2) {
        const describe_state later = shuffle_state_down(state, h);
        describe_merge(&state, &later);
    }
}

/* The state of one run, right in lane 0. */
template <typename E>
WROW_DEVICE describe_state describe_run(const describe_job &job, uint64_t run)
{
    const uint64_t first = run * job.shape.run_rows;
    const uint64_t end = first + job.shape.run_rows < job.shape.rows
                             ? first + job.shape.run_rows
                             : job.shape.rows;
    describe_state state = describe_nothing();
    for (uint64_t row = first; row < end; row += REDUCE_CHUNK_ROWS)
        describe_chunk<E>(state, job, row);
    /* Moments are already the run's; only one lane may bring them to the tree. */
    if (wrow_lane() != 0) {
        state.n = 0;
        state.sum = -0.0;
        state.deviations = 0.0;
    }
    merge_lanes(state, WROW_WARP);
    return state;
}

/* The halving tree over all partials, right in thread 0; the whole block calls it. */
WROW_DEVICE describe_state merge_partials(const describe_job &job, describe_state *shared)
{
    enum { EACH = REDUCE_PARTIALS_MAX / REDUCE_FOLDERS };
    const uint32_t thread = wrow_thread();
    if (thread < REDUCE_FOLDERS) {
        describe_state v[EACH];
        for (uint32_t k = 0; k < EACH; ++k) {
            const uint32_t partial = thread + k * REDUCE_FOLDERS;
            v[k] = describe_nothing();
            if (partial < job.shape.partials)
                v[k] = job.partials[partial];
        }
        for (uint32_t h = EACH / 2; h > 0; h /= 2)
            for (uint32_t k = 0; k < h; ++k)
                describe_merge(&v[k], &v[k + h]);
        shared[thread] = v[0];
    }
    wrow_barrier();
    for (uint32_t h = REDUCE_FOLDERS / 2; h >= WROW_WARP; h /= 2) {
        if (thread < h)
            describe_merge(&shared[thread], &shared[thread + h]);
        wrow_barrier();
    }
    describe_state state = shared[wrow_lane()];
    merge_lanes(state, WROW_WARP);
    return state;
}

template <typename E>
WROW_KERNEL(DESCRIBE_THREADS, 2)
describe_runs(WROW_ARGUMENT describe_job job)
{
    WROW_SHARED(describe_state, values[2][REDUCE_FAN_MAX]);
    WROW_SHARED(describe_state, folders[REDUCE_FOLDERS]);
    WROW_SHARED(uint32_t, arrived);
    const uint32_t warps = wrow_threads() / WROW_WARP, lane = wrow_lane();
    const uint64_t tile_runs = job.tile_runs;
    describe_state state = describe_nothing();
    uint32_t turn = 0; /* two sets of values: one barrier a tile is enough */

    for (uint64_t first = wrow_block() * tile_runs; first < job.shape.runs;
         first += wrow_blocks() * tile_runs, turn ^= 1) {
        for (uint32_t r = wrow_warp(); r < tile_runs; r += warps) {
            state = describe_nothing();
            if (first + r < job.shape.runs)
                state = describe_run<E>(job, first + r);
            if (lane == 0)
                values[turn][r] = state;
        }
        wrow_barrier();
        if (wrow_warp() == 0) {
            state = lane < tile_runs ? values[turn][lane] : describe_nothing();
            merge_lanes(state, job.shape.fan);
            const uint64_t run = first + lane;
            if (job.partials && lane < tile_runs && run % job.shape.fan == 0 &&
                run < job.shape.runs)
                job.partials[run / job.shape.fan] = state;
        }
    }

    if (!job.partials) { /* one tile: its values are the partials */
        if (wrow_warp() == 0) {
            merge_lanes(state, WROW_WARP);
            if (lane == 0)
                *job.out = describe_finish(&job.rule, &state);
        }
        return;
    }
    if (!arrive_last(job.state, job.record, arrived))
        return;
    state = merge_partials(job, folders);
    if (wrow_thread() == 0) {
        *job.out = describe_finish(&job.rule, &state);
        wrow_grid_finish(&job.state->grid);
    }
}

#endif
