/* gpu.c -- see gpu.h. */
#include "gpu.h"
#include "contenders_roof.h"

#include <stdlib.h>
#include <string.h>

enum { WARM_REPLAYS = 4 };

#define COLD_BYTES 1.5e9 /* a sample reads about as much: half a millisecond or more */

static const char *measured = "";

void gpu_check_in(const char *what)
{
    measured = what;
}

void gpu_check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fflush(stdout);
    fprintf(stderr, "bench: %s%s%s: %s (%s)\n", measured, *measured ? ": " : "", what,
            cudaGetErrorString(error), cudaGetErrorName(error));
    exit(1);
}

static int attribute(int device, enum cudaDeviceAttr which)
{
    int value = 0;
    gpu_check(cudaDeviceGetAttribute(&value, which, device), "cudaDeviceGetAttribute");
    return value;
}

void gpu_open(gpu_device *gpu, int device)
{
    struct cudaDeviceProp properties;

    memset(gpu, 0, sizeof *gpu);
    gpu_check(cudaSetDevice(device), "cudaSetDevice");
    gpu_check(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties");
    gpu->device = device;
    gpu->multiprocessors = attribute(device, cudaDevAttrMultiProcessorCount);
    gpu->clock_khz = attribute(device, cudaDevAttrClockRate);
    gpu->l2_bytes = (size_t)attribute(device, cudaDevAttrL2CacheSize);
    snprintf(gpu->name, sizeof gpu->name, "%s", properties.name);
    gpu_check(cudaStreamCreateWithFlags(&gpu->stream, cudaStreamNonBlocking),
              "cudaStreamCreateWithFlags");
    gpu_check(cudaEventCreate(&gpu->start), "cudaEventCreate");
    gpu_check(cudaEventCreate(&gpu->stop), "cudaEventCreate");
    gpu->sweep_bytes = 4 * gpu->l2_bytes + ((size_t)64 << 20);
    gpu_check(cudaMalloc(&gpu->sweep, gpu->sweep_bytes), "cudaMalloc of the sweep");
    gpu_check(cudaMemset(gpu->sweep, 0x5a, gpu->sweep_bytes), "cudaMemset");
    gpu_check(cudaMalloc(&gpu->sink, 256), "cudaMalloc of the sink");
    gpu_check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
}

void gpu_close(gpu_device *gpu)
{
    gpu_check(cudaStreamSynchronize(gpu->stream), "cudaStreamSynchronize");
    gpu_check(cudaFree(gpu->sink), "cudaFree");
    gpu_check(cudaFree(gpu->sweep), "cudaFree");
    gpu_check(cudaFree(gpu->pool), "cudaFree");
    gpu_check(cudaEventDestroy(gpu->stop), "cudaEventDestroy");
    gpu_check(cudaEventDestroy(gpu->start), "cudaEventDestroy");
    gpu_check(cudaStreamDestroy(gpu->stream), "cudaStreamDestroy");
}

void gpu_allocate_pool(gpu_device *gpu, size_t bytes)
{
    void *memory = NULL;
    gpu_check(cudaMalloc(&memory, bytes), "cudaMalloc of the data");
    gpu->pool = memory;
    gpu->pool_bytes = bytes;
}

double gpu_clock_seen(const gpu_device *gpu)
{
    const double cycles = 2e6;
    float ms = 0;
    gpu_check(roof_delay(1e5, gpu->stream), "roof_delay");
    gpu_check(cudaEventRecord(gpu->start, gpu->stream), "cudaEventRecord");
    gpu_check(roof_delay(cycles, gpu->stream), "roof_delay");
    gpu_check(cudaEventRecord(gpu->stop, gpu->stream), "cudaEventRecord");
    gpu_check(cudaEventSynchronize(gpu->stop), "cudaEventSynchronize");
    gpu_check(cudaEventElapsedTime(&ms, gpu->start, gpu->stop), "cudaEventElapsedTime");
    return cycles / (1e3 * (double)ms);
}

void gpu_print_facts(const gpu_device *gpu, FILE *file)
{
    int driver = 0, runtime = 0;
    gpu_check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
    gpu_check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
    fprintf(
        file,
        "device %s, %d multiprocessors, %.0f MB of L2, %.0f MHz rated, %.0f MHz seen\n",
        gpu->name, gpu->multiprocessors, (double)gpu->l2_bytes / 1048576,
        gpu->clock_khz / 1e3, gpu_clock_seen(gpu));
    fprintf(file, "driver for CUDA %d.%d, runtime %d.%d\n", driver / 1000,
            driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10);
}

void gpu_sweep(const gpu_device *gpu)
{
    gpu_check(roof_read(ROOF_READ_SWEEP, gpu->sweep, gpu->sweep_bytes, gpu->sink,
                        gpu->multiprocessors, gpu->stream),
              "roof_read");
}

void gpu_warm_up(const gpu_device *gpu, double seconds)
{
    const double end = bench_seconds() + seconds;
    while (bench_seconds() < end) {
        for (int i = 0; i < 20; ++i)
            gpu_sweep(gpu);
        gpu_check(cudaStreamSynchronize(gpu->stream), "warm-up");
    }
}

gpu_plan gpu_plan_of(const gpu_device *gpu, size_t bytes, size_t offset)
{
    gpu_plan plan = {gpu->pool + offset, 0, 1, GPU_CALLS_MAX, WARM_REPLAYS, 0};
    size_t fit;

    plan.stride = (bytes + 511) / 256 * 256; /* room for the offset as well */
    if (bytes <= gpu->l2_bytes / 2)
        return plan;
    fit = gpu->pool_bytes / plan.stride;
    plan.swept = 1;
    plan.replays = 1;
    if (COLD_BYTES / (double)bytes < GPU_CALLS_MAX)
        plan.calls = (int)(COLD_BYTES / (double)bytes) + 1;
    plan.windows = fit < (size_t)plan.calls ? (int)fit : plan.calls;
    if (plan.windows < 1)
        plan.windows = 1;
    return plan;
}

const void *gpu_window(const gpu_plan *plan, int call)
{
    return plan->base + (size_t)(call % plan->windows) * plan->stride;
}
