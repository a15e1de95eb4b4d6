/* core/cuda_caller.h -- every use of the runtime is between these two, so that the
 * caller's thread finds its device and its pending error as they were. */
#ifndef WROW_CORE_CUDA_CALLER_H
#define WROW_CORE_CUDA_CALLER_H

#include "core/context_impl.h"
#include <cuda_runtime_api.h>

/* What the caller's thread had before the library touched the runtime. */
struct cuda_caller {
    int device;
    cudaError_t pending;
};

struct cuda_caller wrow_cuda_enter(const wrow_context *context);

/* Puts the caller's device back and turns `error` into a status and a sentence.
 * Only an error of our own is cleared, and only where none was pending. */
wrow_status wrow_cuda_leave(wrow_context *context, struct cuda_caller caller,
                            cudaError_t error, const char *call);

#endif
