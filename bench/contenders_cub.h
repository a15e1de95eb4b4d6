/*
 * contenders_cub.h -- CUB's DeviceReduce behind one C function for each case.
 *
 * CUB accumulates in the type that it chooses itself for these input and output
 * types. Counts below 2^32 are passed as uint32_t, as its users do, so that its
 * index arithmetic is the cheap one wherever it can be.
 */
#ifndef BENCH_CONTENDERS_CUB_H
#define BENCH_CONTENDERS_CUB_H

#include <cuda_runtime_api.h>
#include <windrow/windrow.h>

#if defined(__cplusplus)
extern "C" {
#endif

/* With temp NULL only *temp_bytes is set. */
typedef cudaError_t (*cub_function)(void *temp, size_t *temp_bytes, const void *in,
                                    void *out, uint64_t count, cudaStream_t stream);

/* NULL if CUB has nothing for this, or this benchmark does not ask it. */
cub_function cub_find(wrow_operation operation, wrow_type in, wrow_type out);

/* "3.0.1" */
const char *cub_version(void);

/* One file of instantiations each; out is the input's type unless "wide". */
cub_function cub_find_sum(wrow_type in);
cub_function cub_find_sum_wide(wrow_type in);
cub_function cub_find_min(wrow_type in);
cub_function cub_find_max(wrow_type in);
cub_function cub_find_product(wrow_type in);
cub_function cub_find_bit_xor(wrow_type in);
cub_function cub_find_count_nonzero(wrow_type in);

/* `wanted`: 1 the smallest, into a wrow_extreme; 2 the largest, into the second one; 3
 * both, in two passes. A value is an element of the input's type. */
cub_function cub_find_arg(wrow_type in, int wanted);

/* The output type of a "wide" sum: i64, u64, f32 for 16-bit floats, f64 for f32; the
 * input type where there is nothing wider. */
wrow_type cub_wide_type(wrow_type in);

#if defined(__cplusplus)
}
#endif

#endif
