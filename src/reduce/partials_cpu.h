/* partials_cpu.h -- work shared out among the threads of a CPU context. */
#ifndef WROW_REDUCE_PARTIALS_CPU_H
#define WROW_REDUCE_PARTIALS_CPU_H

#include "core/pool.h"
#include "reduce/reduce_order.h"

enum {
    WROW_TASK_BYTES = 128 * 1024,  /* less than this is not worth taking a ticket */
    WROW_POOL_BYTES = 1024 * 1024, /* nor this waking a thread, some 50 us */
};

/* Short segments leave the prefetcher of a processor behind: as many bytes are asked for
 * as are about to be folded at x, some way ahead. There may be no memory. */
static inline void wrow_ask_ahead(const void *x, uint64_t bytes)
{
    for (uint64_t i = 0; i < bytes && i < 512; i += 64)
        __builtin_prefetch((const void *)((uintptr_t)x + 2048 + i));
}

/* As wrow_pool_run, each task in the default floating-point environment, whatever the
 * caller has set: rounding modes and flushed subnormals would change results. */
void wrow_run_tasks(struct pool *pool, uint64_t tasks,
                    void (*task)(void *argument, uint64_t index), void *argument);

/* Folds partials first .. end-1 of the job, each into a place of its own. */
typedef void fold_partials(const void *job, uint64_t first, uint64_t end);

/* Returns when all partials of the shape are folded, likewise. */
void wrow_fold_partials(struct pool *pool, const reduce_shape *shape, fold_partials *fold,
                        const void *job);

#endif
