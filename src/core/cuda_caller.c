/* core/cuda_caller.c -- coming from and going back to the caller's thread, and the
 * one way a kernel is launched. */
#include "core/cuda_caller.h"
#include "core/cuda_impl.h"

struct cuda_caller wrow_cuda_enter(const wrow_context *context)
{
    struct cuda_caller caller = {.device = context->device,
                                 .pending = cudaPeekAtLastError()};
    if (cudaGetDevice(&caller.device) != cudaSuccess || caller.device != context->device)
        (void)cudaSetDevice(context->device);
    return caller;
}

/* After these the process has to end; every later CUDA call returns them again. */
static bool is_sticky(cudaError_t error)
{
    static const cudaError_t sticky[] = {
        cudaErrorIllegalAddress,      cudaErrorHardwareStackError,
        cudaErrorIllegalInstruction,  cudaErrorMisalignedAddress,
        cudaErrorInvalidAddressSpace, cudaErrorInvalidPc,
        cudaErrorLaunchFailure,       cudaErrorAssert,
        cudaErrorLaunchTimeout,       cudaErrorECCUncorrectable,
        cudaErrorNvlinkUncorrectable, cudaErrorMpsClientTerminated,
        cudaErrorExternalDevice,
    };
    for (size_t k = 0; k < sizeof sticky / sizeof sticky[0]; ++k)
        if (error == sticky[k])
            return true;
    return false;
}

wrow_status wrow_cuda_leave(wrow_context *context, struct cuda_caller caller,
                            cudaError_t error, const char *call)
{
    if (caller.device != context->device)
        (void)cudaSetDevice(caller.device);
    if (error == cudaSuccess)
        return WROW_OK;
    if (caller.pending == cudaSuccess)
        (void)cudaGetLastError();
    if (is_sticky(error))
        context->lost = true;
    return wrow_fail(context,
                     error == cudaErrorMemoryAllocation ? WROW_E_MEMORY : WROW_E_DEVICE,
                     "%s failed on CUDA device %d: %s (%s)%s", call, context->device,
                     cudaGetErrorString(error), cudaGetErrorName(error),
                     context->lost ? "; the device is lost to this process" : "");
}

wrow_status wrow_cuda_launch(wrow_context *context, const char *name, const void *kernel,
                             unsigned grid, unsigned block, size_t shared,
                             const void *argument)
{
    const struct cuda_caller caller = wrow_cuda_enter(context);
    const dim3 blocks = {grid, 1, 1}, threads = {block, 1, 1};
    void *arguments[] = {(void *)(uintptr_t)argument};
    return wrow_cuda_leave(
        context, caller,
        cudaLaunchKernel(kernel, blocks, threads, arguments, shared, context->stream),
        name);
}
