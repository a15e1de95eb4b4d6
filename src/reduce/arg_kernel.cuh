/*
 * arg_kernel.cuh -- wrow_arg_reduce on a GPU, in one launch and one pass.
 *
 * A lane folds the keys of its strips of a chunk as min and max do, and keeps the
 * smallest key so far with the chunk that had it. No index is tracked: once the key and
 * its first chunk are known, one block reads these 4 KB again and finds the first
 * element that has it, its warps a row each. So an arg costs what a min costs, whatever
 * the data.
 *
 * Why the first: a warp's chunks ascend, so only a strictly smaller key moves it on;
 * and of equal keys the lower row wins in every fold behind that.
 *
 * Missing elements are read as copies of element 0: they can win only what it wins, and
 * its own chunk is the first of all. Memory and progress: as in reduce_kernel.cuh.
 */
#ifndef WROW_REDUCE_ARG_KERNEL_CUH
#define WROW_REDUCE_ARG_KERNEL_CUH

#include "core/arrive.cuh"
#include "reduce/arg_job.h"
#include "reduce/describe_element.cuh"
#include "reduce/reduce_fold_key.cuh"
#include "reduce/reduce_policy.h"
#include "reduce/strip.cuh"

#define ARG_NOWHERE (~(uint64_t)0)

/* Of equal keys the lower row: an order of (key, row). */
struct arg_least {
    WROW_DEVICE arg_seen combine(const arg_seen &x, const arg_seen &y)
    {
        return y.key < x.key || (y.key == x.key && y.row < x.row) ? y : x;
    }
};

/* Of a warp's lanes, in every lane. */
WROW_DEVICE arg_seen least_of_lanes(arg_seen seen)
{
    for (uint32_t h = WROW_WARP / 2; h > 0; h /= 2) {
        arg_seen other;
        other.key = wrow_shuffle_xor(WROW_ALL_LANES, seen.key, h);
        other.row = wrow_shuffle_xor(WROW_ALL_LANES, seen.row, h);
        seen = arg_least::combine(seen, other);
    }
    return seen;
}

/* Folds a chunk for one side, or for both. */
template <typename F, int SIDES> struct arg_fold {
    typename F::lanes lanes[SIDES];
    const arg_job &job;
    WROW_DEVICE_METHOD void take(const wrow_words4 &strip)
    {
        WROW_UNROLL
        for (int s = 0; s < SIDES; ++s)
            F::take(lanes[s], strip, job.side[s].fold);
    }
};

/* Element 0, repeated through a strip. */
template <int BYTES> WROW_DEVICE strip_words first_element(const strip_source &source)
{
    typedef typename element_bits<BYTES>::type element;
    return strip_repeat(*(const element *)source.base, BYTES);
}

template <typename F, int SIDES>
WROW_DEVICE void see_chunk(arg_seen (&seen)[SIDES], const arg_job &job,
                           const strip_words &fill, uint64_t row)
{
    arg_fold<F, SIDES> fold = {{}, job};
    WROW_UNROLL
    for (int s = 0; s < SIDES; ++s)
        F::start(fold.lanes[s], job.side[s].fold);
    take_rows<REDUCE_CHUNK_ROWS, F::BYTES>(fold, job.source, fill, row);
    WROW_UNROLL
    for (int s = 0; s < SIDES; ++s) {
        const uint64_t key = F::word_of(fold.lanes[s], job.side[s].fold);
        if (key < seen[s].key || seen[s].row == ARG_NOWHERE)
            seen[s] = {key, row};
    }
}

/* The first index in a row whose element has the key, in every lane of the warp. */
template <int BYTES>
WROW_DEVICE uint64_t find_in_row(const strip_source &source, const arg_rule &rule,
                                 uint64_t key, uint64_t row)
{
    enum { COUNT = REDUCE_STRIP_BYTES / BYTES };
    const strip_words nothing = {};
    const wrow_words4 strip = gather_strip<BYTES>(source, nothing, row);
    const uint64_t first = (row * WROW_WARP + wrow_lane()) * COUNT;
    uint64_t found = ARG_NOWHERE;
    WROW_UNROLL
    for (int p = COUNT; p-- > 0;)
        if (first + p < source.count &&
            arg_key(&rule, strip_element<BYTES>(strip, p)) == key)
            found = first + p;
    for (uint32_t h = WROW_WARP / 2; h > 0; h /= 2)
        found = least(found, wrow_shuffle_xor(WROW_ALL_LANES, found, h));
    return found;
}

/* Turns the winners into results; the whole block calls it. */
template <typename F, int SIDES>
WROW_DEVICE void store_extremes(const arg_job &job, const wrow_shared<arg_seen> *winners,
                                wrow_shared<uint64_t> (&found)[SIDES][REDUCE_CHUNK_ROWS])
{
    enum { WARPS = REDUCE_THREADS / WROW_WARP };
    WROW_UNROLL
    for (int s = 0; s < SIDES; ++s) {
        const arg_seen winner = winners[s];
        for (uint32_t r = wrow_warp(); r < REDUCE_CHUNK_ROWS; r += WARPS) {
            const uint64_t index = find_in_row<F::BYTES>(job.source, job.side[s].rule,
                                                         winner.key, winner.row + r);
            if (wrow_lane() == 0)
                found[s][r] = index;
        }
    }
    wrow_barrier();
    if (wrow_thread() >= SIDES)
        return;
    const arg_seen winner = winners[wrow_thread()];
    uint64_t index = ARG_NOWHERE;
    for (int r = 0; r < REDUCE_CHUNK_ROWS; ++r)
        index = least(index, found[wrow_thread()][r]);
    const arg_side &side = job.side[wrow_thread()];
    *side.out = arg_finish(&side.rule, winner.key, index);
}

template <typename F, int SIDES>
WROW_KERNEL(REDUCE_THREADS, REDUCE_BLOCKS)
arg_chunks(WROW_ARGUMENT(arg_job, job))
{
    enum { WARPS = REDUCE_THREADS / WROW_WARP };
    WROW_SHARED(arg_seen, warps, [SIDES][WARPS]);
    WROW_SHARED(arg_seen, winners, [SIDES]);
    WROW_SHARED(uint64_t, found, [SIDES][REDUCE_CHUNK_ROWS]);
    WROW_SHARED(uint32_t, arrived, );
    const uint32_t lane = wrow_lane();
    const strip_words fill = first_element<F::BYTES>(job.source);
    const uint64_t stride = (uint64_t)wrow_blocks() * WARPS * REDUCE_CHUNK_ROWS;
    arg_seen seen[SIDES];
    WROW_UNROLL
    for (int s = 0; s < SIDES; ++s)
        seen[s] = {ARG_NOWHERE, ARG_NOWHERE};

    for (uint64_t row = (wrow_block() * WARPS + wrow_warp()) * REDUCE_CHUNK_ROWS;
         row < job.shape.rows; row += stride)
        see_chunk<F, SIDES>(seen, job, fill, row);

    WROW_UNROLL
    for (int s = 0; s < SIDES; ++s) {
        const arg_seen of_warp = least_of_lanes(seen[s]);
        if (lane == 0)
            warps[s][wrow_warp()] = of_warp;
    }
    wrow_barrier();
    if (wrow_warp() == 0) {
        WROW_UNROLL
        for (int s = 0; s < SIDES; ++s) {
            seen[s] = least_of_lanes(warps[s][lane % WARPS]);
            if (lane == 0 && job.alone)
                winners[s] = seen[s];
            else if (lane == 0)
                job.seen[s * wrow_blocks() + wrow_block()] = seen[s];
        }
    }
    if (!job.alone) {
        if (!arrive_last(job.state, job.record, arrived))
            return;
        if (wrow_warp() < SIDES) {
            arg_seen all = {ARG_NOWHERE, ARG_NOWHERE};
            for (uint32_t b = lane; b < wrow_blocks(); b += WROW_WARP)
                all = arg_least::combine(all, job.seen[wrow_warp() * wrow_blocks() + b]);
            all = least_of_lanes(all);
            if (lane == 0)
                winners[wrow_warp()] = all;
        }
    }
    wrow_barrier();
    store_extremes<F, SIDES>(job, winners, found);
    if (!job.alone && wrow_thread() == 0)
        wrow_grid_finish(&job.state->grid);
}

#endif
