/* probe_misuse.cuh -- kernels that are wrong at the block's barrier, in a warp, or in
 * shared memory: one way each. */
#ifndef WINDROW_TESTS_PROBE_MISUSE_CUH
#define WINDROW_TESTS_PROBE_MISUSE_CUH

#include "probe.h"
#include <windrow/device/memory.cuh>
#include <windrow/device/words.cuh>

#define PROBE(name) WROW_KERNEL(1024, 1) name(WROW_ARGUMENT(probe_job, job))

/* Long enough for all others to go first, under nearly every schedule. */
WROW_DEVICE void spin(void)
{
    for (int k = 0; k < PROBE_SPIN; ++k)
        wrow_sleep(1);
}

/* ------------------------------------------------------------ the block's barrier */
PROBE(barrier_in_two_places)
{
    if (wrow_thread() == 3)
        wrow_barrier();
    else
        wrow_barrier();
    job.out[0] = 1;
}

PROBE(barrier_after_exit)
{
    if (wrow_thread() == 0)
        return;
    spin();
    wrow_barrier();
    job.out[0] = 1;
}

PROBE(exit_while_others_wait)
{
    if (wrow_thread() == 0) {
        spin();
        return;
    }
    wrow_barrier();
    job.out[0] = 1;
}

/* -------------------------------------------------------------------------- warps */
PROBE(mask_without_caller)
{
    wrow_warp_barrier(wrow_thread() == 7 ? ~(1u << 7) : WROW_ALL_LANES);
    job.out[0] = 1;
}

PROBE(mask_of_absent_lanes)
{
    if (wrow_thread() == 0)
        job.out[0] = wrow_ballot(0x18001u, true);
}

PROBE(mask_of_an_exited_lane)
{
    if (wrow_thread() != 0)
        return;
    spin();
    job.out[0] = wrow_ballot(0x9u, true);
}

PROBE(exit_while_a_lane_waits)
{
    if (wrow_thread() == 0)
        job.out[0] = wrow_ballot(0x9u, true);
    else if (wrow_thread() == 3)
        spin();
}

PROBE(another_word_with_the_mask)
{
    if (wrow_thread() == 1)
        spin();
    if (wrow_thread() == 0)
        job.out[0] = wrow_ballot(0x3u, true);
    else if (wrow_thread() == 1)
        wrow_warp_barrier(0x3u);
}

PROBE(masks_that_never_meet)
{
    if (wrow_thread() == 0)
        wrow_warp_barrier(0x3u);
    else
        wrow_warp_barrier(0x7u);
    job.out[0] = 1;
}

PROBE(barrier_against_warp)
{
    if (wrow_thread() == 0)
        wrow_barrier();
    else
        wrow_warp_barrier(0x3u);
    job.out[0] = 1;
}

/* ------------------------------------------------------------------ shared memory */
PROBE(unwritten_scalar)
{
    WROW_SHARED(uint32_t, scalar, );
    job.out[0] = scalar;
}

PROBE(unwritten_element)
{
    WROW_SHARED(uint32_t, array, [8]);
    array[3] = 1;
    job.out[0] = array[3] + array[4];
}

struct probe_both {
    uint64_t wide;
    uint32_t narrow, more;
};

PROBE(unwritten_structure)
{
    WROW_SHARED(probe_both, both, );
    const probe_both value = both;
    job.out[0] = value.narrow;
}

PROBE(unwritten_counter)
{
    WROW_SHARED(uint64_t, counter, );
    wrow_add_relaxed_block(&counter, (uint64_t)job.rounds);
}

PROBE(unwritten_vector)
{
    WROW_SHARED(wrow_words4, vector, );
    job.out[0] = wrow_load16(&vector).w[0];
}

PROBE(unwritten_dynamic)
{
    wrow_shared<uint32_t> *const dynamic = (wrow_shared<uint32_t> *)simt_shared_dynamic();
    dynamic[0] = dynamic[1] = 1;
    job.out[0] = dynamic[0] + dynamic[1] + dynamic[2];
}

/* Whoever comes second finds nothing of the first's. */
PROBE(written_by_another_block)
{
    WROW_SHARED(uint32_t, left, );
    const uint32_t place = wrow_add_relaxed_device(&job.out[0], 1u);
    if (place == 0)
        left = 1;
    else
        job.out[1] = left;
}

PROBE(no_dynamic_memory)
{
    job.out[0] = *(const uint32_t *)simt_shared_dynamic();
}

PROBE(misaligned_word)
{
    unsigned char *const bytes = (unsigned char *)job.out;
    job.out[0] = wrow_load_relaxed_device((const uint32_t *)(bytes + 6));
}

PROBE(misaligned_vector)
{
    job.out[0] = wrow_load16((const unsigned char *)job.words + 8).w[0];
}

PROBE(too_much_shared_memory)
{
    WROW_SHARED(uint32_t, big, [60000]);
    big[0] = 1;
    job.out[0] = big[0];
}

PROBE(too_much_with_dynamic)
{
    WROW_SHARED(uint32_t, more, [10000]);
    more[0] = 1;
    job.out[0] = more[0];
}

PROBE(endless)
{
    while (wrow_load_relaxed_device(&job.out[0]) == 0)
        wrow_sleep(20);
}

#endif
