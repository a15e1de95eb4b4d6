/* test_executor_conduct.c -- time is virtual, lanes are independent, and a
 * shuffle from outside the mask is worth nothing. */
#define _POSIX_C_SOURCE 200809L
#include "test_executor.h"
#include <string.h>
#include <time.h>

enum { SEEDS = 200 };

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* 4 threads sleep 100 times 1 ms: 0.4 s that nobody waits for. */
static void time_is_virtual(void **state)
{
    enum { THREADS = 4, ROUNDS = 200, MS = 1000000 };
    const double start = seconds_now();
    (void)state;
    assert_true(probe_run(PROBE_clock_log, 1, THREADS, 0, ROUNDS));
    assert_true(seconds_now() - start < 0.2);
    assert_int_equal(probe_memory.logged, THREADS * ROUNDS);
    for (uint32_t k = 1; k < probe_memory.logged; ++k)
        assert_true(probe_memory.words[k] >= probe_memory.words[k - 1]);
    const uint64_t last = probe_memory.words[probe_memory.logged - 1];
    assert_true(last >= (uint64_t)THREADS * ROUNDS / 2 * MS);
    assert_true(last < (uint64_t)THREADS * ROUNDS / 2 * MS + MS);
}

static void time_is_the_same_in_every_run(void **state)
{
    uint64_t first[200];
    (void)state;
    assert_true(probe_run(PROBE_clock_log, 1, 2, 0, 100));
    memcpy(first, probe_memory.words, sizeof first);
    (void)probe_clean(NULL);
    assert_true(probe_run(PROBE_clock_log, 1, 2, 0, 100));
    assert_memory_equal(first, probe_memory.words, sizeof first);
}

static void lanes_are_independent(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < SEEDS; ++k) {
        const struct simt_schedule schedule = simt_schedule_of(k);
        (void)probe_clean(NULL);
        simt_set_step_limit(1000000);
        simt_set_schedule(&schedule);
        assert_true(probe_run(PROBE_lanes_apart, 1, 32, 0, 0));
        for (uint32_t lane = 0; lane < 32; ++lane)
            assert_int_equal(probe_memory.out[lane], 1);
    }
}

static void a_shuffle_from_outside_is_worth_nothing(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < SEEDS; ++k) {
        const struct simt_schedule schedule = simt_schedule_of(k);
        (void)probe_clean(NULL);
        simt_set_schedule(&schedule);
        assert_true(probe_run(PROBE_shuffle_outside, 1, 32, 0, 0));
        assert_null(simt_failure());
        for (uint32_t lane = 0; lane < 16; ++lane) {
            assert_int_not_equal(probe_memory.out[lane], 0x02020202u * (16 + lane));
            assert_int_not_equal(probe_memory.out[lane], 0x02020202u * lane);
        }
        for (uint32_t lane = 16; lane < 32; ++lane)
            assert_int_equal(probe_memory.out[lane], 0x02020202u * (lane ^ 1));
    }
}

int run_conduct_cases(void)
{
    const struct CMUnitTest tests[] = {
        EXECUTOR_CASE(time_is_virtual),
        EXECUTOR_CASE(time_is_the_same_in_every_run),
        EXECUTOR_CASE(lanes_are_independent),
        EXECUTOR_CASE(a_shuffle_from_outside_is_worth_nothing),
    };
    return cmocka_run_group_tests_name("simt/executor conduct", tests, NULL, NULL);
}
