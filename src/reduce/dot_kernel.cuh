/*
 * dot_kernel.cuh -- wrow_dot on a GPU, in one launch: reduce_kernel.cuh of products, and
 * the same in order, memory and progress. A warp has the strips of both inputs of some
 * rows in flight, and their products are rounded before they are added.
 *
 * Cost: each byte of both inputs is read once from memory.
 */
#ifndef WROW_REDUCE_DOT_KERNEL_CUH
#define WROW_REDUCE_DOT_KERNEL_CUH

#include "reduce/dot_fold.cuh"
#include "reduce/reduce_kernel.cuh"

/* Rows in flight at a time, so that some 128 bytes a lane are; a chunk is a multiple. */
template <typename F> struct dot_rows {
    enum {
        BYTES = REDUCE_STRIP_BYTES + pair_shape<F::A, F::B>::B_BYTES,
        COUNT = BYTES <= 48   ? WROW_SHRINK(4, 2)
                : BYTES <= 80 ? 2
                              : 1
    };
};

/* Adds the products of dot_rows from `row` on; rows past the last are left out. All
 * lanes of a warp take the same branch. */
template <typename F>
WROW_DEVICE void take_pairs(typename F::lanes &lanes, const dot_job &job, uint64_t row)
{
    enum { A = F::A, B = F::B, ROWS = dot_rows<F>::COUNT };
    pair_strips<A, B> s[ROWS], last[1];
    const uint64_t full = job.fold.source.full_rows;
    const bool aligned = (job.fold.source.shift | job.b.shift) == 0;
    if (aligned && row + ROWS <= full) {
        WROW_UNROLL
        for (int r = 0; r < ROWS; ++r)
            s[r] = load_pair<A, B>(job, row + r);
        F::take(lanes, s, job);
    } else if (aligned) { /* the last rows */
        WROW_UNROLL
        for (int r = 0; r < ROWS; ++r)
            s[r] = row + r < full ? load_pair<A, B>(job, row + r) : fill_pair<A, B>(job);
        last[0] = gather_pair<A, B>(job, full);
        F::take(lanes, s, job);
        F::take(lanes, last, job);
    } else if (row > 0 && row + ROWS < full) {
        WROW_UNROLL
        for (int r = 0; r < ROWS; ++r)
            s[r] = load_shifted_pair<A, B>(job, row + r);
        F::take(lanes, s, job);
    } else {
        for (int r = 0; r < ROWS && row + r <= full; ++r) {
            last[0] = gather_pair<A, B>(job, row + r);
            F::take(lanes, last, job);
        }
    }
}

/* The value of one run, right in lane 0. */
template <typename F>
WROW_DEVICE typename F::word dot_run(const dot_job &job, uint64_t run)
{
    const reduce_shape &shape = job.fold.shape;
    const uint64_t first = run * shape.run_rows;
    const uint64_t end =
        first + shape.run_rows < shape.rows ? first + shape.run_rows : shape.rows;
    typename F::lanes lanes;
    F::start(lanes, job.fold);
    for (uint64_t row = first; row < end; row += dot_rows<F>::COUNT)
        take_pairs<F>(lanes, job, row);
    return wrow_warp_fold<F>(F::word_of(lanes, job.fold), WROW_WARP);
}

template <typename F>
WROW_KERNEL(REDUCE_THREADS, REDUCE_BLOCKS)
dot_runs(WROW_ARGUMENT(dot_job, job))
{
    WROW_SHARED(typename F::word, values, [2][REDUCE_FAN_MAX]);
    WROW_SHARED(typename F::word, folders, [REDUCE_FOLDERS]);
    WROW_SHARED(uint32_t, arrived, );
    const reduce_job &fold = job.fold;
    const uint32_t warps = wrow_threads() / WROW_WARP, lane = wrow_lane();
    const uint64_t tile_runs = fold.tile_runs;
    typename F::word value = F::identity(fold);
    uint32_t turn = 0; /* two sets of values: one barrier a tile is enough */

    for (uint64_t first = wrow_block() * tile_runs; first < fold.shape.runs;
         first += wrow_blocks() * tile_runs, turn ^= 1) {
        for (uint32_t r = wrow_warp(); r < tile_runs; r += warps) {
            value = F::identity(fold);
            if (first + r < fold.shape.runs)
                value = dot_run<F>(job, first + r);
            if (lane == 0)
                values[turn][r] = value;
        }
        wrow_barrier();
        if (wrow_warp() == 0) {
            value = lane < tile_runs ? values[turn][lane] : F::identity(fold);
            value = wrow_warp_fold<F>(value, fold.shape.fan);
            const uint64_t run = first + lane;
            if (fold.partials && lane < tile_runs && run % fold.shape.fan == 0 &&
                run < fold.shape.runs)
                wrow_store_relaxed_device(&fold.partials[run / fold.shape.fan],
                                          word_bits(value));
        }
    }

    if (!fold.partials) { /* one tile: its values are the partials */
        if (wrow_warp() == 0) {
            value = wrow_warp_fold<F>(value, WROW_WARP);
            if (lane == 0)
                reduce_store(fold.out, &fold.finish, word_bits(value));
        }
        return;
    }
    if (!arrive_last(fold.state, fold.record, arrived))
        return;
    value = fold_partials<F>(fold, folders);
    if (wrow_thread() == 0) {
        reduce_store(fold.out, &fold.finish, word_bits(value));
        wrow_grid_finish(&fold.state->grid);
    }
}

#endif
