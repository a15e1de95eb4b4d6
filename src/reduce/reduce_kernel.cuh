/*
 * reduce_kernel.cuh -- wrow_reduce on a GPU, in one launch.
 *
 * A warp folds a run: consecutive rows of 512 bytes, lane by lane, 8 rows (4 KB)
 * in registers at a time, so that each warp keeps 4 KB of loads in flight. A block
 * folds a tile of runs into partials by halving trees of `fan` runs and stores
 * them. The block that is last to finish folds all partials by one halving tree
 * and stores the result. Input of one tile needs no partials and no other block.
 *
 * Order: every fold below has the shape that docs/order.md gives; which warp, block
 * or grid does it changes nothing, since runs, partials and trees are cut by
 * reduce_shape_of alone and missing values are the identity.
 *
 * Memory: a block's partials are released by its arrival and acquired by the last
 * one's (device/grid.cuh). No block waits, so blockIdx may choose the tiles.
 *
 * Cost: each input byte is read once; at most 2,048 partials of 8 bytes are
 * written and read.
 */
#ifndef WROW_REDUCE_KERNEL_CUH
#define WROW_REDUCE_KERNEL_CUH

#include "core/arrive.cuh"
#include "reduce/reduce_fold.cuh"
#include "reduce/reduce_policy.h"
#include "reduce/strip.cuh"
#include <windrow/device/block.cuh>

/* The accumulators of a lane with the job that explains them. */
template <typename F> struct lane_fold {
    typename F::lanes lanes;
    const reduce_job &job;
    WROW_DEVICE_METHOD void take(const wrow_words4 &strip)
    {
        F::take(lanes, strip, job);
    }
};

/* The value of one run, right in lane 0. */
template <typename F>
WROW_DEVICE typename F::word fold_run(const reduce_job &job, uint64_t run)
{
    const uint64_t first = run * job.shape.run_rows;
    const uint64_t end = first + job.shape.run_rows < job.shape.rows
                             ? first + job.shape.run_rows
                             : job.shape.rows;
    lane_fold<F> fold = {{}, job};
    F::start(fold.lanes, job);
    for (uint64_t row = first; row < end; row += REDUCE_CHUNK_ROWS) {
        take_rows<REDUCE_CHUNK_ROWS, F::BYTES>(fold, job.source, job.fill, row);
        F::settle(fold.lanes);
    }
    return wrow_warp_fold<F>(F::word_of(fold.lanes, job), WROW_WARP);
}

/* The halving tree over all partials, right in thread 0; the whole block calls it. */
template <typename F>
WROW_DEVICE typename F::word
fold_partials(const reduce_job &job,
              wrow_shared<typename F::word> (&shared)[REDUCE_FOLDERS])
{
    enum { EACH = REDUCE_PARTIALS_MAX / REDUCE_FOLDERS };
    typename F::word v[EACH];
    WROW_UNROLL
    for (int k = 0; k < EACH; ++k) {
        const uint32_t partial = wrow_thread() + k * REDUCE_FOLDERS;
        v[k] = F::identity(job);
        if (partial < job.shape.partials)
            word_from_bits(wrow_load_relaxed_device(&job.partials[partial]), &v[k]);
    }
    WROW_UNROLL
    for (int h = EACH / 2; h > 0; h /= 2)
        WROW_UNROLL
    for (int k = 0; k < h; ++k)
        v[k] = F::combine(v[k], v[k + h]);
    return wrow_block_fold<F, REDUCE_FOLDERS>(v[0], shared);
}

template <typename F>
WROW_KERNEL(REDUCE_THREADS, REDUCE_BLOCKS)
reduce_runs(WROW_ARGUMENT(reduce_job, job))
{
    WROW_SHARED(typename F::word, values, [2][REDUCE_FAN_MAX]);
    WROW_SHARED(typename F::word, folders, [REDUCE_FOLDERS]);
    WROW_SHARED(uint32_t, arrived, );
    const uint32_t warps = wrow_threads() / WROW_WARP, lane = wrow_lane();
    const uint64_t tile_runs = job.tile_runs;
    typename F::word value = F::identity(job);
    uint32_t turn = 0; /* two sets of values: one barrier a tile is enough */

    for (uint64_t first = wrow_block() * tile_runs; first < job.shape.runs;
         first += wrow_blocks() * tile_runs, turn ^= 1) {
        for (uint32_t r = wrow_warp(); r < tile_runs; r += warps) {
            value = F::identity(job);
            if (first + r < job.shape.runs)
                value = fold_run<F>(job, first + r);
            if (lane == 0)
                values[turn][r] = value;
        }
        wrow_barrier();
        if (wrow_warp() == 0) {
            value = lane < tile_runs ? values[turn][lane] : F::identity(job);
            value = wrow_warp_fold<F>(value, job.shape.fan);
            const uint64_t run = first + lane;
            if (job.partials && lane < tile_runs && run % job.shape.fan == 0 &&
                run < job.shape.runs)
                wrow_store_relaxed_device(&job.partials[run / job.shape.fan],
                                          word_bits(value));
        }
    }

    if (!job.partials) { /* one tile: its values are the partials */
        if (wrow_warp() == 0) {
            value = wrow_warp_fold<F>(value, WROW_WARP);
            if (lane == 0)
                reduce_store(job.out, &job.finish, word_bits(value));
        }
        return;
    }
    if (!arrive_last(job.state, job.record, arrived))
        return;
    value = fold_partials<F>(job, folders);
    if (wrow_thread() == 0) {
        reduce_store(job.out, &job.finish, word_bits(value));
        wrow_grid_finish(&job.state->grid);
    }
}

#endif
