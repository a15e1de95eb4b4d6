/* data_fill.cu -- see data.h. */
#include "data_element.cuh"

enum { THREADS = 256, BLOCKS = 1024 };

template <class element>
static __global__ void __launch_bounds__(THREADS)
    fill(typename element::type *data, data_kind kind, uint64_t count)
{
    const uint64_t step = (uint64_t)gridDim.x * THREADS;
    for (uint64_t i = (uint64_t)blockIdx.x * THREADS + threadIdx.x; i < count;
         i += step) {
        const uint64_t random = hash(i);
        if (kind == DATA_FACTORS)
            data[i] = element::factor(random, i);
        else
            data[i] = element::from_random((random >> 40 & 15) == 0 ? 0 : random);
    }
}

template <class element>
static void launch_fill(void *data, data_kind kind, uint64_t count, cudaStream_t stream)
{
    fill<element>
        <<<BLOCKS, THREADS, 0, stream>>>((typename element::type *)data, kind, count);
}

static void (*const launchers[])(void *, data_kind, uint64_t,
                                 cudaStream_t) = {nullptr, /* 0 is no type */
#define X(name, value, bits, class_, text) launch_fill<element_##name>,
                                                  WROW_TYPE_MAP(X)
#undef X
};

cudaError_t data_fill(void *data, wrow_type type, data_kind kind, uint64_t count,
                      cudaStream_t stream)
{
    launchers[type](data, kind, count, stream);
    return cudaGetLastError();
}
