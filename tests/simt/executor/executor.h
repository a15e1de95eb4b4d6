/*
 * executor.h -- runs a kernel on the CPU, one fibre per GPU thread, under a schedule
 * that is drawn from a seed. docs/executor.md says what it finds and what it cannot.
 *
 * This is the side that a host sees; words.h is the side that kernels see.
 */
#ifndef WINDROW_TESTS_EXECUTOR_H
#define WINDROW_TESTS_EXECUTOR_H

#include "schedule.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* One a kernel, made where a launch table names it (WROW_KERNEL_POINTER); its address
 * is what a launch is given for the kernel. */
struct simt_kernel {
    const char *name;
    size_t argument_bytes; /* every kernel takes one structure */
    void (*function)(void);
    void (*invoke)(void (*function)(void), const void *argument);
    uint64_t launches;
    uint64_t steps; /* words, over all launches */
    struct simt_kernel *next;
};

/* All kernels of this program, in no order. */
const struct simt_kernel *simt_kernels(void);
/* The one that was registered, or NULL. */
struct simt_kernel *simt_find_kernel(const void *kernel);
/* 0: not a kernel. */
size_t simt_argument_bytes(const void *kernel);

/* The schedule of every launch from now on; each launch of it draws its own numbers. */
void simt_set_schedule(const struct simt_schedule *schedule);
/* A launch that takes more words than this hangs. */
void simt_set_step_limit(uint64_t steps);

/* false: the kernel did something wrong, or hangs; simt_failure says what. */
bool simt_run(const void *kernel, unsigned grid, unsigned block, size_t shared_bytes,
              const void *argument);

/* The first failure since simt_clear_failure: kernel, thread, what, and the schedule
 * that repeats it; NULL if there was none. */
const char *simt_failure(void);
void simt_clear_failure(void);

#if defined(__cplusplus)
}
#endif

#endif
