/*
 * chain_kernel.cuh -- the smallest kernel that waits: block after block adds its tile to
 * what the one before published. It stands for every kernel that will: tickets, packed
 * words that carry an epoch, last to finish, and a ring of bulk copies in and out.
 *
 * Memory: value and epoch fit one word, so relaxed order is enough for the hand-off.
 * Progress: a tile belongs to a ticket, so its predecessor's block has started.
 */
#ifndef WINDROW_TESTS_CHAIN_KERNEL_CUH
#define WINDROW_TESTS_CHAIN_KERNEL_CUH

#include "chain.h"
#include <windrow/device/async.cuh>
#include <windrow/device/block.cuh>
#include <windrow/device/grid.cuh>

struct chain_add {
    WROW_DEVICE uint32_t combine(uint32_t x, uint32_t y)
    {
        return x + y;
    }
};

/* The sum of the tiles before: what tile - 1 published in this epoch. */
WROW_DEVICE uint32_t chain_wait(const chain_job &job, uint32_t tile, uint32_t epoch)
{
    for (;;) {
        const uint64_t word = wrow_load_relaxed_device(&job.state->slots[tile - 1]);
        if ((uint32_t)(word >> 32) == epoch)
            return (uint32_t)word;
        wrow_sleep(20);
    }
}

WROW_KERNEL(CHAIN_THREADS, 1) chain_sums(WROW_ARGUMENT(chain_job, job))
{
    WROW_SHARED(uint32_t, tile, );
    WROW_SHARED(uint32_t, before, );
    WROW_SHARED(uint32_t, arrived, );
    WROW_SHARED(uint32_t, values, [CHAIN_THREADS]);
    if (wrow_thread() == 0)
        tile = wrow_grid_ticket(&job.state->grid);
    wrow_barrier();
    const uint32_t mine = tile * CHAIN_THREADS + wrow_thread();
    const uint32_t x = mine < job.count ? job.in[mine] : 0;
    const uint32_t sum = wrow_block_fold<chain_add, CHAIN_THREADS>(x, values);
    if (wrow_thread() == 0) {
        const uint32_t epoch = wrow_load_relaxed_device(&job.state->grid.epoch) + 1;
        before = tile ? chain_wait(job, tile, epoch) : 0;
        wrow_store_relaxed_device(&job.state->slots[tile],
                                  (uint64_t)epoch << 32 | (before + sum));
    }
    wrow_barrier();
    if (mine < job.count)
        job.out[mine] = before + x;
    wrow_barrier();
    if (wrow_thread() == 0) {
        arrived = wrow_grid_arrive(&job.state->grid);
        if (arrived == wrow_blocks() - 1)
            wrow_grid_finish(&job.state->grid);
    }
}

/* Copies vectors through a ring of two stages; one lane fills it, all lanes turn the
 * words around, one lane writes them back. */
WROW_KERNEL(CHAIN_THREADS, 1) ring_complement(WROW_ARGUMENT(ring_job, job))
{
    enum { STAGES = 2, LANES = WROW_WARP };
    WROW_SHARED(wrow_mbarrier, full, [STAGES]);
    WROW_SHARED(wrow_words4, stage, [STAGES][LANES]);
    const uint32_t stride = wrow_blocks(), first = wrow_block();
    const bool leader = wrow_thread() == 0;
    if (leader) {
        for (int s = 0; s < STAGES; ++s)
            wrow_mbarrier_init(&full[s], 1);
        wrow_mbarrier_init_fence();
    }
    wrow_barrier();
    for (uint32_t turn = 0, row = first; row < job.rows + stride; ++turn, row += stride) {
        if (leader && row < job.rows) { /* fills the stage that is used next turn */
            const uint32_t s = turn % STAGES;
            wrow_bulk_wait_read<0>();
            wrow_mbarrier_arrive_expect(&full[s], sizeof(wrow_words4) * LANES);
            wrow_bulk_load(&stage[s][0], job.in + (size_t)row * LANES,
                           sizeof(wrow_words4) * LANES, &full[s]);
        }
        if (turn > 0) {
            const uint32_t s = (turn - 1) % STAGES;
            while (!wrow_mbarrier_passed(&full[s], (turn - 1) / STAGES % 2))
                wrow_sleep(20);
            wrow_words4 v = stage[s][wrow_lane()];
            for (int k = 0; k < 4; ++k)
                v.w[k] = ~v.w[k];
            stage[s][wrow_lane()] = v;
            wrow_proxy_fence();
            wrow_warp_barrier(WROW_ALL_LANES);
            if (leader) {
                wrow_bulk_store(job.out + (size_t)(row - stride) * LANES, &stage[s][0],
                                sizeof(wrow_words4) * LANES);
                wrow_bulk_commit();
            }
        }
    }
    if (leader)
        wrow_bulk_wait<0>();
}

#endif
