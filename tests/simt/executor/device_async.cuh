/* device_async.cuh -- the words of windrow/device/async.cuh for the executor. */
#ifndef WINDROW_TESTS_DEVICE_ASYNC_CUH
#define WINDROW_TESTS_DEVICE_ASYNC_CUH

#include "device_words.cuh"

typedef struct wrow_mbarrier {
    uint64_t state;
} wrow_mbarrier;

WROW_DEVICE void wrow_mbarrier_init(wrow_mbarrier *barrier, uint32_t arrivals,
                                    simt_here here = simt_here())
{
    simt_mbarrier_init(&barrier->state, arrivals, here);
}
WROW_DEVICE void wrow_mbarrier_init_fence(simt_here here = simt_here())
{
    simt_step(here);
}
WROW_DEVICE void wrow_mbarrier_arrive(wrow_mbarrier *barrier,
                                      simt_here here = simt_here())
{
    simt_mbarrier_arrive(&barrier->state, 0, here);
}
WROW_DEVICE void wrow_mbarrier_arrive_expect(wrow_mbarrier *barrier, uint32_t bytes,
                                             simt_here here = simt_here())
{
    simt_mbarrier_arrive(&barrier->state, bytes, here);
}
WROW_DEVICE bool wrow_mbarrier_passed(wrow_mbarrier *barrier, uint32_t parity,
                                      simt_here here = simt_here())
{
    return simt_mbarrier_passed(&barrier->state, parity, here);
}
WROW_DEVICE void wrow_bulk_load(void *shared, const void *global, uint32_t bytes,
                                wrow_mbarrier *barrier, simt_here here = simt_here())
{
    simt_bulk_load(shared, global, bytes, &barrier->state, here);
}
WROW_DEVICE void wrow_bulk_store(void *global, const void *shared, uint32_t bytes,
                                 simt_here here = simt_here())
{
    simt_bulk_store(global, shared, bytes, here);
}
WROW_DEVICE void wrow_bulk_commit(simt_here here = simt_here())
{
    simt_bulk_commit(here);
}
template <int GROUPS> WROW_DEVICE void wrow_bulk_wait_read(simt_here here = simt_here())
{
    simt_bulk_wait(GROUPS, true, here);
}
template <int GROUPS> WROW_DEVICE void wrow_bulk_wait(simt_here here = simt_here())
{
    simt_bulk_wait(GROUPS, false, here);
}
WROW_DEVICE void wrow_proxy_fence(simt_here here = simt_here())
{
    simt_step(here);
}

#endif
