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
#include "reduce/describe_chunk.cuh"
#include "reduce/reduce_policy.h"

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
                                            wrow_shared<describe_moments> *shared)
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
template <typename S> /* shared or not */
WROW_DEVICE describe_state merge_extremes(const S *states, uint32_t count)
{
    describe_state all = describe_nothing();
    for (uint32_t k = wrow_lane(); k < count; k += WROW_WARP) {
        const describe_state state = states[k];
        describe_merge(&all, &state);
    }
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
describe_runs(WROW_ARGUMENT(describe_job, job))
{
    enum { WARPS = REDUCE_THREADS / WROW_WARP };
    WROW_SHARED(describe_moments, values, [2][REDUCE_FAN_MAX]);
    WROW_SHARED(describe_moments, folders, [REDUCE_FOLDERS]);
    WROW_SHARED(describe_state, extremes, [WARPS]);
    WROW_SHARED(uint32_t, arrived, );
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
