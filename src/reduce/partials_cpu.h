/* partials_cpu.h -- a call's partials shared out among the threads of a CPU context. */
#ifndef WROW_REDUCE_PARTIALS_CPU_H
#define WROW_REDUCE_PARTIALS_CPU_H

#include "core/pool.h"
#include "reduce/reduce_order.h"

/* Folds partials first .. end-1 of the job, each into a place of its own. */
typedef void fold_partials(const void *job, uint64_t first, uint64_t end);

/* Returns when all partials of the shape are folded. The fold runs in the default
 * floating-point environment, whatever the caller has set: rounding modes and flushed
 * subnormals would change results. */
void wrow_fold_partials(struct pool *pool, const reduce_shape *shape, fold_partials *fold,
                        const void *job);

#endif
