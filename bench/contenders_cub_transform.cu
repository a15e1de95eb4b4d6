/* contenders_cub_transform.cu -- what CUB does where Windrow transforms before it folds:
 * DeviceReduce::TransformReduce; for a mean DeviceReduce::Sum into an iterator that
 * divides; for a dot product TransformReduce over pairs. It adds f32 in f32. */
#include "contenders_cub.cuh"
#include "contenders_cub_segments.h"

#include <cuda/std/functional>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

typedef cub_segments_work work_t;

struct absolute {
    template <class T> __host__ __device__ T operator()(T x) const
    {
        return x < 0 ? -x : x;
    }
};

struct square {
    template <class T> __host__ __device__ T operator()(T x) const
    {
        return x * x;
    }
};

struct not_nan {
    template <class T> __host__ __device__ T operator()(T x) const
    {
        return x == x ? x : (T)0;
    }
};

struct is_negative {
    template <class T> __host__ __device__ uint64_t operator()(T x) const
    {
        return x < 0;
    }
};

struct times {
    template <class pair> __host__ __device__ auto operator()(const pair &x) const
    {
        return thrust::get<0>(x) * thrust::get<1>(x);
    }
};

template <class T> struct divide {
    T by;
    __host__ __device__ T operator()(T x) const
    {
        return x / by;
    }
};

template <class T, class out_type, class transform>
static cudaError_t transformed(void *temp, size_t *temp_bytes, const work_t *work,
                               cudaStream_t stream)
{
    return with_count(work->count, [&](auto number) {
        return cub::DeviceReduce::TransformReduce(
            temp, *temp_bytes, (const T *)work->in, (out_type *)work->out, number,
            cuda::std::plus<>(), transform(), (out_type)0, stream);
    });
}

template <class T>
static cudaError_t mean(void *temp, size_t *temp_bytes, const work_t *work,
                        cudaStream_t stream)
{
    const auto out =
        thrust::make_transform_output_iterator((T *)work->out, divide<T>{(T)work->count});
    return with_count(work->count, [&](auto number) {
        return cub::DeviceReduce::Sum(temp, *temp_bytes, (const T *)work->in, out, number,
                                      stream);
    });
}

template <class T>
static cudaError_t dot(void *temp, size_t *temp_bytes, const work_t *work,
                       cudaStream_t stream)
{
    const auto pairs =
        thrust::make_zip_iterator((const T *)work->in, (const T *)work->other);
    return with_count(work->count, [&](auto number) {
        return cub::DeviceReduce::TransformReduce(
            temp, *temp_bytes, pairs, (T *)work->out, number, cuda::std::plus<>(),
            times(), (T)0, stream);
    });
}

template <class T> static cub_segments_function find(cub_transform transform)
{
    static const cub_segments_function functions[] = {
        transformed<T, T, absolute>,
        transformed<T, T, square>,
        transformed<T, T, not_nan>,
        mean<T>,
        transformed<T, uint64_t, is_negative>,
        dot<T>};
    return functions[transform];
}

cub_segments_function cub_find_transform(cub_transform transform, wrow_type in)
{
    return in == WROW_F32   ? find<float>(transform)
           : in == WROW_F64 ? find<double>(transform)
                            : nullptr;
}
