/*
 * fake_cuda.h -- what a test may turn on the fake CUDA runtime. Nothing that is queued
 * runs before a call has to wait for it, and then in a seeded order; kernels are run
 * by simt_run (simt/executor.h).
 */
#ifndef FAKE_CUDA_H
#define FAKE_CUDA_H

#include "cuda_runtime_api.h"
#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

/* As at the start of the process: every setting, and the calling thread's error, device
 * and capture mode. Handles and memory are gone, whether they were released or not. */
void fake_cuda_reset(void);

void fake_cuda_set_seed(uint64_t seed);
void fake_cuda_set_devices(int count); /* 0 to 8, at first 1 */
void fake_cuda_set_multiprocessors(int count);
void fake_cuda_set_memory_limit(size_t bytes); /* a device's, and the host's pinned */

/* What was not released: bytes of memory; streams, events, graphs, instances. */
size_t fake_cuda_live_bytes(void);
size_t fake_cuda_live_handles(void);

size_t fake_cuda_pending(void); /* operations that have not run */

/* Looks at every canary; how many allocations were found written outside of their
 * bounds since the reset, now, after a kernel or when they were freed. */
size_t fake_cuda_check(void);

/* The n-th call from now that can fail does nothing and returns `error`; n is 1 for
 * the next one, 0 for none. An error that loses the device loses it. */
void fake_cuda_fail_at(uint64_t n, cudaError_t error);
uint64_t fake_cuda_calls(void); /* calls that can fail, since the reset */

#if defined(__cplusplus)
}
#endif

#endif
