/*
 * contenders_roof.h -- what no reduction can beat: reading the input and doing next
 * to nothing with it, a device copy, an empty kernel.
 */
#ifndef BENCH_CONTENDERS_ROOF_H
#define BENCH_CONTENDERS_ROOF_H

#include <cuda_runtime_api.h>
#include <stddef.h>

#if defined(__cplusplus)
extern "C" {
#endif

enum { ROOF_READS = 10, ROOF_READ_SWEEP = 5 };

/* Reads every byte of [in, in + bytes), widened to whole 16-byte words: up to 15
 * bytes on either side must be readable. `variant` is one of ROOF_READS shapes. */
cudaError_t roof_read(int variant, const void *in, size_t bytes, void *sink,
                      int multiprocessors, cudaStream_t stream);
const char *roof_read_name(int variant);

cudaError_t roof_empty(cudaStream_t stream);

/* One thread that waits for so many cycles. */
cudaError_t roof_delay(double cycles, cudaStream_t stream);

#if defined(__cplusplus)
}
#endif

#endif
