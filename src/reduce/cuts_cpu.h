/*
 * cuts_cpu.h -- the segments of a call, shared out among the threads of a CPU context.
 * A segment is folded partial by partial (docs/order.md), so that a thread may take many
 * short ones, or several threads one that is long, and nobody sees which it was.
 */
#ifndef WROW_REDUCE_CUTS_CPU_H
#define WROW_REDUCE_CUTS_CPU_H

#include "reduce/segments_impl.h"

/* One segment. */
struct cut {
    const void *in; /* its first element, the next one behind it */
    uint64_t index; /* its number */
    reduce_shape shape;
    void *results; /* of partials: what cut_folds makes of them */
};

struct cut_folds {
    size_t result_bytes; /* of a partial; aligned to 8 */
    /* Results of partials first .. end-1. */
    void (*fold)(const void *job, const struct cut *cut, uint64_t first, uint64_t end);
    /* The output, from the results. */
    void (*finish)(const void *job, const struct cut *cut);
};

/* One array. Both functions run in the default floating-point environment. */
void wrow_fold_cut(struct pool *pool, const struct cut_folds *folds, const void *job,
                   const struct cut *cut);

/* All segments, whose step is 1; an offset or a count that is wrong goes into the
 * context's record. scratch: results of two partials for each 4 KB of elements, and of
 * REDUCE_PARTIALS_MAX more. */
void wrow_fold_cuts(wrow_context *context, const struct segments *segments,
                    const struct cut_folds *folds, const void *job, void *scratch);

#endif
