/* contenders_cub_extreme.cu -- cub::DeviceReduce::Min and Max. */
#include "contenders_cub.cuh"

template <class T>
static cudaError_t minimum(void *temp, size_t *temp_bytes, const void *in, void *out,
                           uint64_t count, cudaStream_t stream)
{
    return with_count(count, [&](auto number) {
        return cub::DeviceReduce::Min(temp, *temp_bytes, (const T *)in, (T *)out, number,
                                      stream);
    });
}

template <class T>
static cudaError_t maximum(void *temp, size_t *temp_bytes, const void *in, void *out,
                           uint64_t count, cudaStream_t stream)
{
    return with_count(count, [&](auto number) {
        return cub::DeviceReduce::Max(temp, *temp_bytes, (const T *)in, (T *)out, number,
                                      stream);
    });
}

cub_function cub_find_min(wrow_type in)
{
    static const cub_function minima[] = {
        nullptr,
#define X(name, value, bits, class_, text) minimum<cub_##name>,
        WROW_TYPE_MAP(X)
#undef X
    };
    return minima[in];
}

cub_function cub_find_max(wrow_type in)
{
    static const cub_function maxima[] = {
        nullptr,
#define X(name, value, bits, class_, text) maximum<cub_##name>,
        WROW_TYPE_MAP(X)
#undef X
    };
    return maxima[in];
}
