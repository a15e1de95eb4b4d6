/*
 * segments_kernel.cuh -- many reductions on a GPU, balanced by the size of each segment,
 * in two launches.
 *
 * segments_short: a warp takes 32 consecutive segments. Those of up to 4 strips are a
 * lane's each, larger ones 2, 4 or 8 lanes', up to one run. What is longer is put on a
 * list, with as many units as it has work.
 * segments_long: the units of all listed segments, which may be one giant or 10^5 of
 * some kilobytes, are shared out evenly among all warps. Whoever finishes the last unit
 * of a segment folds its words.
 *
 * Order: reduce_shape_of cuts a segment as it cuts an array, so its result has the bits
 * of a call for it alone. A unit is a part of a partial's tree over its runs: of fan runs
 * it has every S-th, S = fan / 8, which the first steps of the tree join. Who takes
 * which, and where on the list a segment is, decides nothing.
 *
 * Memory: words of a unit are released by the add on its segment's counter and acquired
 * by the last one's. No block waits, so blockIdx may choose the work.
 *
 * Cost: each element is read once, 8 bytes of offset and one result a segment; for long
 * ones a list entry of 72 bytes each and a word for each 4 KB or more.
 */
#ifndef WROW_REDUCE_SEGMENTS_KERNEL_CUH
#define WROW_REDUCE_SEGMENTS_KERNEL_CUH

#include "core/arrive.cuh"
#include "reduce/segments_list.cuh"
#include "reduce/segments_policy.h"

/* Lanes that a segment of so many strips is given: a power of two, so that each has at
 * most SLOTS of a row; 0: none. */
template <typename F> WROW_DEVICE uint32_t lanes_for(uint32_t slots)
{
    uint32_t lanes = slots != 0;
    WROW_UNROLL
    for (int k = 1; k < WROW_WARP / F::SLOTS; k *= 2)
        if (slots > (uint32_t)k * F::SLOTS)
            lanes = 2 * k;
    return F::ROW_BY_ROW && slots > WROW_WARP ? (uint32_t)WROW_WARP : lanes;
}

/* Gives the groups of `group` lanes the segments of the lanes that are `chosen`, whose
 * ranks among these count from 0; a group that gets none has an empty one. */
WROW_DEVICE segment_span share_out(const segment_span &mine, bool chosen, uint32_t rank,
                                   uint32_t groups, uint32_t group_bits,
                                   wrow_shared<uint32_t> *order)
{
    if (chosen)
        order[rank] = wrow_lane();
    wrow_warp_barrier(WROW_ALL_LANES);
    const uint32_t number = wrow_lane() >> group_bits;
    const uint32_t whose = number < groups ? (uint32_t)order[number] : 0;
    wrow_warp_barrier(WROW_ALL_LANES);
    segment_span span;
    span.begin = wrow_shuffle(WROW_ALL_LANES, mine.begin, whose);
    span.count = wrow_shuffle(WROW_ALL_LANES, mine.count, whose);
    if (number >= groups)
        span.count = 0;
    return span;
}

/* Folds the segments of the 32 lanes, each by as many lanes as its size asks for: again
 * and again those of one size, as many at a time as there is room for. */
template <typename F>
WROW_DEVICE typename F::word fold_small(const F &fold, const segment_span &mine,
                                        wrow_shared<uint32_t> *order)
{
    const uint32_t below = ((uint32_t)1 << wrow_lane()) - 1;
    uint32_t wanted = lanes_for<F>((uint32_t)slots_of<F::BYTES>(mine.count));
    typename F::word value = fold.nothing();
    while (const uint32_t waiting = wrow_ballot(WROW_ALL_LANES, wanted != 0)) {
        const uint32_t one = wrow_popcount((waiting & (0 - waiting)) - 1);
        const uint32_t group = wrow_shuffle(WROW_ALL_LANES, wanted, one);
        const uint32_t members = wrow_ballot(WROW_ALL_LANES, wanted == group);
        const uint32_t rank = wrow_popcount(members & below);
        const uint32_t group_bits = wrow_popcount(group - 1);
        const bool chosen = wanted == group && rank < (uint32_t)WROW_WARP >> group_bits;
        segment_span span = mine;
        if (group != 1)
            span =
                share_out(mine, chosen, rank, wrow_popcount(members), group_bits, order);
        else if (!chosen)
            span.count = 0;
        typename F::word folded = fold_group(fold, span, group);
        if (group != 1)
            folded =
                wrow_shuffle(WROW_ALL_LANES, folded, (rank << group_bits) % WROW_WARP);
        if (chosen) {
            value = folded;
            wanted = 0;
        }
    }
    return value;
}

template <typename F>
WROW_KERNEL(SEGMENTS_THREADS, SEGMENTS_SHORT_BLOCKS)
segments_short(WROW_ARGUMENT(segments_job, job))
{
    enum { WARPS = SEGMENTS_THREADS / WROW_WARP };
    WROW_SHARED(uint32_t, order, [WARPS][WROW_WARP]);
    const F fold = {job};
    const uint64_t stride = (uint64_t)wrow_blocks() * SEGMENTS_THREADS;
    uint64_t s = (uint64_t)wrow_block() * SEGMENTS_THREADS + wrow_thread();
    segment_span next = span_of(job, s);

    for (; s - wrow_lane() < job.segments.segments; s += stride) {
        segment_span mine = next;
        next = span_of(job, s + stride); /* so that its offsets are here in time */
        const bool is_long = mine.count > elements_of_chunk<F::BYTES>();
        const bool is_listed = list_long<F::BYTES>(job, mine, s, is_long);
        if (is_long)
            mine.count = 0;
        const typename F::word value = fold_small(fold, mine, order[wrow_warp()]);
        if (s < job.segments.segments && !is_listed)
            fold.store(s, mine.count, value);
    }
}

/* The words of units first .. end-1 of a listed segment, by the whole warp. */
template <typename F>
WROW_DEVICE void fold_units(const F &fold, const segments_job &job,
                            const long_segment &entry, uint64_t first, uint64_t end)
{
    const segment_span span = {entry.begin, entry.shape.count};
    const uint32_t strides = unit_stride(entry.shape.fan);
    const uint32_t shift = wrow_popcount(strides - 1); /* division takes long */
    const uint32_t runs = entry.shape.fan >> shift;
    for (uint64_t unit = first; unit < end; ++unit) {
        const uint64_t run = (unit >> shift) * entry.shape.fan + (unit & (strides - 1));
        typename F::word value = fold.nothing();
        for (uint32_t k = 0; k < runs && run + k * strides < entry.shape.runs; ++k) {
            const uint64_t row = (run + k * strides) * entry.shape.run_rows;
            const uint64_t behind = row + entry.shape.run_rows;
            const typename F::word of_run = wrow_shuffle(
                WROW_ALL_LANES,
                fold_rows(fold, span, row,
                          behind < entry.shape.rows ? behind : entry.shape.rows),
                0);
            if (wrow_lane() == k)
                value = of_run;
        }
        value = wrow_warp_fold(fold, value, runs);
        if (wrow_lane() == 0)
            put_word(job.words + (entry.first_unit + unit) * F::WORDS, value);
    }
}

/* The result of a segment whose words are there, by the whole warp. */
template <typename F>
WROW_DEVICE void finish_long(const F &fold, const segments_job &job,
                             const long_segment &entry)
{
    const word_table words = {job.words + entry.first_unit * F::WORDS, F::WORDS,
                              unit_stride(entry.shape.fan), entry.units};
    typename F::word value =
        fold_words(fold, words, entry.shape.partials, wrow_lane(), WROW_WARP);
    value = wrow_warp_fold(fold, value, WROW_WARP);
    if (wrow_lane() == 0)
        fold.store(entry.index, entry.shape.count, value);
}

template <typename F>
WROW_KERNEL(SEGMENTS_THREADS, SEGMENTS_LONG_BLOCKS)
segments_long(WROW_ARGUMENT(segments_job, job))
{
    WROW_SHARED(uint32_t, arrived, );
    const F fold = {job};
    const long_list list = long_list_of(job);
    const uint64_t warps = (uint64_t)wrow_blocks() * (SEGMENTS_THREADS / WROW_WARP);
    const uint64_t warp =
        (uint64_t)wrow_block() * (SEGMENTS_THREADS / WROW_WARP) + wrow_warp();
    const uint64_t each = units_at_a_time(list.units, warps);

    for (uint64_t unit = warp * each; unit < list.units;) {
        const uint64_t end = unit + each < list.units ? unit + each : list.units;
        uint64_t at = find_entry(job.list, list.entries, unit);
        for (uint64_t u = unit; u < end; ++at) {
            const long_segment entry = job.list[at];
            const uint64_t behind = entry.first_unit + entry.units;
            const uint64_t stop = behind < end ? behind : end;
            fold_units(fold, job, entry, u - entry.first_unit, stop - entry.first_unit);
            if (count_done(&job.list[at].done, (uint32_t)(stop - u)) == entry.units)
                finish_long(fold, job, entry);
            u = stop;
        }
        unit += warps * each;
    }

    if (arrive_last(job.state, job.record, arrived) && wrow_thread() == 0) {
        job.state->long_segments = 0;
        wrow_grid_finish(&job.state->grid);
    }
}

#endif
