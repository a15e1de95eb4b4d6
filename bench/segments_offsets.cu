/* segments_offsets.cu -- offsets with chosen lengths, see segments_problem.h: random
 * weights, their running sums, and those scaled to the count of elements. */
#include "segments_problem.h"

#include <cub/device/device_scan.cuh>

enum { THREADS = 256 };

static __device__ uint64_t random_of(uint64_t x)
{
    x = (x + 0x632be59bd9b4e019u) * 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
    return x ^ (x >> 32);
}

static __global__ void __launch_bounds__(THREADS)
    weigh(segments_lengths lengths, uint64_t segments, uint64_t *weights)
{
    const uint64_t s = (uint64_t)blockIdx.x * THREADS + threadIdx.x;
    const uint64_t random = random_of(s);

    if (s > segments)
        return;
    if (s == segments) {
        weights[s] = 0;
    } else if (lengths == LENGTHS_EQUAL) {
        weights[s] = 1;
    } else if (lengths == LENGTHS_POWER) {
        /* A prime scatters the ranks, each of which is there once. */
        const double rank = (double)(s * 2654435761u % segments) + 0.5;
        weights[s] = (uint64_t)(0x1p40 * pow(rank, -0.8));
    } else {
        const bool empty = (random & 63) == 0 && segments > 64;
        weights[s] = lengths == LENGTHS_GIANT && s == segments / 2 ? 0
                     : empty                                       ? 0
                                                                   : (random >> 44) + 1;
    }
}

/* Products and their integer parts ascend as the sums do. */
static __global__ void __launch_bounds__(THREADS)
    scale(segments_lengths lengths, uint64_t segments, uint64_t count, uint64_t total,
          uint64_t *offsets)
{
    const uint64_t s = (uint64_t)blockIdx.x * THREADS + threadIdx.x;
    const uint64_t giant = lengths == LENGTHS_GIANT ? count / 2 : 0;
    const uint64_t others = count - giant;

    if (s > segments)
        return;
    uint64_t offset = (uint64_t)((double)offsets[s] * ((double)others / (double)total));
    offset = offset > others ? others : offset;
    offset += s > segments / 2 ? giant : 0;
    offsets[s] = s == segments ? count : offset;
}

cudaError_t segments_make_offsets(segments_lengths lengths, uint64_t count,
                                  uint64_t segments, uint64_t *offsets,
                                  cudaStream_t stream)
{
    const unsigned blocks = (unsigned)(segments / THREADS + 1);
    uint64_t total = 0;
    void *temp = nullptr;
    size_t temp_bytes = 0;
    cudaError_t error;

    weigh<<<blocks, THREADS, 0, stream>>>(lengths, segments, offsets);
    error = cub::DeviceScan::ExclusiveSum(nullptr, temp_bytes, offsets, offsets,
                                          (int64_t)segments + 1, stream);
    if (error == cudaSuccess)
        error = cudaMalloc(&temp, temp_bytes);
    if (error == cudaSuccess)
        error = cub::DeviceScan::ExclusiveSum(temp, temp_bytes, offsets, offsets,
                                              (int64_t)segments + 1, stream);
    if (error == cudaSuccess)
        error = cudaMemcpyAsync(&total, &offsets[segments], sizeof total,
                                cudaMemcpyDefault, stream);
    if (error == cudaSuccess)
        error = cudaStreamSynchronize(stream);
    if (error == cudaSuccess) {
        scale<<<blocks, THREADS, 0, stream>>>(lengths, segments, count, total ? total : 1,
                                              offsets);
        error = cudaStreamSynchronize(stream);
    }
    return cudaFree(temp) == cudaSuccess ? error : cudaErrorUnknown;
}
