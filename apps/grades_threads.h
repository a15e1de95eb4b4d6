/*
 * grades_threads.h -- the same work on every core.
 */
#ifndef GRADES_THREADS_H
#define GRADES_THREADS_H

/* Calls work(shared, is_caller) on up to one thread a core, this one included, and
 * waits for all. The work shares itself out through a counter in shared, so fewer
 * threads than asked for do no harm. */
void run_on_threads(void (*work)(void *shared, int is_caller), void *shared);

#endif
