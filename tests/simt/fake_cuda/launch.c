/* launch.c -- kernels: checked and copied at the call, run by the executor when their
 * turn comes, and every canary is looked at behind each of them. */
#include "fake_internal.h"
#include <stdlib.h>
#include <string.h>

static const unsigned GRID_MOST = 0x7fffffff;

static struct shared_limit {
    struct shared_limit *next;
    const void *kernel;
    size_t bytes;
} * shared_limits;

size_t fake_shared_limit(const void *kernel)
{
    for (const struct shared_limit *s = shared_limits; s; s = s->next)
        if (s->kernel == kernel)
            return s->bytes;
    return FAKE_SHARED;
}

void fake_launch_reset(void)
{
    while (shared_limits) {
        struct shared_limit *const next = shared_limits->next;
        free(shared_limits);
        shared_limits = next;
    }
}

static cudaError_t run_kernel(struct entry *entry)
{
    const struct kernel_work *const k = &entry->work->of.kernel;
    if (!simt_run(k->function, k->grid, k->block, k->shared_bytes, k->argument))
        return cudaErrorLaunchFailure;
    return fake_canaries("after a kernel") ? cudaErrorIllegalAddress : cudaSuccess;
}

static void drop_kernel(struct work *work)
{
    free(work->of.kernel.argument);
}

static const struct work_kind kernel_kind = {run_kernel, NULL, drop_kernel};

static cudaError_t check_shape(dim3 grid, dim3 block)
{
    if (!grid.x || !grid.y || !grid.z || !block.x || !block.y || !block.z ||
        grid.x > GRID_MOST || block.x > FAKE_THREADS_MAX)
        return cudaErrorInvalidConfiguration;
    /* the executor knows one dimension */
    if (grid.y > 1 || grid.z > 1 || block.y > 1 || block.z > 1)
        return cudaErrorNotSupported;
    return cudaSuccess;
}

static cudaError_t launch(const void *kernel, dim3 grid, dim3 block, void **arguments,
                          size_t shared_bytes, cudaStream_t handle)
{
    struct CUstream_st *stream;
    FAKE_TRY(fake_stream_for_work(handle, &stream));
    if (stream->device != fake_thread()->device)
        return cudaErrorInvalidResourceHandle;
    const size_t bytes = kernel ? simt_argument_bytes(kernel) : 0;
    if (!bytes)
        return cudaErrorInvalidDeviceFunction;
    FAKE_TRY(check_shape(grid, block));
    if (!arguments || !arguments[0] || shared_bytes > fake_shared_limit(kernel))
        return cudaErrorInvalidValue;
    struct work *const work = fake_work(&kernel_kind);
    work->of.kernel = (struct kernel_work){kernel, grid.x, block.x, shared_bytes,
                                           fake_need(malloc(bytes))};
    memcpy(work->of.kernel.argument, arguments[0], bytes);
    fake_submit(stream, work);
    return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                             size_t shared_bytes, cudaStream_t stream)
{
    FAKE_CALL(launch(kernel, grid, block, arguments, shared_bytes, stream));
}

static cudaError_t tell_facts(struct cudaFuncAttributes *facts, const void *kernel)
{
    if (!facts)
        return cudaErrorInvalidValue;
    if (!kernel || !simt_argument_bytes(kernel))
        return cudaErrorInvalidDeviceFunction;
    *facts =
        (struct cudaFuncAttributes){FAKE_THREADS_MAX, (int)fake_shared_limit(kernel)};
    return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *facts, const void *kernel)
{
    FAKE_CALL(tell_facts(facts, kernel));
}

static cudaError_t set_fact(const void *kernel, enum cudaFuncAttribute name, int value)
{
    if (!kernel || !simt_argument_bytes(kernel))
        return cudaErrorInvalidDeviceFunction;
    if (name != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
        value > FAKE_SHARED_MOST)
        return cudaErrorInvalidValue;
    struct shared_limit *const s = fake_need(malloc(sizeof *s));
    *s = (struct shared_limit){shared_limits, kernel,
                               (size_t)value}; /* the latest is first */
    shared_limits = s;
    return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void *kernel, enum cudaFuncAttribute name,
                                 int value)
{
    FAKE_CALL(set_fact(kernel, name, value));
}
