/* probe_misuse_async.cuh -- kernels that use an mbarrier or a bulk copy wrongly. */
#ifndef WINDROW_TESTS_PROBE_MISUSE_ASYNC_CUH
#define WINDROW_TESTS_PROBE_MISUSE_ASYNC_CUH

#include "probe_misuse.cuh"
#include <windrow/device/async.cuh>

enum { PROBE_STAGE = 4 }; /* vectors of 16 bytes */

/* The stage and its barrier, for one arrival, of a block of one thread. */
#define PROBE_STAGE_OF_ONE                                                               \
    WROW_SHARED(wrow_mbarrier, full, );                                                  \
    WROW_SHARED(wrow_words4, stage, [PROBE_STAGE]);                                      \
    wrow_mbarrier_init(&full, 1);                                                        \
    wrow_mbarrier_init_fence()

/* Straight to the executor: a wrow_mbarrier at such a place is undefined already. */
PROBE(mbarrier_unaligned)
{
    WROW_SHARED(wrow_words4, place, );
    unsigned char *const bytes = (unsigned char *)&place;
    simt_mbarrier_init((uint64_t *)(bytes + 4), job.rounds, simt_here());
}

PROBE(mbarrier_in_global_memory)
{
    wrow_mbarrier_init((wrow_mbarrier *)job.words, 1);
}

PROBE(mbarrier_for_nobody)
{
    WROW_SHARED(wrow_mbarrier, full, );
    wrow_mbarrier_init(&full, 0 * job.rounds);
}

PROBE(mbarrier_for_too_many)
{
    WROW_SHARED(wrow_mbarrier, full, );
    wrow_mbarrier_init(&full, 32768 + 0 * job.rounds);
}

PROBE(arrival_before_init)
{
    WROW_SHARED(wrow_mbarrier, full, );
    wrow_mbarrier_arrive(&full);
    job.out[0] = 1;
}

PROBE(poll_before_init)
{
    WROW_SHARED(wrow_mbarrier, full, );
    job.out[0] = wrow_mbarrier_passed(&full, 0);
}

PROBE(load_before_init)
{
    WROW_SHARED(wrow_mbarrier, full, );
    WROW_SHARED(wrow_words4, stage, [PROBE_STAGE]);
    wrow_bulk_load(&stage[0], job.words, 16, &full);
}

/* The announced bytes keep the phase open; its one arrival has been. */
PROBE(arrivals_too_many)
{
    PROBE_STAGE_OF_ONE;
    wrow_mbarrier_arrive_expect(&full, 16);
    wrow_mbarrier_arrive(&full);
    stage[0] = wrow_words4();
    job.out[0] = 1;
}

/* Each is one wrong copy: to, from, bytes. */
#define WRONG_LOAD(name, to, from, bytes)                                                \
    PROBE(name)                                                                          \
    {                                                                                    \
        PROBE_STAGE_OF_ONE;                                                              \
        unsigned char *const shared = (unsigned char *)&stage[0];                        \
        unsigned char *const global = (unsigned char *)job.words;                        \
        (void)shared;                                                                    \
        wrow_bulk_load(to, from, bytes, &full);                                          \
    }
WRONG_LOAD(copy_of_nothing, shared, global, 0)
WRONG_LOAD(copy_of_half_a_vector, shared, global, 8)
WRONG_LOAD(copy_to_unaligned, shared + 8, global, 16)
WRONG_LOAD(copy_from_unaligned, shared, global + 8, 16)
WRONG_LOAD(copy_past_its_object, shared, global, 16 * (PROBE_STAGE + 1))
WRONG_LOAD(copy_to_global, global + 64, global, 16)
WRONG_LOAD(load_left_behind, shared, global, 16 * PROBE_STAGE)

PROBE(store_past_its_object)
{
    PROBE_STAGE_OF_ONE;
    wrow_bulk_store(job.words, &stage[0], 16 * (PROBE_STAGE + 1));
}

/* One of the two vectors is written. */
PROBE(store_of_unwritten)
{
    WROW_SHARED(wrow_words4, stage, [PROBE_STAGE]);
    stage[0] = wrow_words4();
    wrow_bulk_store(job.words, &stage[0], 32);
}

PROBE(store_left_behind)
{
    WROW_SHARED(wrow_words4, stage, [PROBE_STAGE]);
    for (int k = 0; k < PROBE_STAGE; ++k)
        stage[k] = wrow_words4();
    wrow_bulk_store(job.words, &stage[0], 16 * PROBE_STAGE);
}

/* What was there before the copy set out must not be taken for what it brings. */
PROBE(read_before_the_phase)
{
    PROBE_STAGE_OF_ONE;
    stage[0] = wrow_words4();
    wrow_mbarrier_arrive_expect(&full, 16);
    wrow_bulk_load(&stage[0], job.words, 16, &full);
    const wrow_words4 early = stage[0];
    job.out[0] = early.w[0];
}

#endif
