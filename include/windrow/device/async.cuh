/*
 * windrow/device/async.cuh -- bulk async copies between global and shared memory, and
 * the barriers in shared memory (mbarriers) that say when one is done. Compute
 * capability 9.0 and later.
 *
 * A bulk copy is done by another unit, which reaches memory through the async proxy
 * and not the way loads and stores do. Addresses and sizes are multiples of 16 bytes.
 *
 *   in    one thread: wrow_mbarrier_arrive_expect(b, bytes), then wrow_bulk_load; each
 *         reader: polls wrow_mbarrier_passed(b, parity). The copy's last act is a
 *         release on the barrier, behind an implied proxy fence, and passed acquires:
 *         who sees the phase over sees the bytes.
 *   again a stage may be loaded anew once every reader has arrived on another barrier
 *         (or the block's) and the loading thread has seen that: reads that are over
 *         need no proxy fence before a write by the async proxy (but writes do).
 *   out   each writer: wrow_proxy_fence, then a barrier; one thread: wrow_bulk_store,
 *         wrow_bulk_commit and, in time, a wait. Only that thread can wait for it.
 */
#ifndef WROW_DEVICE_ASYNC_CUH
#define WROW_DEVICE_ASYNC_CUH

#include <windrow/device/memory.cuh>

#if defined(WROW_DEVICE_ASYNC)
#include WROW_DEVICE_ASYNC
#elif !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

/* Lies in shared memory; nothing but the words below may touch it. Its phases have
 * the parities 0, 1, 0, ...; phase k is over when all arrivals are there and all bytes
 * that it was told to expect have come. */
typedef struct alignas(8) wrow_mbarrier {
    uint64_t state;
} wrow_mbarrier;

/* The instructions take 32-bit offsets into shared memory, not generic addresses. */
#define WROW_OFFSET_(shared) ((uint32_t)__cvta_generic_to_shared(shared))

/* One thread; then wrow_mbarrier_init_fence by the same thread, then a block barrier
 * before anybody uses it. */
WROW_DEVICE void wrow_mbarrier_init(wrow_mbarrier *barrier, uint32_t arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(WROW_OFFSET_(barrier)),
                 "r"(arrivals)
                 : "memory");
}
/* The first fence publishes the initialisations of this thread (to other blocks of a
 * cluster too), the second lets the copies' proxy see them: without it, the bytes of a
 * first load could be counted on a barrier that is not there yet. */
WROW_DEVICE void wrow_mbarrier_init_fence(void)
{
    asm volatile("fence.mbarrier_init.release.cluster;\n\t"
                 "fence.proxy.async.shared::cta;" ::
                     : "memory");
}

/* Releases what this thread wrote (and read) before to who sees the phase over. */
WROW_DEVICE void wrow_mbarrier_arrive(wrow_mbarrier *barrier)
{
    asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" ::"r"(
                     WROW_OFFSET_(barrier))
                 : "memory");
}
/* As above, after the phase has been told to wait for so many bytes more. One
 * instruction, so that the phase cannot end between the two. */
WROW_DEVICE void wrow_mbarrier_arrive_expect(wrow_mbarrier *barrier, uint32_t bytes)
{
    asm volatile(
        "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(
            WROW_OFFSET_(barrier)),
        "r"(bytes)
        : "memory");
}
/* Is the phase of this parity (0 for the first) over? One poll, which may take a
 * while; the caller loops with its bound. Right for the current phase and the one
 * before: a thread that falls two phases behind takes the wrong one for its own. */
WROW_DEVICE bool wrow_mbarrier_passed(wrow_mbarrier *barrier, uint32_t parity)
{
    uint32_t passed;
    asm volatile("{\n\t.reg .pred p;\n\t"
                 "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p, [%1], %2;\n\t"
                 "selp.u32 %0, 1, 0, p;\n\t}"
                 : "=r"(passed)
                 : "r"(WROW_OFFSET_(barrier)), "r"(parity)
                 : "memory");
    return passed != 0;
}

/* Bytes that nobody else writes meanwhile; they are counted on the barrier's current
 * phase, so its arrive_expect comes first. ::cluster is the older spelling, right on
 * every toolkit: without a cluster the block's own memory is the same addresses. */
WROW_DEVICE void wrow_bulk_load(void *shared, const void *global, uint32_t bytes,
                                wrow_mbarrier *barrier)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1], %2, [%3];" ::"r"(WROW_OFFSET_(shared)),
                 "l"(__cvta_generic_to_global(global)), "r"(bytes),
                 "r"(WROW_OFFSET_(barrier))
                 : "memory");
}

/* By one thread, after every writer's proxy fence and a barrier. */
WROW_DEVICE void wrow_bulk_store(void *global, const void *shared, uint32_t bytes)
{
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                     __cvta_generic_to_global(global)),
                 "r"(WROW_OFFSET_(shared)), "r"(bytes)
                 : "memory");
}
/* The stores of this thread since the last commit are one group. */
WROW_DEVICE void wrow_bulk_commit(void)
{
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
/* Until at most N groups of this thread, the latest, are still reading their shared
 * memory: that of the others may be written again. */
template <int N> WROW_DEVICE void wrow_bulk_wait_read(void)
{
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory");
}
/* Until at most N groups are not written: this thread sees the others' bytes in global
 * memory and may publish them. */
template <int N> WROW_DEVICE void wrow_bulk_wait(void)
{
    asm volatile("cp.async.bulk.wait_group %0;" ::"n"(N) : "memory");
}

/* Orders this thread's earlier writes to shared memory before a bulk store that reads
 * them, once a barrier has made the storing thread come after this one. */
WROW_DEVICE void wrow_proxy_fence(void)
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

#endif
#endif
