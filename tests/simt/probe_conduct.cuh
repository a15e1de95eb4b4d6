/* probe_conduct.cuh -- kernels whose steps a test can follow. A log entry is a plain
 * store behind a word: nobody else goes between the two. */
#ifndef WINDROW_TESTS_PROBE_CONDUCT_CUH
#define WINDROW_TESTS_PROBE_CONDUCT_CUH

#include "probe_misuse_async.cuh"

WROW_DEVICE void note(const probe_job &job, uint32_t what)
{
    if (*job.logged < PROBE_LOG)
        job.log[(*job.logged)++] = what;
}

/* Who went, step by step. */
PROBE(trace)
{
    for (uint32_t k = 0; k < job.rounds; ++k) {
        wrow_sleep(0);
        note(job, wrow_block() << 16 | wrow_thread());
    }
}

/* Twice its number as it starts, and once more, odd, as it ends. */
PROBE(block_log)
{
    note(job, 2 * wrow_block());
    for (uint32_t k = 0; k < job.rounds; ++k)
        wrow_sleep(0);
    note(job, 2 * wrow_block() + 1);
}

/* Sleeps a millisecond at each even round. */
PROBE(clock_log)
{
    for (uint32_t k = 0; k < job.rounds; ++k) {
        if (k % 2 == 0)
            wrow_sleep(1000000);
        const uint64_t ns = k % 3 ? wrow_time_ns() : wrow_clock();
        job.words[(*job.logged)++] = ns;
    }
}

/* Lane 0 waits for 31, then 31 for 0: in lockstep neither would come. */
PROBE(lanes_apart)
{
    const uint32_t lane = wrow_lane(), other = 31 - lane;
    if (other < lane)
        wrow_store_release_block(&job.out[lane], 1u);
    while (wrow_load_acquire_block(&job.out[other]) == 0)
        wrow_sleep(20);
    if (lane < other)
        wrow_store_release_block(&job.out[lane], 1u);
    wrow_warp_barrier(WROW_ALL_LANES);
}

/* The low lanes ask for one of the others: its value is even in every byte. */
PROBE(shuffle_outside)
{
    const uint32_t lane = wrow_lane();
    const uint32_t value = 0x02020202u * lane;
    if (lane < 16)
        job.out[lane] = wrow_shuffle(0x0000ffffu, value, 16 + lane);
    else
        job.out[lane] = wrow_shuffle(0xffff0000u, value, lane ^ 1);
}

PROBE(overrun)
{
    WROW_SHARED(uint32_t, array, [32]);
    array[job.rounds] = 1;
    job.out[0] = array[job.rounds];
}

/* ------------------------------------------------------------------- bulk copies */
PROBE(one_load)
{
    PROBE_STAGE_OF_ONE;
    wrow_mbarrier_arrive_expect(&full, 16 * PROBE_STAGE);
    wrow_bulk_load(&stage[0], job.words, 16 * PROBE_STAGE, &full);
    while (!wrow_mbarrier_passed(&full, 0))
        ++job.out[PROBE_WORDS - 1]; /* polls in vain */
    for (int k = 0; k < PROBE_STAGE; ++k) {
        const wrow_words4 v = stage[k];
        for (int w = 0; w < 4; ++w)
            job.out[4 * k + w] = v.w[w];
    }
}

/* out[0]: which of two was there while the other was not, 1 or 2; else 3. */
PROBE(two_loads)
{
    WROW_SHARED(wrow_mbarrier, full, [2]);
    WROW_SHARED(wrow_words4, stage, [2]);
    for (int k = 0; k < 2; ++k) {
        wrow_mbarrier_init(&full[k], 1);
        wrow_mbarrier_arrive_expect(&full[k], 16);
    }
    for (int k = 0; k < 2; ++k)
        wrow_bulk_load(&stage[k], job.words + 2 * k, 16, &full[k]);
    uint32_t came = 0;
    for (uint32_t first = 0; came != 3;) {
        for (int k = 0; k < 3; ++k) /* 0 again: not yet, though 1 is there? */
            came |= (uint32_t)wrow_mbarrier_passed(&full[k % 2], 0) << k % 2;
        if (first == 0)
            first = job.out[0] = came;
    }
}

/* A source that is written again, with or without waiting until it was read. */
WROW_DEVICE void overwrite_source(const probe_job &job, bool wait)
{
    WROW_SHARED(wrow_words4, stage, [PROBE_STAGE]);
    for (int k = 0; k < PROBE_STAGE; ++k)
        stage[k] = {{1, 1, 1, 1}};
    wrow_proxy_fence();
    wrow_bulk_store(job.words, &stage[0], 16 * PROBE_STAGE);
    wrow_bulk_commit();
    if (wait)
        wrow_bulk_wait_read<0>();
    else
        wrow_sleep(20);
    for (int k = 0; k < PROBE_STAGE; ++k)
        stage[k] = {{2, 2, 2, 2}};
    wrow_bulk_wait<0>();
}
PROBE(hasty_source)
{
    overwrite_source(job, false);
}
PROBE(patient_source)
{
    overwrite_source(job, true);
}

/* All that a block must wait for is that its memory has been read. */
PROBE(store_read_only)
{
    WROW_SHARED(wrow_words4, stage, [PROBE_STAGE]);
    for (int k = 0; k < PROBE_STAGE; ++k)
        stage[k] = {{3, 3, 3, 3}};
    wrow_proxy_fence();
    wrow_bulk_store(job.words, &stage[0], 16 * PROBE_STAGE);
    wrow_bulk_commit();
    wrow_bulk_wait_read<0>();
    job.out[0] = (uint32_t)job.words[0];
}

/* -------------------------------------------------------------- the memory model */
#define EACH_OF(order, scope)                                                            \
    wrow_add_##order##_##scope(&job.out[0], 1u);                                         \
    wrow_min_##order##_##scope(&job.words[0], (uint64_t)2);                              \
    wrow_max_##order##_##scope(&job.out[0], 3u);                                         \
    wrow_and_##order##_##scope(&job.words[0], (uint64_t)4);                              \
    wrow_or_##order##_##scope(&job.out[0], 5u);                                          \
    wrow_exchange_##order##_##scope(&job.words[0], (uint64_t)6);                         \
    wrow_compare_exchange_##order##_##scope(&job.out[0], 7u, 8u);
#define EACH_IN(scope)                                                                   \
    EACH_OF(relaxed, scope)                                                              \
    EACH_OF(acquire, scope)                                                              \
    EACH_OF(release, scope)                                                              \
    EACH_OF(acq_rel, scope)                                                              \
    (void)wrow_load_relaxed_##scope(&job.out[0]);                                        \
    (void)wrow_load_acquire_##scope(&job.words[0]);                                      \
    (void)wrow_load_relaxed_##scope((const wrow_words4 *)job.words);                     \
    wrow_store_relaxed_##scope(&job.out[0], 9u);                                         \
    wrow_store_release_##scope(&job.words[0], (uint64_t)10);                             \
    wrow_store_relaxed_##scope((wrow_words4 *)job.words, {{11, 12, 13, 14}});            \
    wrow_fence_acq_rel_##scope();                                                        \
    wrow_fence_seq_cst_##scope();

/* Thread 0 calls each word once; then all meet, in the warp and in the block. */
PROBE(each_order)
{
    if (wrow_thread() == 0) {
        EACH_IN(block)
        EACH_IN(device)
        EACH_IN(system)
    }
    if (wrow_lane() < 2)
        wrow_warp_barrier(0x3u);
    wrow_barrier();
}

#endif
