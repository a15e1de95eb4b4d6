/*
 * core/cuda_impl.h -- how the library's host code uses the CUDA runtime: device
 * and pending error of the caller are put back, errors become one sentence, and a
 * sticky one marks the context lost. Included where CUDA is on only.
 */
#ifndef WROW_CORE_CUDA_IMPL_H
#define WROW_CORE_CUDA_IMPL_H

#include "core/context_impl.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Queues kernel<<<grid, block, shared>>>(*argument) on the context's stream; every
 * kernel of the library takes one structure by value. `name` is for the sentence. */
wrow_status wrow_cuda_launch(wrow_context *context, const char *name, const void *kernel,
                             unsigned grid, unsigned block, size_t shared,
                             const void *argument);

/* core/fill_cuda.cu: the kernel for elements of 2, 4 and 8 bytes. */
wrow_status wrow_fill_cuda(wrow_context *context, void *target, uint64_t pattern,
                           size_t element_bytes, size_t count);

#if defined(__cplusplus)
}
#endif

#endif
