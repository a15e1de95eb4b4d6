/* cuda_runtime.h -- the same interface under the name that CUDA C++ includes. */
#ifndef FAKE_CUDA_RUNTIME_H
#define FAKE_CUDA_RUNTIME_H

#include "cuda_runtime_api.h"

#if defined(__cplusplus)
template <class T> cudaError_t cudaMalloc(T **memory, size_t bytes)
{
    return cudaMalloc((void **)memory, bytes);
}

template <class T>
cudaError_t cudaHostAlloc(T **memory, size_t bytes, unsigned int flags = 0)
{
    return cudaHostAlloc((void **)memory, bytes, flags);
}
#endif

#endif
