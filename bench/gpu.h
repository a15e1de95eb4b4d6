/*
 * gpu.h -- the device, and how a contender is timed on it.
 *
 * One sample replays a CUDA graph that holds several calls, between two events.
 * Data that fits half of the L2 stays there and is read again by every call. A
 * larger case takes turns among windows of a pool that outgrows the L2 many times,
 * and the L2 is swept before each sample. Either way the device is kept busy until
 * the host has queued the whole sample, so that the host's own time is in none.
 */
#ifndef BENCH_GPU_H
#define BENCH_GPU_H

#include "harness.h"
#include <cuda_runtime_api.h>

#if defined(__cplusplus)
extern "C" {
#endif

/* Ends the process with the runtime's words unless error is cudaSuccess. */
void gpu_check(cudaError_t error, const char *what);

/* What is being measured, for the message of gpu_check; "" for nothing. It is kept. */
void gpu_check_in(const char *what);

typedef struct gpu_device {
    int device, multiprocessors, clock_khz;
    size_t l2_bytes;
    cudaStream_t stream;
    cudaEvent_t start, stop;
    unsigned char *pool; /* the data; a window is a part of it */
    size_t pool_bytes;
    void *sweep; /* read before a sample to push everything else out of the L2 */
    size_t sweep_bytes;
    void *sink;         /* what read kernels would write to if they ever wrote */
    double cap_seconds; /* a contender that would sample for longer takes fewer samples,
                           at least 3; 0: no cap */
    char name[256];
} gpu_device;

enum { GPU_CALLS_MAX = 20 };

void gpu_open(gpu_device *gpu, int device);
void gpu_close(gpu_device *gpu);
void gpu_allocate_pool(gpu_device *gpu, size_t bytes);
void gpu_print_facts(const gpu_device *gpu, FILE *file);

/* MHz of the multiprocessors right now, from a kernel that counts its cycles. */
double gpu_clock_seen(const gpu_device *gpu);

/* Keeps the device busy for so long that its clocks have risen. */
void gpu_warm_up(const gpu_device *gpu, double seconds);

/* Pushes everything else out of the L2. */
void gpu_sweep(const gpu_device *gpu);

/* How a case of `bytes` at `offset` bytes into an aligned window is sampled. */
typedef struct gpu_plan {
    const unsigned char *base; /* of window 0 */
    size_t stride;             /* bytes from window to window */
    int windows, calls, replays;
    int swept;
} gpu_plan;

gpu_plan gpu_plan_of(const gpu_device *gpu, size_t bytes, size_t offset);
const void *gpu_window(const gpu_plan *plan, int call);

/* `queue` puts one call on the gpu's stream; 0, or -1 if it failed and said why. */
typedef struct gpu_contender {
    const char *name;
    int (*queue)(void *argument, const void *in);
    void *argument;
    double moved_bytes; /* in one call */
    const gpu_device *on;
    const gpu_plan *plan;
    cudaGraphExec_t graph;
    double host_us;
    int most; /* samples, 0: all */
} gpu_contender;

/* Runs all contenders as bench_interleave does; results in `results`, and host_us
 * of each. 0, or -1 if one failed. */
int gpu_compare(const gpu_device *gpu, const gpu_plan *plan, gpu_contender *contenders,
                size_t count, int samples, bench_contender *results);

#if defined(__cplusplus)
}
#endif

#endif
