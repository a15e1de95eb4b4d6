/*
 * contenders_cub_segments.h -- CUB's DeviceSegmentedReduce and TransformReduce behind
 * one C function for each case.
 *
 * Segments of one length have computed offsets, which cost no memory traffic; from CUB
 * 3.1 on CUB's own call for them. NULL stands for what CUB cannot do, or for types that
 * this benchmark does not ask it.
 */
#ifndef BENCH_CONTENDERS_CUB_SEGMENTS_H
#define BENCH_CONTENDERS_CUB_SEGMENTS_H

#include <cuda_runtime_api.h>
#include <windrow/windrow.h>

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct cub_segments_work {
    const void *in, *other; /* `other`: the second input of a dot product */
    const uint64_t *offsets;
    uint64_t count, segments, length;
    void *out;
} cub_segments_work;

/* With temp NULL only *temp_bytes is set. */
typedef cudaError_t (*cub_segments_function)(void *temp, size_t *temp_bytes,
                                             const cub_segments_work *work,
                                             cudaStream_t stream);

/* Sum, to `out`; min and max. */
cub_segments_function cub_find_segments(wrow_operation operation, wrow_type in,
                                        wrow_type out);
cub_segments_function cub_find_fixed(wrow_operation operation, wrow_type in,
                                     wrow_type out);

/* DeviceSegmentedReduce::ArgMin: out is a cub::KeyValuePair<int, element> each. */
cub_segments_function cub_find_segments_arg_min(wrow_type in);

/* Of a whole array, f32 and f64; see contenders_cub_transform.cu. */
typedef enum cub_transform {
    CUB_ABSOLUTE,
    CUB_SQUARE,
    CUB_SKIP_NAN,
    CUB_MEAN,
    CUB_NEGATIVE, /* how many are below 0, to u64 */
    CUB_DOT
} cub_transform;
cub_segments_function cub_find_transform(cub_transform transform, wrow_type in);

#if defined(__cplusplus)
}
#endif

#endif
