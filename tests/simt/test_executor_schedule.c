/* test_executor_schedule.c -- a schedule is its own record: as text, and as what a
 * kernel does under it. */
#include "test_executor.h"
#include <string.h>

/* ------------------------------------------------------------------------- texts */
static void a_text_comes_back(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < 1000; ++k) {
        struct simt_schedule there = simt_schedule_of(k), back;
        char text[SIMT_SCHEDULE_TEXT], again[SIMT_SCHEDULE_TEXT];
        there.seed = k % 2 ? ~k : k * 0x9e3779b97f4a7c15u;
        simt_schedule_text(&there, &text);
        assert_true(simt_schedule_parse(text, &back));
        assert_int_equal(back.policy, there.policy);
        assert_int_equal(back.order, there.order);
        assert_int_equal(back.residency, there.residency);
        assert_true(back.seed == there.seed);
        simt_schedule_text(&back, &again);
        assert_string_equal(again, text);
    }
}

static void a_sweep_visits_every_kind(void **state)
{
    bool seen[SIMT_POLICIES][SIMT_BLOCK_ORDERS][5] = {{{false}}};
    (void)state;
    for (uint64_t k = 0; k < SIMT_POLICIES * SIMT_BLOCK_ORDERS * 4; ++k) {
        const struct simt_schedule s = simt_schedule_of(k);
        assert_in_range(s.residency, 1, 4);
        assert_false(seen[s.policy][s.order][s.residency]);
        seen[s.policy][s.order][s.residency] = true;
    }
}

static void other_texts_are_refused(void **state)
{
    static const char *const wrong[] = {
        "",
        "random",
        "random:",
        "random:ascending",
        "random:ascending:",
        "random:ascending:1",
        "random:ascending:1:",
        "random:ascending:0:1",
        "random:ascending:-1:5",
        "random:ascending:4294967296:1",
        "random:ascending: 1:5",
        "random:ascending:1:+5",
        "random:ascending:1:18446744073709551616",
        "random:ascending:x:1",
        "random:ascending:1:x",
        "random:ascending:1:2x",
        "random:ascending:1:2:3",
        "random:ascending:1:2 ",
        "random:ascending:1;2",
        "random:upwards:1:2",
        "ascending:random:1:2",
        "Random:ascending:1:2",
        "random-ascending:1:2",
        "randomascending:1:2",
        ":ascending:1:2",
        " random:ascending:1:2",
    };
    (void)state;
    for (size_t k = 0; k < COUNT_OF(wrong); ++k) {
        struct simt_schedule schedule;
        if (simt_schedule_parse(wrong[k], &schedule))
            fail_msg("\"%s\" was taken for a schedule", wrong[k]);
    }
}

/* ------------------------------------------------------------------------ traces */
struct trace {
    uint32_t log[PROBE_LOG], logged;
    uint64_t steps;
};

/* What a kernel does under a schedule that is given as its text. */
static void run_trace(struct trace *trace, const char *text, unsigned blocks,
                      unsigned threads, uint32_t rounds)
{
    const struct simt_kernel *const kernel = simt_find_kernel(probe_kernel(PROBE_trace));
    const uint64_t before = kernel->steps;
    struct simt_schedule schedule;
    (void)probe_clean(NULL);
    assert_true(simt_schedule_parse(text, &schedule));
    simt_set_schedule(&schedule);
    assert_true(probe_run(PROBE_trace, blocks, threads, 0, rounds));
    assert_int_equal(probe_memory.logged, blocks * threads * rounds);
    memcpy(trace->log, probe_memory.log, sizeof trace->log);
    trace->logged = probe_memory.logged;
    trace->steps = kernel->steps - before;
}

static bool same_trace(const struct trace *a, const struct trace *b)
{
    return a->logged == b->logged && a->steps == b->steps &&
           memcmp(a->log, b->log, a->logged * sizeof *a->log) == 0;
}

static void a_schedule_repeats_itself(void **state)
{
    static struct trace first, again, other;
    (void)state;
    for (uint64_t k = 0; k < SIMT_POLICIES * SIMT_BLOCK_ORDERS * 4; ++k) {
        struct simt_schedule schedule = simt_schedule_of(k);
        char text[SIMT_SCHEDULE_TEXT];
        simt_schedule_text(&schedule, &text);
        run_trace(&first, text, 5, 6, 20);
        run_trace(&again, text, 5, 6, 20);
        assert_true(same_trace(&first, &again));
        assert_int_equal(first.steps, 5 * 6 * 20);
        schedule.seed += 1000;
        simt_schedule_text(&schedule, &text);
        run_trace(&other, text, 5, 6, 20);
        if (schedule.policy != SIMT_ROUND_ROBIN)
            assert_false(same_trace(&first, &other));
    }
}

static void a_failure_repeats_itself(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < 48; ++k) {
        const struct simt_schedule schedule = simt_schedule_of(k);
        char told[2048];
        for (int turn = 0; turn < 2; ++turn) {
            (void)probe_clean(NULL);
            simt_set_schedule(&schedule);
            assert_false(probe_run(PROBE_barrier_in_two_places, 2, 8, 0, 0));
            if (turn == 0)
                strcpy(told, simt_failure());
        }
        assert_string_equal(simt_failure(), told);
    }
}

/* Of the same schedule, the second launch is another one: it draws on. */
static void launches_of_a_schedule_differ(void **state)
{
    uint32_t first[8 * 40];
    (void)state;
    assert_true(probe_run(PROBE_trace, 1, 8, 0, 40));
    memcpy(first, probe_memory.log, sizeof first);
    probe_memory.logged = 0;
    assert_true(probe_run(PROBE_trace, 1, 8, 0, 40));
    assert_memory_not_equal(first, probe_memory.log, sizeof first);
}

int run_schedule_cases(void)
{
    const struct CMUnitTest tests[] = {
        EXECUTOR_CASE(a_text_comes_back),
        EXECUTOR_CASE(a_sweep_visits_every_kind),
        EXECUTOR_CASE(other_texts_are_refused),
        EXECUTOR_CASE(a_schedule_repeats_itself),
        EXECUTOR_CASE(a_failure_repeats_itself),
        EXECUTOR_CASE(launches_of_a_schedule_differ),
    };
    return cmocka_run_group_tests_name("simt/executor schedules", tests, NULL, NULL);
}
