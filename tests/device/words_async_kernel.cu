/* words_async_kernel.cu -- async.cuh: a ring of stages that bulk copies fill, and two
 * stages that they empty, as a kernel uses them. */
#include "words_check.cuh"

enum { THREADS = 128, TILES = 40, STAGES = 3, WORDS = 512, VECTORS = WORDS / 2 };

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
typedef wrow_shared<wrow_words4> stage_vector; /* 16 bytes, so aligned for a copy */
typedef wrow_shared<wrow_mbarrier> stage_barrier;

/* A poll may sleep, so it is time that bounds the wait. */
WORDS_DEVICE bool wait_for(wrow_mbarrier *barrier, uint32_t parity)
{
    const uint64_t start = wrow_time_ns();
    while (!wrow_mbarrier_passed(barrier, parity))
        if (wrow_time_ns() - start > 1000000000)
            return false;
    return true;
}

WORDS_DEVICE void load_tile(stage_vector (*stage)[VECTORS], stage_barrier *full,
                            const uint64_t *from, uint32_t tile)
{
    wrow_mbarrier *barrier = &full[tile % STAGES];
    wrow_mbarrier_arrive_expect(barrier, WORDS * 8);
    /* in two pieces: both are counted on one phase */
    wrow_bulk_load(&stage[tile % STAGES][0], from + tile * WORDS, 16, barrier);
    wrow_bulk_load(&stage[tile % STAGES][1], from + tile * WORDS + 2, WORDS * 8 - 16,
                   barrier);
}

/* A phase is over when its arrivals are there, not before, and then stays so. */
WORDS_DEVICE void phases(words_record *record, wrow_mbarrier *barrier)
{
    for (uint32_t phase = 0; phase < 4; ++phase) {
        if (wrow_thread() == 0) {
            EXPECT(wrow_mbarrier_passed(barrier, phase % 2), false);
            EXPECT(wrow_mbarrier_passed(barrier, (phase + 1) % 2), true);
        }
        wrow_barrier();
        wrow_mbarrier_arrive(barrier);
        const bool passed = wait_for(barrier, phase % 2);
        EXPECT(passed, true);
        wrow_barrier();
    }
}

WORDS_DEVICE wrow_words4 complement(wrow_words4 v)
{
    return {{~v.w[0], ~v.w[1], ~v.w[2], ~v.w[3]}};
}

WORDS_DEVICE bool drain(words_record *record, stage_vector (*in)[VECTORS],
                        stage_vector (*out)[VECTORS], stage_barrier *full,
                        stage_barrier *empty, const uint64_t *from, uint64_t *to)
{
    for (uint32_t tile = 0; tile < TILES; ++tile) {
        const uint32_t stage = tile % STAGES, parity = tile / STAGES % 2;
        const bool came = wait_for(&full[stage], parity);
        EXPECT(came, true);
        if (!came)
            return false;
        if (wrow_thread() == 0)
            wrow_bulk_wait_read<1>();
        wrow_barrier(); /* out[tile % 2] is read: it may be written */
        for (uint32_t k = wrow_thread(); k < VECTORS; k += THREADS)
            out[tile % 2][k] = complement(in[stage][k]);
        wrow_mbarrier_arrive(&empty[stage]);
        wrow_proxy_fence();
        wrow_barrier();
        if (wrow_thread() != 0)
            continue;
        wrow_bulk_store(to + tile * WORDS, &out[tile % 2][0], WORDS * 8);
        wrow_bulk_commit();
        const bool free = wait_for(&empty[stage], parity);
        EXPECT(free, true);
        if (!free)
            return false;
        if (tile + STAGES < TILES)
            load_tile(in, full, from, tile + STAGES);
    }
    return true;
}
#endif

CASE(async_anywhere, THREADS)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    words_record *record = argument.record;
    WROW_SHARED(wrow_words4, in, [STAGES][VECTORS]);
    WROW_SHARED(wrow_words4, out, [2][VECTORS]);
    WROW_SHARED(wrow_mbarrier, full, [STAGES]);
    WROW_SHARED(wrow_mbarrier, empty, [STAGES]);
    WROW_SHARED(wrow_mbarrier, plain, );
    uint64_t *from = argument.memory, *to = argument.memory + TILES * WORDS;
    if (argument.launch == 1) { /* written by generic stores, read by a later kernel */
        for (uint32_t k = wrow_thread(); k < TILES * WORDS; k += THREADS)
            from[k] = k * 0x9e3779b97f4a7c15ull;
        return;
    }
    if (wrow_thread() == 0) {
        for (uint32_t k = 0; k < STAGES; ++k) {
            wrow_mbarrier_init(&full[k], 1);
            wrow_mbarrier_init(&empty[k], THREADS);
        }
        wrow_mbarrier_init(&plain, THREADS);
        wrow_mbarrier_init_fence();
    }
    wrow_barrier();
    phases(record, &plain);
    if (wrow_thread() == 0)
        for (uint32_t tile = 0; tile < STAGES; ++tile)
            load_tile(in, full, from, tile);
    if (!drain(record, in, out, full, empty, from, to))
        return;
    if (wrow_thread() == 0)
        wrow_bulk_wait<0>();
    wrow_barrier();
    for (uint32_t k = wrow_thread(); k < TILES * WORDS; k += THREADS)
        EXPECT(to[k], ~(k * 0x9e3779b97f4a7c15ull));
#endif
}

LAUNCHER(async_anywhere, 1, THREADS)

extern "C" int words_async(const words_argument *argument)
{
#if defined(__CUDACC__) /* elsewhere there is one build, and it has them */
    cudaFuncAttributes of;
    const cudaError_t error =
        cudaFuncGetAttributes(&of, WROW_KERNEL_POINTER(async_anywhere));
    if (error != cudaSuccess)
        return error;
    if (of.ptxVersion < 90 || of.binaryVersion < 90)
        return WORDS_UNSUPPORTED;
#endif
    return words_async_anywhere(argument);
}
