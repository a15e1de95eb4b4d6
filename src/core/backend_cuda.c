/* core/backend_cuda.c -- a CUDA device through the runtime API. */
#include "core/backend.h"
#include "core/cuda_caller.h"
#include "core/cuda_impl.h"
#include "core/record.h"
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Another thread's capture must survive our allocations. */
static cudaError_t relaxed(cudaError_t (*call)(void **, size_t), void **memory,
                           size_t bytes)
{
    enum cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    (void)cudaThreadExchangeStreamCaptureMode(&mode);
    const cudaError_t error = call(memory, bytes);
    (void)cudaThreadExchangeStreamCaptureMode(&mode);
    return error;
}

static cudaError_t allocate_device(void **memory, size_t bytes)
{
    return cudaMalloc(memory, bytes);
}

static cudaError_t allocate_mapped(void **memory, size_t bytes)
{
    return cudaHostAlloc(memory, bytes, cudaHostAllocMapped | cudaHostAllocPortable);
}

/* Wakes devices until one is usable; in relaxed mode, since a capture on another
 * stream is none of its business. */
static cudaError_t first_usable(int first, int last, int *device)
{
    enum cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    cudaError_t error = cudaErrorInvalidDevice;
    (void)cudaThreadExchangeStreamCaptureMode(&mode);
    for (*device = first; *device <= last; ++*device) {
        error = cudaSetDevice(*device);
        if (error == cudaSuccess)
            error = cudaFree(NULL);
        if (error == cudaSuccess)
            break;
    }
    (void)cudaThreadExchangeStreamCaptureMode(&mode);
    return error;
}

static wrow_status find_device(wrow_context *context, const wrow_context_options *options)
{
    const cudaError_t pending = cudaPeekAtLastError();
    int count = 0, current = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error == cudaSuccess && options->device >= count) {
        return wrow_fail(context, WROW_E_DEVICE,
                         "options->device is %d, but the driver shows %d CUDA device%s",
                         options->device, count, count == 1 ? "" : "s");
    }
    if (error == cudaSuccess)
        error = cudaGetDevice(&current);
    if (error == cudaSuccess) {
        const int last = options->backend == WROW_CUDA ? options->device : count - 1;
        error = first_usable(options->device, last, &context->device);
        (void)cudaSetDevice(current);
    }
    if (error == cudaSuccess)
        return WROW_OK;
    if (pending == cudaSuccess)
        (void)cudaGetLastError();
    return wrow_fail(context, WROW_E_DEVICE, "no usable CUDA device: %s (%s)",
                     cudaGetErrorString(error), cudaGetErrorName(error));
}

static wrow_status open_cuda(wrow_context *context, const wrow_context_options *options)
{
    struct cudaDeviceProp facts;
    void *record = NULL, *seen = NULL;
    WROW_TRY(find_device(context, options));
    context->stream = options->stream;
    WROW_TRY(context->backend->refuse_capture(context, context->stream,
                                              "wrow_context_create"));
    const struct cuda_caller caller = wrow_cuda_enter(context);
    cudaError_t error = cudaGetDeviceProperties(&facts, context->device);
    if (error == cudaSuccess)
        error = relaxed(allocate_mapped, &record, sizeof *context->record);
    if (error == cudaSuccess)
        error = cudaHostGetDevicePointer(&seen, record, 0);
    if (error != cudaSuccess) {
        (void)cudaFreeHost(record);
        return wrow_cuda_leave(context, caller, error, "wrow_context_create");
    }
    memset(record, 0, sizeof *context->record);
    context->record = record;
    context->record->generation = 1;
    context->record_device = seen;
    context->multiprocessors = facts.multiProcessorCount;
    (void)snprintf(context->device_name, sizeof context->device_name, "%s", facts.name);
    return wrow_cuda_leave(context, caller, cudaSuccess, "");
}

static void close_cuda(wrow_context *context)
{
    const struct cuda_caller caller = wrow_cuda_enter(context);
    enum cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    if (!context->lost &&
        cudaStreamIsCapturing(context->stream, &capture) == cudaSuccess &&
        capture == cudaStreamCaptureStatusNone)
        (void)cudaStreamSynchronize(context->stream);
    (void)cudaFreeHost(context->record);
    if (caller.pending == cudaSuccess)
        (void)cudaGetLastError();
    (void)wrow_cuda_leave(context, caller, cudaSuccess, "");
}

static wrow_status allocate_cuda(wrow_context *context, size_t bytes, void **memory)
{
    const struct cuda_caller caller = wrow_cuda_enter(context);
    void *taken = NULL;
    const cudaError_t error = relaxed(allocate_device, &taken, bytes);
    if (error == cudaSuccess)
        *memory = taken;
    const wrow_status status = wrow_cuda_leave(context, caller, error, "cudaMalloc");
    if (status == WROW_E_MEMORY)
        return wrow_fail(context, status, "CUDA device %d has no memory for %zu bytes",
                         context->device, bytes);
    return status;
}

static void release_cuda(wrow_context *context, void *memory)
{
    const struct cuda_caller caller = wrow_cuda_enter(context);
    enum cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    (void)cudaThreadExchangeStreamCaptureMode(&mode);
    const cudaError_t error = cudaFree(memory);
    (void)cudaThreadExchangeStreamCaptureMode(&mode);
    (void)wrow_cuda_leave(context, caller, error, "cudaFree");
}

static wrow_status refuse_capture(wrow_context *context, void *stream, const char *call)
{
    const struct cuda_caller caller = wrow_cuda_enter(context);
    enum cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    cudaError_t error = cudaStreamIsCapturing(stream, &capture);
    /* The legacy stream cannot be asked while another stream that it orders with is
     * being captured; using it now would end that capture. */
    const bool busy =
        error == cudaErrorStreamCaptureImplicit || capture != cudaStreamCaptureStatusNone;
    if (error == cudaErrorStreamCaptureImplicit) {
        if (caller.pending == cudaSuccess)
            (void)cudaGetLastError();
        error = cudaSuccess;
    }
    WROW_TRY(wrow_cuda_leave(context, caller, error, "cudaStreamIsCapturing"));
    if (busy)
        return wrow_fail(context, WROW_E_CAPTURE,
                         "%s is not allowed while stream %p is being captured", call,
                         stream);
    return WROW_OK;
}

static wrow_status set_stream_cuda(wrow_context *context, void *stream)
{
    cudaEvent_t event = NULL;
    WROW_TRY(refuse_capture(context, context->stream, "wrow_context_set_stream"));
    WROW_TRY(refuse_capture(context, stream, "wrow_context_set_stream"));
    const struct cuda_caller caller = wrow_cuda_enter(context);
    cudaError_t error = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    if (error == cudaSuccess)
        error = cudaEventRecord(event, context->stream);
    if (error == cudaSuccess)
        error = cudaStreamWaitEvent(stream, event, 0);
    if (event)
        (void)cudaEventDestroy(event); /* takes effect once the wait is over */
    if (error == cudaSuccess)
        context->stream = stream;
    return wrow_cuda_leave(context, caller, error, "wrow_context_set_stream");
}

static wrow_status synchronize_cuda(wrow_context *context)
{
    const struct cuda_caller caller = wrow_cuda_enter(context);
    return wrow_cuda_leave(context, caller, cudaStreamSynchronize(context->stream),
                           "cudaStreamSynchronize");
}

static wrow_status zero_cuda(wrow_context *context, void *memory, size_t bytes)
{
    const struct cuda_caller caller = wrow_cuda_enter(context);
    return wrow_cuda_leave(context, caller,
                           cudaMemsetAsync(memory, 0, bytes, context->stream),
                           "cudaMemsetAsync");
}

static wrow_status copy_cuda(wrow_context *context, void *target, const void *source,
                             size_t bytes)
{
    const struct cuda_caller caller = wrow_cuda_enter(context);
    cudaError_t error =
        cudaMemcpyAsync(target, source, bytes, cudaMemcpyDefault, context->stream);
    if (error == cudaSuccess)
        error = cudaStreamSynchronize(context->stream);
    return wrow_cuda_leave(context, caller, error, "cudaMemcpyAsync");
}

static wrow_status fill_cuda(wrow_context *context, void *target, const void *value,
                             size_t element_bytes, size_t count)
{
    uint64_t pattern = 0;
    memcpy(&pattern, value, element_bytes);
    return wrow_fill_cuda(context, target, pattern, element_bytes, count);
}

static wrow_status check_pointer_cuda(wrow_context *context, const char *argument,
                                      const void *memory)
{
    const struct cuda_caller caller = wrow_cuda_enter(context);
    struct cudaPointerAttributes facts;
    memset(&facts, 0, sizeof facts);
    const cudaError_t error = cudaPointerGetAttributes(&facts, memory);
    WROW_TRY(wrow_cuda_leave(context, caller, error, "cudaPointerGetAttributes"));
    if (facts.devicePointer != memory)
        return wrow_fail(context, WROW_E_POINTER,
                         "%s is %p, which is not memory of CUDA device %d", argument,
                         memory, context->device);
    if (facts.type == cudaMemoryTypeDevice && facts.device != context->device)
        return wrow_fail(context, WROW_E_POINTER,
                         "%s is %p, which is memory of CUDA device %d, not %d", argument,
                         memory, facts.device, context->device);
    return WROW_OK;
}

const struct backend wrow_backend_cuda = {
    .id = WROW_CUDA,
    .open = open_cuda,
    .close = close_cuda,
    .allocate = allocate_cuda,
    .release = release_cuda,
    .refuse_capture = refuse_capture,
    .set_stream = set_stream_cuda,
    .synchronize = synchronize_cuda,
    .zero = zero_cuda,
    .copy = copy_cuda,
    .fill = fill_cuda,
    .check_pointer = check_pointer_cuda,
};
