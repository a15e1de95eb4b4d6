/* segments_fold.cuh -- what a warp makes of several small segments and of one run, by a
 * fold of any_fold.cuh; in the order of docs/order.md. */
#ifndef WROW_REDUCE_SEGMENTS_FOLD_CUH
#define WROW_REDUCE_SEGMENTS_FOLD_CUH

#include "reduce/segment_span.cuh"
#include <windrow/device/warp.cuh>

/* One step of a halving tree, chosen before. */
template <typename F, typename JOIN> struct joined {
    WROW_DEVICE typename F::word combine(const typename F::word &x,
                                         const typename F::word &y)
    {
        return F::template combine_by<JOIN>(x, y);
    }
};

/* Strips of a row. Where a filled element changes nothing, all are as if they were whole,
 * but for those that no lane has. */
template <typename F, int N>
WROW_DEVICE void take_any(const F &fold, typename F::lanes (&lanes)[N],
                          const lane_strips<N> &row, uint32_t slot, uint32_t step)
{
    if (fold.has_fill())
        fold.template take_each<true>(lanes, row.strips, row.voters, slot, step);
    else
        fold.template take_each<false>(lanes, row.strips, row.valid, slot, step);
}

/* The segment of each group of `group` neighbour lanes, at most a chunk; right in the
 * first. Lane g has strips g, g + group, ... of a row: as only so many of the 32 lanes of
 * docs/order.md have anything, the first steps of the tree over them are its own. */
template <typename F>
WROW_DEVICE typename F::word fold_group(const F &fold, const segment_span &span,
                                        uint32_t group)
{
    const uint32_t first = wrow_lane() & (group - 1);
    const uint32_t slots = (uint32_t)slots_of<F::BYTES>(span.count);
    typename F::lanes lanes[F::SLOTS];
    typename F::word words[F::SLOTS];
    WROW_UNROLL
    for (int k = 0; k < F::SLOTS; ++k)
        fold.start(lanes[k]);
    uint32_t row = 0;
    do {
        lane_strips<F::SLOTS> strips;
        load_strips<F::BYTES>(strips, fold.job, span, row + first, group, fold.fill());
        take_any(fold, lanes, strips, row + first, group);
        row += WROW_WARP;
    } while (wrow_ballot(WROW_ALL_LANES, row < slots));
    typename F::word result = fold.nothing();
    fold.choose_join([&](auto join) {
        typedef joined<F, decltype(join)> by;
        WROW_UNROLL
        for (int k = 0; k < F::SLOTS; ++k)
            words[k] = fold.template word_of<decltype(join)>(lanes[k]);
        WROW_UNROLL
        for (int h = F::SLOTS / 2; h > 0; h /= 2)
            WROW_UNROLL
        for (int k = 0; k < h; ++k)
            words[k] = by::combine(words[k], words[k + h]);
        result = wrow_warp_fold<by>(words[0], group);
    });
    return result;
}

/* Folds safe rows in flights of FLIGHT rows, the rest in ever smaller ones. */
template <typename F, int FLIGHT> struct row_flights {
    WROW_DEVICE uint64_t take(const F &fold, typename F::lanes &lanes,
                              const unsigned char *base, uint64_t row, uint64_t end)
    {
        for (; row + FLIGHT <= end; row += FLIGHT) {
            wrow_words4 strips[FLIGHT];
            load_rows<F::BYTES>(strips, base, row);
            fold.take_rows(lanes, strips, row * WROW_WARP + wrow_lane());
        }
        return row_flights<F, FLIGHT / 2>::take(fold, lanes, base, row, end);
    }
};
template <typename F> struct row_flights<F, 0> {
    WROW_DEVICE uint64_t take(const F &, typename F::lanes &, const unsigned char *,
                              uint64_t row, uint64_t)
    {
        return row;
    }
};

/* Rows first .. end-1 of a segment, all of one run, by the whole warp; right in lane 0.
 * A row at an end of the array, or the short last one, is read element by element. */
template <typename F>
WROW_DEVICE typename F::word fold_rows(const F &fold, const segment_span &span,
                                       uint64_t first, uint64_t end)
{
    const unsigned char *const base = base_of(fold.job, span, F::BYTES);
    const safe_rows safe = safe_rows_of<F::BYTES>(fold.job, span, first, end);
    typename F::lanes lanes[1];
    fold.start(lanes[0]);
    for (uint64_t row = first; row < end;) {
        if (row >= safe.first && row < safe.end) {
            row = row_flights<F, F::FLIGHT>::take(fold, lanes[0], base, row, safe.end);
        } else {
            const uint64_t slot = row * WROW_WARP + wrow_lane();
            const uint32_t valid[1] = {valid_in<F::BYTES>(span.count, slot)};
            const wrow_words4 strip[1] = {gather_elements<F::BYTES>(
                base + slot * REDUCE_STRIP_BYTES, valid[0], 1, 0)};
            fold.template take_each<false>(lanes, strip, valid, slot, 0);
            row += 1;
        }
    }
    typename F::word result = fold.nothing();
    fold.choose_join([&](auto join) {
        typedef joined<F, decltype(join)> by;
        const typename F::word own = fold.template word_of<decltype(join)>(lanes[0]);
        result = wrow_warp_fold<by>(own, WROW_WARP);
    });
    return result;
}

#endif
