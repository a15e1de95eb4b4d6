/* data_reference.cu -- see data.h. Slow and simple on purpose: it shares nothing with
 * what it checks. */
#include "data_element.cuh"

enum { THREADS = 256, BLOCKS = 1024 };

/* What a thread, a block, the grid has seen. */
struct seen {
    uint64_t nonzero, sum, product, bits_and, bits_or, bits_xor;
    uint64_t min_key, max_key, min_index, max_index;
    double f_sum, f_product, magnitudes, squares;
};

static __host__ __device__ seen seen_nothing()
{
    return {0, 0, 1, ~0ull, 0, 0, ~0ull, 0, ~0ull, ~0ull, 0.0, 1.0, 0.0, 0.0};
}

static __host__ __device__ void extreme(seen *into, uint64_t min_key, uint64_t min_index,
                                        uint64_t max_key, uint64_t max_index)
{
    if (min_key < into->min_key ||
        (min_key == into->min_key && min_index < into->min_index)) {
        into->min_key = min_key;
        into->min_index = min_index;
    }
    if (max_key > into->max_key ||
        (max_key == into->max_key && max_index < into->max_index)) {
        into->max_key = max_key;
        into->max_index = max_index;
    }
}

static __host__ __device__ void merge(seen *into, const seen *other)
{
    into->nonzero += other->nonzero;
    into->sum += other->sum;
    into->product *= other->product;
    into->bits_and &= other->bits_and;
    into->bits_or |= other->bits_or;
    into->bits_xor ^= other->bits_xor;
    into->f_sum += other->f_sum;
    into->f_product *= other->f_product;
    into->magnitudes += other->magnitudes;
    into->squares += other->squares;
    extreme(into, other->min_key, other->min_index, other->max_key, other->max_index);
}

template <class element>
static __device__ void see(seen *into, typename element::type x, uint64_t index)
{
    const uint64_t bits = element::bits(x), key = element::key(x);
    const double value = element::value(x);
    into->nonzero += value != 0;
    into->sum += bits;
    into->product *= bits;
    into->bits_and &= bits;
    into->bits_or |= bits;
    into->bits_xor ^= bits;
    into->f_sum += value;
    into->f_product *= value;
    into->magnitudes += fabs(value);
    into->squares += value * value;
    extreme(into, key, index, key, index);
}

template <class element>
static __global__ void __launch_bounds__(THREADS)
    see_all(const typename element::type *data, uint64_t count, seen *blocks)
{
    __shared__ seen threads[THREADS];
    const uint64_t step = (uint64_t)gridDim.x * THREADS;
    seen mine = seen_nothing();

    for (uint64_t i = (uint64_t)blockIdx.x * THREADS + threadIdx.x; i < count; i += step)
        see<element>(&mine, data[i], i);
    threads[threadIdx.x] = mine;
    for (unsigned half = THREADS / 2; half; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            merge(&threads[threadIdx.x], &threads[threadIdx.x + half]);
    }
    if (threadIdx.x == 0)
        blocks[blockIdx.x] = threads[0];
}

template <class element>
static void launch_see(const void *data, uint64_t count, seen *blocks,
                       cudaStream_t stream)
{
    see_all<element><<<BLOCKS, THREADS, 0, stream>>>((const typename element::type *)data,
                                                     count, blocks);
}

static const struct {
    void (*see)(const void *, uint64_t, seen *, cudaStream_t);
    char class_;
} launchers[] = {{nullptr, 0}, /* 0 is no type */
#define X(name, value, bits, class_, text) {launch_see<element_##name>, #class_[0]},
                 WROW_TYPE_MAP(X)
#undef X
};

static wrow_value value_of_key(uint64_t key, char class_)
{
    wrow_value value;
    value.u = key; /* U */
    if (class_ == 'S')
        value.u = key ^ 1ull << 63;
    else if (class_ == 'F')
        value.u = key >> 63 ? key ^ 1ull << 63 : ~key; /* the bits of value.f */
    return value;
}

cudaError_t data_reference(const void *data, wrow_type type, uint64_t count,
                           data_answers *answers, cudaStream_t stream)
{
    static seen host[BLOCKS], *device;
    const char class_ = launchers[type].class_;
    cudaError_t error = cudaSuccess;
    seen all = seen_nothing();

    if (!device)
        error = cudaMalloc((void **)&device, sizeof host);
    if (error == cudaSuccess) {
        launchers[type].see(data, count, device, stream);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpyAsync(host, device, sizeof host, cudaMemcpyDefault, stream);
    if (error == cudaSuccess)
        error = cudaStreamSynchronize(stream);
    if (error != cudaSuccess)
        return error;
    for (int block = 0; block < BLOCKS; ++block)
        merge(&all, &host[block]);
    *answers = {count,
                all.nonzero,
                all.sum,
                all.product,
                all.bits_and,
                all.bits_or,
                all.bits_xor,
                all.f_sum,
                all.f_product,
                all.magnitudes,
                all.squares,
                value_of_key(all.min_key, class_),
                value_of_key(all.max_key, class_),
                all.min_index,
                all.max_index};
    return cudaSuccess;
}
