/* contenders_cub_segments.cu -- cub::DeviceSegmentedReduce with 64-bit offsets. */
#include "contenders_cub.cuh"
#include "contenders_cub_segments.h"

#include <cub/device/device_segmented_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

typedef cub_segments_work work_t;

template <class in_type, class out_type>
static cudaError_t sum(void *temp, size_t *temp_bytes, const work_t *work,
                       cudaStream_t stream)
{
    return cub::DeviceSegmentedReduce::Sum(temp, *temp_bytes, (const in_type *)work->in,
                                           (out_type *)work->out, (int64_t)work->segments,
                                           work->offsets, work->offsets + 1, stream);
}

template <class T>
static cudaError_t minimum(void *temp, size_t *temp_bytes, const work_t *work,
                           cudaStream_t stream)
{
    return cub::DeviceSegmentedReduce::Min(temp, *temp_bytes, (const T *)work->in,
                                           (T *)work->out, (int64_t)work->segments,
                                           work->offsets, work->offsets + 1, stream);
}

template <class T>
static cudaError_t maximum(void *temp, size_t *temp_bytes, const work_t *work,
                           cudaStream_t stream)
{
    return cub::DeviceSegmentedReduce::Max(temp, *temp_bytes, (const T *)work->in,
                                           (T *)work->out, (int64_t)work->segments,
                                           work->offsets, work->offsets + 1, stream);
}

template <class T>
static cudaError_t arg_min(void *temp, size_t *temp_bytes, const work_t *work,
                           cudaStream_t stream)
{
    return cub::DeviceSegmentedReduce::ArgMin(
        temp, *temp_bytes, (const T *)work->in, (cub::KeyValuePair<int, T> *)work->out,
        (int64_t)work->segments, work->offsets, work->offsets + 1, stream);
}

struct times_length {
    uint64_t length;
    __host__ __device__ uint64_t operator()(uint64_t segment) const
    {
        return segment * length;
    }
};

template <class in_type, class out_type>
static cudaError_t fixed_sum(void *temp, size_t *temp_bytes, const work_t *work,
                             cudaStream_t stream)
{
#if CUB_VERSION >= 300100
    return cub::DeviceSegmentedReduce::Sum(temp, *temp_bytes, (const in_type *)work->in,
                                           (out_type *)work->out, (int64_t)work->segments,
                                           (int)work->length, stream);
#else
    const auto offsets = thrust::make_transform_iterator(
        thrust::counting_iterator<uint64_t>(0), times_length{work->length});
    return cub::DeviceSegmentedReduce::Sum(temp, *temp_bytes, (const in_type *)work->in,
                                           (out_type *)work->out, (int64_t)work->segments,
                                           offsets, offsets + 1, stream);
#endif
}

/* X(input type, type of a wide sum): what CUB is asked, each for three seconds of
 * compilation */
#define ASKED_MAP(X)                                                                     \
    X(I8, I64)                                                                           \
    X(U8, U64)                                                                           \
    X(I32, I64)                                                                          \
    X(F16, F16)                                                                          \
    X(F32, F64)                                                                          \
    X(F64, F64)

static const struct {
    wrow_type in, wide;
    cub_segments_function sum, sum_wide, fixed, fixed_wide, min, max, arg_min;
} asked[] = {
#define X(name, wide)                                                                    \
    {WROW_##name,                                                                        \
     WROW_##wide,                                                                        \
     sum<cub_##name, cub_##name>,                                                        \
     sum<cub_##name, cub_##wide>,                                                        \
     fixed_sum<cub_##name, cub_##name>,                                                  \
     fixed_sum<cub_##name, cub_##wide>,                                                  \
     minimum<cub_##name>,                                                                \
     maximum<cub_##name>,                                                                \
     arg_min<cub_##name>},
    ASKED_MAP(X)
#undef X
};

cub_segments_function cub_find_segments(wrow_operation operation, wrow_type in,
                                        wrow_type out)
{
    for (const auto &row : asked) {
        if (row.in != in)
            continue;
        if (operation == WROW_SUM)
            return out == in ? row.sum : out == row.wide ? row.sum_wide : nullptr;
        return operation == WROW_MIN   ? row.min
               : operation == WROW_MAX ? row.max
                                       : nullptr;
    }
    return nullptr;
}

cub_segments_function cub_find_fixed(wrow_operation operation, wrow_type in,
                                     wrow_type out)
{
    for (const auto &row : asked)
        if (row.in == in && operation == WROW_SUM)
            return out == in ? row.fixed : out == row.wide ? row.fixed_wide : nullptr;
    return nullptr;
}

cub_segments_function cub_find_segments_arg_min(wrow_type in)
{
    for (const auto &row : asked)
        if (row.in == in)
            return row.arg_min;
    return nullptr;
}
