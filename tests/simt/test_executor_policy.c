/* test_executor_policy.c -- the policies differ as they say, and blocks start in the
 * order and number that a schedule names. */
#include "test_executor.h"
#include <string.h>

enum { SEEDS = 20 };

/* --------------------------------------------------------------------- policies */
struct manner {
    uint32_t longest; /* run of one thread */
    uint32_t changes; /* from one thread to another */
    uint32_t least;   /* steps of the slowest when the fastest ended */
};
enum { THREADS = 8, TURNS = 300 };

static struct manner manner_of(enum simt_policy policy, uint64_t seed)
{
    struct manner manner = {0, 0, TURNS};
    uint32_t turns[THREADS] = {0}, run = 0, last = THREADS;
    bool over = false;
    (void)probe_clean(NULL);
    probe_schedule(policy, SIMT_ASCENDING, 1, seed);
    assert_true(probe_run(PROBE_trace, 1, THREADS, 0, TURNS));
    for (uint32_t k = 0; k < probe_memory.logged && !over; ++k) {
        const uint32_t thread = probe_memory.log[k];
        manner.changes += thread != last;
        run = thread == last ? run + 1 : 1;
        manner.longest = run > manner.longest ? run : manner.longest;
        last = thread;
        over = ++turns[thread] == TURNS;
    }
    for (uint32_t t = 0; t < THREADS; ++t)
        manner.least = turns[t] < manner.least ? turns[t] : manner.least;
    return manner;
}

static void policies_differ_as_they_say(void **state)
{
    uint32_t starved = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed) {
        const struct manner random = manner_of(SIMT_RANDOM, seed);
        assert_in_range(random.longest, 2, 20);
        assert_true(random.least > TURNS / 3);
        const struct manner in_turn = manner_of(SIMT_ROUND_ROBIN, seed);
        assert_int_equal(in_turn.longest, 1);
        assert_int_equal(in_turn.least, TURNS - 1);
        const struct manner ranked = manner_of(SIMT_PRIORITIES, seed);
        assert_true(ranked.longest > 20);
        assert_true(ranked.changes < random.changes / 8);
        starved += manner_of(SIMT_STARVE_ONE, seed).least < TURNS / 6;
    }
    assert_true(starved > SEEDS / 2); /* the copies' turn may be the one, too */
}

/* ----------------------------------------------------------------------- blocks */
enum { BLOCKS = 12 };

/* The order in which blocks start, one at a time; each must end before the next. */
static void order_of(enum simt_block_order order, uint64_t seed, uint32_t *blocks)
{
    (void)probe_clean(NULL);
    probe_schedule(SIMT_RANDOM, order, 1, seed);
    assert_true(probe_run(PROBE_block_log, BLOCKS, 1, 0, 5));
    for (uint32_t k = 0; k < BLOCKS; ++k) {
        blocks[k] = probe_memory.log[2 * k] / 2;
        assert_int_equal(probe_memory.log[2 * k], 2 * blocks[k]);
        assert_int_equal(probe_memory.log[2 * k + 1], 2 * blocks[k] + 1);
    }
}

static void blocks_start_in_the_order_named(void **state)
{
    uint32_t up[BLOCKS], down[BLOCKS], any[BLOCKS], before[BLOCKS] = {0};
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; ++seed) {
        uint32_t seen = 0;
        order_of(SIMT_ASCENDING, seed, up);
        order_of(SIMT_REVERSED, seed, down);
        order_of(SIMT_SHUFFLED, seed, any);
        for (uint32_t k = 0; k < BLOCKS; ++k) {
            assert_int_equal(up[k], k);
            assert_int_equal(down[k], BLOCKS - 1 - k);
            seen |= 1u << any[k];
        }
        assert_int_equal(seen, (1u << BLOCKS) - 1);
        assert_memory_not_equal(any, up, sizeof any);
        assert_memory_not_equal(any, before, sizeof any);
        memcpy(before, any, sizeof any);
    }
}

static void no_more_blocks_than_may_be_resident(void **state)
{
    (void)state;
    for (uint32_t most = 1; most <= 6; ++most) {
        uint32_t inside = 0, peak = 0;
        (void)probe_clean(NULL);
        probe_schedule(SIMT_RANDOM, SIMT_SHUFFLED, most, most);
        assert_true(probe_run(PROBE_block_log, BLOCKS, 1, 0, 30));
        assert_int_equal(probe_memory.logged, 2 * BLOCKS);
        for (uint32_t k = 0; k < 2 * BLOCKS; ++k) {
            inside += probe_memory.log[k] % 2 == 0 ? 1u : ~0u;
            peak = inside > peak ? inside : peak;
        }
        assert_int_equal(inside, 0);
        assert_int_equal(peak, most);
    }
}

int run_policy_cases(void)
{
    const struct CMUnitTest tests[] = {
        EXECUTOR_CASE(policies_differ_as_they_say),
        EXECUTOR_CASE(blocks_start_in_the_order_named),
        EXECUTOR_CASE(no_more_blocks_than_may_be_resident),
    };
    return cmocka_run_group_tests_name("simt/executor policies", tests, NULL, NULL);
}
