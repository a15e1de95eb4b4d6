/* test_executor_copies.c -- bulk copies come late, in any order, and read their source
 * late. */
#include "test_executor.h"
#include <string.h>

enum { SEEDS = 200, VECTORS = 4 };

static void run_seed(enum probe probe, uint64_t seed)
{
    const struct simt_schedule schedule = simt_schedule_of(seed);
    (void)probe_clean(NULL);
    for (uint32_t k = 0; k < PROBE_WORDS; ++k)
        probe_memory.words[k] = (uint64_t)~k << 32 | k;
    simt_set_schedule(&schedule);
    assert_true(probe_run(probe, 1, 1, 0, 0));
}

static void a_load_is_there_when_its_phase_has_passed(void **state)
{
    uint32_t late = 0;
    (void)state;
    for (uint64_t k = 0; k < SEEDS; ++k) {
        run_seed(PROBE_one_load, k);
        assert_memory_equal(probe_memory.out, probe_memory.words, 16 * VECTORS);
        late += probe_memory.out[PROBE_WORDS - 1] > 3;
    }
    assert_true(late > SEEDS / 20);
}

static void loads_come_in_any_order(void **state)
{
    uint32_t came_first[4] = {0};
    (void)state;
    for (uint64_t k = 0; k < SEEDS; ++k) {
        run_seed(PROBE_two_loads, k);
        assert_in_range(probe_memory.out[0], 1, 3);
        ++came_first[probe_memory.out[0]];
    }
    assert_true(came_first[1] > SEEDS / 20);
    assert_true(came_first[2] > SEEDS / 20);
}

/* How many of the stored words are the source's first, and how many its second. */
static void stored(uint32_t (*seen)[2])
{
    uint32_t words[4 * VECTORS];
    memcpy(words, probe_memory.words, sizeof words);
    (*seen)[0] = (*seen)[1] = 0;
    for (uint32_t k = 0; k < 4 * VECTORS; ++k) {
        assert_in_range(words[k], 1, 2);
        ++(*seen)[words[k] - 1];
    }
}

static void a_store_reads_late(void **state)
{
    uint32_t first = 0, second = 0, torn = 0;
    (void)state;
    for (uint64_t k = 0; k < SEEDS; ++k) {
        uint32_t seen[2];
        run_seed(PROBE_patient_source, k);
        stored(&seen);
        assert_int_equal(seen[0], 4 * VECTORS);
        run_seed(PROBE_hasty_source, k);
        stored(&seen);
        first += seen[1] == 0;
        second += seen[0] == 0;
        torn += seen[0] > 0 && seen[1] > 0;
    }
    assert_true(first > 0);
    assert_true(second > 0);
    assert_true(torn > 0);
}

static void a_store_is_done_when_the_kernel_is(void **state)
{
    uint32_t words[4 * VECTORS], early = 0;
    (void)state;
    for (uint64_t k = 0; k < SEEDS; ++k) {
        run_seed(PROBE_store_read_only, k);
        memcpy(words, probe_memory.words, sizeof words);
        for (uint32_t w = 0; w < 4 * VECTORS; ++w)
            assert_int_equal(words[w], 3);
        early += probe_memory.out[0] != 3;
    }
    assert_true(early > 0); /* read is not yet done */
}

int run_copy_cases(void)
{
    const struct CMUnitTest tests[] = {
        EXECUTOR_CASE(a_load_is_there_when_its_phase_has_passed),
        EXECUTOR_CASE(loads_come_in_any_order),
        EXECUTOR_CASE(a_store_reads_late),
        EXECUTOR_CASE(a_store_is_done_when_the_kernel_is),
    };
    return cmocka_run_group_tests_name("simt/executor copies", tests, NULL, NULL);
}
