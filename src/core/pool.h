/*
 * core/pool.h -- threads of a CPU context.
 *
 * Works in the child of a fork as well: the child's first use starts threads of
 * its own (libgomp would wait for the parent's threads for ever). No call is a
 * cancellation point.
 */
#ifndef WROW_CORE_POOL_H
#define WROW_CORE_POOL_H

#include <stddef.h>
#include <stdint.h>

struct pool;

/* Number of threads that may work at once, the caller included (>= 1). No thread
 * is started before the first wrow_pool_run that needs one; each has 256 KB of stack,
 * whatever `ulimit -s` says. NULL: no memory. */
struct pool *wrow_pool_create(uint32_t threads);
void wrow_pool_destroy(struct pool *pool); /* NULL is ignored */
uint32_t wrow_pool_threads(const struct pool *pool);

/* Runs task(argument, i) once for each i in [0, tasks), in any order and on any
 * thread, and returns when all are done. If threads cannot be started the caller
 * does all the work: there is no failure. */
void wrow_pool_run(struct pool *pool, uint64_t tasks,
                   void (*task)(void *argument, uint64_t index), void *argument);

#endif
