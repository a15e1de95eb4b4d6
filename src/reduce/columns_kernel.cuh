/*
 * columns_kernel.cuh -- the columns of a matrix, each reduced as an array of its own.
 *
 * A thread folds one run of one column, its neighbours those of the next columns, so that
 * a warp reads consecutive elements of a row. A lane's strips of docs/order.md are then
 * taken one lane after another, in the order in which the tree over the lanes joins them.
 * Columns of several runs leave a word for each; a second launch folds these.
 *
 * Cost: each element is read once, by loads of its own size.
 */
#ifndef WROW_REDUCE_COLUMNS_KERNEL_CUH
#define WROW_REDUCE_COLUMNS_KERNEL_CUH

#include "reduce/segments_list.cuh"
#include <windrow/device/block.cuh>

/* What one lane of a run would have of a column's rows row .. end-1. */
template <typename F> struct column_lane {
    const F &fold;
    const unsigned char *column;
    uint64_t row, end;
    WROW_DEVICE_METHOD typename F::word operator()(uint32_t lane) const
    {
        enum { COUNT = REDUCE_STRIP_BYTES / F::BYTES };
        const segments &all = fold.job.segments;
        typename F::lanes lanes[1];
        fold.start(lanes[0]);
        for (uint64_t r = row; r < end; ++r) {
            const uint64_t slot = r * WROW_WARP + lane;
            const uint32_t valid[1] = {valid_in<F::BYTES>(all.length, slot)};
            const wrow_words4 strip[1] = {gather_elements<F::BYTES>(
                column + slot * COUNT * all.step * F::BYTES, valid[0], all.step, 0)};
            fold.template take_each<false>(lanes, strip, valid, slot, 0);
        }
        typename F::word result = fold.nothing();
        fold.choose_join(
            [&](auto join) { result = fold.template word_of<decltype(join)>(lanes[0]); });
        return result;
    }
};

template <typename F>
WROW_KERNEL(SEGMENTS_THREADS, COLUMNS_BLOCKS)
columns_runs(WROW_ARGUMENT(segments_job, job))
{
    const F fold = {job};
    const uint64_t columns = job.segments.segments;
    const reduce_shape shape = reduce_shape_of(job.segments.length, F::BYTES);
    const uint64_t runs = shape.runs ? shape.runs : 1;
    const uint64_t stride = (uint64_t)wrow_blocks() * SEGMENTS_THREADS;
    uint64_t i = (uint64_t)wrow_block() * SEGMENTS_THREADS + wrow_thread();
    for (; i < columns * runs; i += stride) {
        const uint64_t run = i / columns, column = i % columns;
        const uint64_t row = run * shape.run_rows, behind = row + shape.run_rows;
        const uint64_t slots = slots_of<F::BYTES>(shape.count) - row * WROW_WARP;
        const column_lane<F> leaf = {
            fold, (const unsigned char *)job.segments.in + column * F::BYTES, row,
            behind < shape.rows ? behind : shape.rows};
        const typename F::word value = thread_tree<6, 1>(
            fold, power_above(slots < WROW_WARP ? (uint32_t)slots : (uint32_t)WROW_WARP),
            leaf);
        if (runs == 1)
            fold.store(column, shape.count, value);
        else
            put_word(job.words + i * F::WORDS, value);
    }
}

/* Few columns: the whole block folds one. Many: each thread its own. */
template <typename F>
WROW_KERNEL(SEGMENTS_THREADS, COLUMNS_BLOCKS)
columns_finish(WROW_ARGUMENT(segments_job, job))
{
    WROW_SHARED(typename F::word, folders, [SEGMENTS_THREADS]);
    const F fold = {job};
    const uint64_t columns = job.segments.segments;
    const reduce_shape shape = reduce_shape_of(job.segments.length, F::BYTES);
    const bool together = columns < COLUMNS_TOGETHER;
    const uint32_t threads = together ? SEGMENTS_THREADS : 1;
    const uint64_t stride = (uint64_t)wrow_blocks() * SEGMENTS_THREADS / threads;
    uint64_t column = together
                          ? wrow_block()
                          : (uint64_t)wrow_block() * SEGMENTS_THREADS + wrow_thread();
    for (; column < columns; column += stride) {
        const word_table words = {job.words + column * F::WORDS, columns * F::WORDS,
                                  shape.fan, shape.runs};
        typename F::word value = fold_words(fold, words, shape.partials,
                                            together ? wrow_thread() : 0, threads);
        if (together) {
            wrow_barrier(); /* warp 0 has read what the last column left */
            value = wrow_block_fold<SEGMENTS_THREADS>(fold, value, folders);
        }
        if (!together || wrow_thread() == 0)
            fold.store(column, shape.count, value);
    }
}

#endif
