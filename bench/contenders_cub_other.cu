/* contenders_cub_other.cu -- what CUB does through DeviceReduce::Reduce and
 * TransformReduce; and which function answers which case. */
#include "contenders_cub.cuh"

#include <cuda/std/functional>

template <class T>
static cudaError_t product(void *temp, size_t *temp_bytes, const void *in, void *out,
                           uint64_t count, cudaStream_t stream)
{
    return with_count(count, [&](auto number) {
        return cub::DeviceReduce::Reduce(temp, *temp_bytes, (const T *)in, (T *)out,
                                         number, cuda::std::multiplies<>(), (T)1, stream);
    });
}

template <class T>
static cudaError_t bit_xor(void *temp, size_t *temp_bytes, const void *in, void *out,
                           uint64_t count, cudaStream_t stream)
{
    return with_count(count, [&](auto number) {
        return cub::DeviceReduce::Reduce(temp, *temp_bytes, (const T *)in, (T *)out,
                                         number, cuda::std::bit_xor<>(), (T)0, stream);
    });
}

struct is_nonzero {
    template <class T> __host__ __device__ uint64_t operator()(T x) const
    {
        return x != (T)0;
    }
};

template <class T>
static cudaError_t count_nonzero(void *temp, size_t *temp_bytes, const void *in,
                                 void *out, uint64_t count, cudaStream_t stream)
{
    return with_count(count, [&](auto number) {
        return cub::DeviceReduce::TransformReduce(
            temp, *temp_bytes, (const T *)in, (uint64_t *)out, number,
            cuda::std::plus<>(), is_nonzero(), (uint64_t)0, stream);
    });
}

cub_function cub_find_product(wrow_type in)
{
    static const cub_function products[] = {
        nullptr,
#define X(name, value, bits, class_, text) product<cub_bits_##name>,
        WROW_TYPE_MAP(X)
#undef X
    };
    return products[in];
}

cub_function cub_find_bit_xor(wrow_type in)
{
    static const cub_function xors[] = {nullptr,
                                        bit_xor<uint8_t>,
                                        bit_xor<uint8_t>,
                                        bit_xor<uint16_t>,
                                        bit_xor<uint16_t>,
                                        bit_xor<uint32_t>,
                                        bit_xor<uint32_t>,
                                        bit_xor<uint64_t>,
                                        bit_xor<uint64_t>,
                                        nullptr,
                                        nullptr,
                                        nullptr,
                                        nullptr};
    return xors[in];
}

cub_function cub_find_count_nonzero(wrow_type in)
{
    static const cub_function counts[] = {
        nullptr,
#define X(name, value, bits, class_, text) count_nonzero<cub_bits_##name>,
        WROW_TYPE_MAP(X)
#undef X
    };
    return counts[in];
}

cub_function cub_find(wrow_operation operation, wrow_type in, wrow_type out)
{
    static cub_function (*const finders[])(wrow_type) = {
        nullptr,      cub_find_sum,          cub_find_product,
        cub_find_min, cub_find_max,          nullptr,
        nullptr,      cub_find_bit_xor,      nullptr,
        nullptr,      cub_find_count_nonzero};

    if (operation == WROW_SUM && in != out)
        return out == cub_wide_type(in) ? cub_find_sum_wide(in) : nullptr;
    return finders[operation] ? finders[operation](in) : nullptr;
}

const char *cub_version(void)
{
    static char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", CUB_MAJOR_VERSION, CUB_MINOR_VERSION,
             CUB_SUBMINOR_VERSION);
    return text;
}
