/* segments_list.cuh -- the list of segments that are longer than a run, and the folding
 * of what their units leave behind. */
#ifndef WROW_REDUCE_SEGMENTS_LIST_CUH
#define WROW_REDUCE_SEGMENTS_LIST_CUH

#include "reduce/segment_span.cuh"
#include "reduce/segments_policy.h"
#include "reduce/thread_tree.cuh"
#include <windrow/device/warp.cuh>

template <int BYTES> WROW_DEVICE uint64_t elements_of_chunk(void)
{
    return REDUCE_CHUNK_ROWS * REDUCE_ROW_BYTES / BYTES;
}

/* Units of a partial, a power of two; each has every so-manieth of its runs. */
WROW_DEVICE uint32_t unit_stride(uint32_t fan)
{
    return fan > SEGMENTS_UNIT_RUNS ? fan / SEGMENTS_UNIT_RUNS : 1u;
}

/* job.state->long_segments: entries above, units below, so that one add gives a segment
 * its place and its units, and the list ascends by first unit. */
enum { LIST_UNIT_BITS = 36 };

/*
 * Puts the segments of all lanes that are `member` on the list; returns whether the
 * lane's own is there. It is not only where offsets descend and so much overlaps that the
 * scratch does not hold it: then it has the units still, but nobody's words.
 */
template <int BYTES>
WROW_DEVICE bool list_long(const segments_job &job, const segment_span &span, uint64_t s,
                           bool member)
{
    if (wrow_ballot(WROW_ALL_LANES, member) == 0)
        return false;
    long_segment entry = {};
    uint64_t own = 0;
    if (member) {
        entry.begin = span.begin;
        entry.index = s;
        entry.shape = reduce_shape_of(span.count, BYTES);
        entry.units = entry.shape.partials * unit_stride(entry.shape.fan);
        own = ((uint64_t)1 << LIST_UNIT_BITS) + entry.units;
    }
    uint64_t upto = own; /* of this lane and those below */
    for (uint32_t h = 1; h < WROW_WARP; h *= 2) {
        const uint64_t other =
            wrow_shuffle(WROW_ALL_LANES, upto, (wrow_lane() - h) % WROW_WARP);
        upto += wrow_lane() >= h ? other : 0;
    }
    uint64_t before = 0;
    if (wrow_lane() == WROW_WARP - 1)
        before = wrow_add_relaxed_device(&job.state->long_segments, upto);
    const uint64_t place =
        wrow_shuffle(WROW_ALL_LANES, before, WROW_WARP - 1) + upto - own;
    const uint64_t at = place >> LIST_UNIT_BITS;
    entry.first_unit = place & (((uint64_t)1 << LIST_UNIT_BITS) - 1);
    if (!member || at >= job.list_most)
        return false;
    job.list[at] = entry;
    return entry.first_unit + entry.units <= job.units_most;
}

struct long_list {
    uint64_t entries, units;
};

/* What there is of it in the scratch. */
WROW_DEVICE long_list long_list_of(const segments_job &job)
{
    const uint64_t all = wrow_load_relaxed_device(&job.state->long_segments);
    long_list list = {all >> LIST_UNIT_BITS, all & (((uint64_t)1 << LIST_UNIT_BITS) - 1)};
    if (list.entries > job.list_most) {
        list.entries = job.list_most;
        list.units = list.entries ? job.list[list.entries - 1].first_unit +
                                        job.list[list.entries - 1].units
                                  : 0;
    }
    if (list.units > job.units_most)
        list.units = job.units_most;
    return list;
}

/* Units that the busiest warp gets, if all take `each` at a time in turn. */
WROW_DEVICE uint64_t busiest_of(uint64_t units, uint64_t warps, uint64_t each)
{
    return reduce_ceil_div(units, warps * each) * each;
}

/* So many that a warp takes some four times: a search of the list for each unit costs
 * more, but a few that get one more time than the others make all wait. */
WROW_DEVICE uint64_t units_at_a_time(uint64_t units, uint64_t warps)
{
    const uint64_t quarter = units / (warps * 4);
    const uint64_t each = quarter < 1                     ? 1
                          : quarter < SEGMENTS_UNITS_MOST ? quarter
                                                          : (uint64_t)SEGMENTS_UNITS_MOST;
    const bool is_more_even =
        busiest_of(units, warps, each + 1) < busiest_of(units, warps, each);
    return is_more_even ? each + 1 : each;
}

/* The entry that has the unit, the same in every lane: all lanes look at once, so that
 * a list of 10^6 takes four steps. */
WROW_DEVICE uint64_t find_entry(const long_segment *list, uint64_t entries, uint64_t unit)
{
    uint64_t low = 0,
             high = entries; /* list[low] begins at or before it, [high] behind */
    while (high - low > 1) {
        const uint64_t step = reduce_ceil_div(high - low, WROW_WARP);
        const uint64_t at = low + step * wrow_lane();
        const bool is_before = at < high && list[at].first_unit <= unit;
        const uint32_t many = wrow_popcount(wrow_ballot(WROW_ALL_LANES, is_before));
        low += step * (many - 1);
        high = low + step < high ? low + step : high;
    }
    return low;
}

/* Adds to the units that are done; how many they are now, the same in every lane. All
 * that other warps wrote before they added theirs is seen after the last. */
WROW_DEVICE uint32_t count_done(uint32_t *done, uint32_t more)
{
    uint32_t before = 0;
    wrow_warp_barrier(WROW_ALL_LANES);
    if (wrow_lane() == 0)
        before = wrow_add_acq_rel_device(done, more);
    before = wrow_shuffle(WROW_ALL_LANES, before, 0);
    wrow_warp_barrier(WROW_ALL_LANES);
    return before + more;
}

/* Words in scratch: word w of a partial p is number p * per_partial + w, of `count`; the
 * rest are those of nothing. */
struct word_table {
    const uint64_t *words;
    uint64_t stride; /* 64-bit words from one to the next */
    uint32_t per_partial;
    uint64_t count;
};

/* Leaf k + w * partials is word w of the k-th partial of a thread: in the order of
 * thread_tree a partial's words come first. */
template <typename F> struct word_leaf {
    const F &fold;
    const word_table &table;
    uint32_t thread, threads, partials;
    WROW_DEVICE_METHOD typename F::word operator()(uint32_t leaf) const
    {
        const uint64_t partial = thread + (uint64_t)(leaf % partials) * threads;
        const uint32_t word_of_it = leaf / partials;
        const uint64_t at = partial * table.per_partial + word_of_it;
        typename F::word word = fold.nothing();
        if (at < table.count && word_of_it < table.per_partial)
            get_word(table.words + at * table.stride, &word);
        return word;
    }
};

/* A thread's part of the halving tree over a segment's partials: those whose number
 * modulo `threads` is its own. What is left to do is the tree over the threads. */
template <typename F>
WROW_DEVICE typename F::word fold_words(const F &fold, const word_table &table,
                                        uint32_t partials, uint32_t thread,
                                        uint32_t threads)
{
    enum { BATCH = F::WORDS == 1 ? 32 : F::WORDS <= 4 ? 4 : 1 };
    const uint32_t own = power_above((partials + threads - 1) / threads);
    const word_leaf<F> leaf = {fold, table, thread, threads, own};
    return thread_tree<17, BATCH>(fold, own * table.per_partial, leaf);
}

#endif
