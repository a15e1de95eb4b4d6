/* contenders_cub_sum.cu -- cub::DeviceReduce::Sum, to the same type and to a wider one.
 */
#include "contenders_cub.cuh"

/* CUB's own plus does not take a half and a float. */
struct plus_f32 {
    template <class T> __host__ __device__ float operator()(float a, T b) const
    {
        return a + (float)b;
    }
};

template <class in_type, class out_type>
static cudaError_t sum(void *temp, size_t *temp_bytes, const void *in, void *out,
                       uint64_t count, cudaStream_t stream)
{
    return with_count(count, [&](auto number) {
        return cub::DeviceReduce::Sum(temp, *temp_bytes, (const in_type *)in,
                                      (out_type *)out, number, stream);
    });
}

template <class in_type>
static cudaError_t sum_to_f32(void *temp, size_t *temp_bytes, const void *in, void *out,
                              uint64_t count, cudaStream_t stream)
{
    return with_count(count, [&](auto number) {
        return cub::DeviceReduce::Reduce(temp, *temp_bytes, (const in_type *)in,
                                         (float *)out, number, plus_f32(), 0.0f, stream);
    });
}

cub_function cub_find_sum(wrow_type in)
{
    static const cub_function sums[] = {
        nullptr,
#define X(name, value, bits, class_, text) sum<cub_##name, cub_##name>,
        WROW_TYPE_MAP(X)
#undef X
    };
    return sums[in];
}

/* X(input type, output type, function), in the order of WROW_TYPE_MAP */
#define WIDE_MAP(X)                                                                      \
    X(I8, I64, (sum<int8_t, int64_t>))                                                   \
    X(U8, U64, (sum<uint8_t, uint64_t>))                                                 \
    X(I16, I64, (sum<int16_t, int64_t>))                                                 \
    X(U16, U64, (sum<uint16_t, uint64_t>))                                               \
    X(I32, I64, (sum<int32_t, int64_t>))                                                 \
    X(U32, U64, (sum<uint32_t, uint64_t>))                                               \
    X(I64, I64, nullptr)                                                                 \
    X(U64, U64, nullptr)                                                                 \
    X(F16, F32, sum_to_f32<__half>)                                                      \
    X(BF16, F32, sum_to_f32<__nv_bfloat16>)                                              \
    X(F32, F64, (sum<float, double>))                                                    \
    X(F64, F64, nullptr)

cub_function cub_find_sum_wide(wrow_type in)
{
    static const cub_function sums[] = {
        nullptr,
#define X(name, out, function) function,
        WIDE_MAP(X)
#undef X
    };
    return sums[in];
}

wrow_type cub_wide_type(wrow_type in)
{
    static const wrow_type types[] = {
        (wrow_type)0,
#define X(name, out, function) WROW_##out,
        WIDE_MAP(X)
#undef X
    };
    return types[in];
}
