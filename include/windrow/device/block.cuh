/*
 * windrow/device/block.cuh -- one value out of those of a block's threads, by one
 * halving tree (device/warp.cuh).
 */
#ifndef WROW_DEVICE_BLOCK_CUH
#define WROW_DEVICE_BLOCK_CUH

#include <windrow/device/warp.cuh>

/* Of the first THREADS (a power of two, 32 to 1024) threads; right in thread 0. The
 * whole block calls, with THREADS values of shared memory that nobody else is using;
 * only warp 0 still reads them when it returns. */
template <int THREADS, typename Fold, typename T>
WROW_DEVICE T wrow_block_fold(const Fold &fold, T value,
                              wrow_shared<T> (&shared)[THREADS])
{
    enum { WARPS = THREADS / WROW_WARP };
    if (wrow_thread() < THREADS)
        shared[wrow_thread()] = value;
    wrow_barrier();
    if (wrow_warp() != 0)
        return value;
    T v[WARPS];
    WROW_UNROLL
    for (int k = 0; k < WARPS; ++k)
        v[k] = shared[wrow_lane() + k * WROW_WARP];
    WROW_UNROLL
    for (int h = WARPS / 2; h > 0; h /= 2)
        WROW_UNROLL
    for (int k = 0; k < h; ++k)
        v[k] = fold.combine(v[k], v[k + h]);
    return wrow_warp_fold(fold, v[0], WROW_WARP);
}
template <typename Fold, int THREADS, typename T>
WROW_DEVICE T wrow_block_fold(T value, wrow_shared<T> (&shared)[THREADS])
{
    return wrow_block_fold<THREADS>(Fold(), value, shared);
}

#endif
