/* core/inline.h -- how a small function is declared so that C hosts and CUDA
 * kernels compile the very same text. */
#ifndef WROW_CORE_INLINE_H
#define WROW_CORE_INLINE_H

#if defined(__CUDACC__)
#define WROW_INLINE static __host__ __device__ __forceinline__
#else
#define WROW_INLINE static inline
#endif

#endif
