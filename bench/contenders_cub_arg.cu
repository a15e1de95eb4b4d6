/* contenders_cub_arg.cu -- cub::DeviceReduce::ArgMin and ArgMax, and one after the other
 * for both: CUB has no call for that. Each takes a 64-bit count and cuts the input into
 * parts that it indexes with 32 bits. */
#include "contenders_cub.cuh"

/* An extreme as wrow_extreme has it, but for the value: that is an element. */
template <class T> struct extreme_at {
    T *value;
    uint64_t *index;
    explicit extreme_at(void *out) : value((T *)out), index((uint64_t *)out + 1)
    {
    }
};

template <class T>
static cudaError_t arg_min(void *temp, size_t *temp_bytes, const void *in, void *out,
                           uint64_t count, cudaStream_t stream)
{
    const extreme_at<T> at(out);
    return cub::DeviceReduce::ArgMin(temp, *temp_bytes, (const T *)in, at.value, at.index,
                                     (int64_t)count, stream);
}

template <class T>
static cudaError_t arg_max(void *temp, size_t *temp_bytes, const void *in, void *out,
                           uint64_t count, cudaStream_t stream)
{
    const extreme_at<T> at((wrow_extreme *)out + 1);
    return cub::DeviceReduce::ArgMax(temp, *temp_bytes, (const T *)in, at.value, at.index,
                                     (int64_t)count, stream);
}

template <class T>
static cudaError_t arg_both(void *temp, size_t *temp_bytes, const void *in, void *out,
                            uint64_t count, cudaStream_t stream)
{
    size_t min_bytes = *temp_bytes, max_bytes = *temp_bytes;
    cudaError_t error = arg_min<T>(temp, &min_bytes, in, out, count, stream);
    if (error == cudaSuccess)
        error = arg_max<T>(temp, &max_bytes, in, out, count, stream);
    *temp_bytes = min_bytes > max_bytes ? min_bytes : max_bytes;
    return error;
}

cub_function cub_find_arg(wrow_type in, int wanted)
{
    static const cub_function functions[][3] = {
        {nullptr, nullptr, nullptr},
#define X(name, value, bits, class_, text)                                               \
    {arg_min<cub_##name>, arg_max<cub_##name>, arg_both<cub_##name>},
        WROW_TYPE_MAP(X)
#undef X
    };
    return functions[in][wanted - 1];
}
