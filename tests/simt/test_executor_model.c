/* test_executor_model.c -- a memory model of one's own: it is handed every access with
 * its operation, order, scope, width, values and place, and told who has met. */
#include "executor/engine.h"
#include "test_executor.h"
#include <string.h>

enum { OPERATIONS = SIMT_FENCE + 1, ORDERS = SIMT_seq_cst + 1, SCOPES = SIMT_system + 1 };

static struct {
    uint32_t starts, all;
    uint32_t seen[OPERATIONS][ORDERS][SCOPES];
    uint32_t bytes[17];
    uint32_t meetings, of_two, of_all, misplaced;
    struct simt_access stored[3]; /* the last plain store of 4, 8, 16 bytes */
    uint32_t swaps_wrong, places_wrong;
} counted;

/* Runs on a fibre, which an assertion must not leave: so it only counts. */
static void count_start(void)
{
    ++counted.starts;
}

static struct simt_value count_access(const struct simt_access *access)
{
    const uint32_t width = access->bytes == 16 ? 2 : access->bytes / 8;
    ++counted.all;
    ++counted.seen[access->operation][access->order][access->scope];
    if (access->operation != SIMT_FENCE)
        ++counted.bytes[access->bytes];
    if (access->operation == SIMT_STORE)
        counted.stored[width] = *access;
    if (access->operation == SIMT_COMPARE_EXCHANGE)
        counted.swaps_wrong += access->expected.low != 7 || access->value.low != 8;
    counted.places_wrong +=
        !strstr(access->place.file, "probe_conduct.cuh") || access->place.line <= 0;
    return simt_sequential.access(access);
}

static void count_meeting(struct thread *const *threads, uint32_t count)
{
    const uint32_t first = threads[0]->self.thread;
    counted.misplaced += first % WARP != 0;
    for (uint32_t k = 0; k < count; ++k)
        counted.misplaced += threads[k]->self.thread != first + k;
    ++counted.meetings;
    counted.of_two += count == 2;
    counted.of_all += count == 64;
}

static const struct memory_model counting = {"counting", count_start, count_access,
                                             count_meeting};

static int install(void **state)
{
    memset(&counted, 0, sizeof counted);
    simt_memory_model = &counting;
    return probe_clean(state);
}

static int remove_it(void **state)
{
    (void)state;
    simt_memory_model = &simt_sequential;
    return 0;
}

/* Each operation in which orders: X(operation, relaxed, acquire, release, acq_rel,
 * seq_cst), calls in each scope. */
#define EXPECTED_MAP(X)                                                                  \
    X(SIMT_LOAD, 2, 1, 0, 0, 0)                                                          \
    X(SIMT_STORE, 2, 0, 1, 0, 0)                                                         \
    X(SIMT_ADD, 1, 1, 1, 1, 0)                                                           \
    X(SIMT_MIN, 1, 1, 1, 1, 0)                                                           \
    X(SIMT_MAX, 1, 1, 1, 1, 0)                                                           \
    X(SIMT_AND, 1, 1, 1, 1, 0)                                                           \
    X(SIMT_OR, 1, 1, 1, 1, 0)                                                            \
    X(SIMT_EXCHANGE, 1, 1, 1, 1, 0)                                                      \
    X(SIMT_COMPARE_EXCHANGE, 1, 1, 1, 1, 0)                                              \
    X(SIMT_FENCE, 0, 0, 0, 1, 1)

static void a_model_sees_every_access(void **state)
{
    static const uint32_t expected[OPERATIONS][ORDERS] = {
#define X(operation, ...) [operation] = {__VA_ARGS__},
        EXPECTED_MAP(X)
#undef X
    };
    uint32_t all = 0;
    (void)state;
    assert_true(probe_run(PROBE_each_order, 1, 64, 0, 0));
    for (uint32_t operation = 0; operation < OPERATIONS; ++operation)
        for (uint32_t order = 0; order < ORDERS; ++order)
            for (uint32_t scope = 0; scope < SCOPES; ++scope) {
                assert_int_equal(counted.seen[operation][order][scope],
                                 expected[operation][order]);
                all += expected[operation][order];
            }
    assert_int_equal(counted.all, all);
    assert_int_equal(counted.starts, 1);
}

static void a_model_sees_widths_and_values(void **state)
{
    (void)state;
    assert_true(probe_run(PROBE_each_order, 1, 64, 0, 0));
    assert_int_equal(counted.bytes[4], SCOPES * (4 * 4 + 2));
    assert_int_equal(counted.bytes[8], SCOPES * (3 * 4 + 2));
    assert_int_equal(counted.bytes[16], SCOPES * 2);
    assert_int_equal(counted.swaps_wrong, 0);
    assert_int_equal(counted.places_wrong, 0);
    assert_ptr_equal(counted.stored[0].address, probe_memory.out);
    assert_int_equal(counted.stored[0].value.low, 9);
    assert_ptr_equal(counted.stored[1].address, probe_memory.words);
    assert_int_equal(counted.stored[1].value.low, 10);
    assert_true(counted.stored[2].value.low == ((uint64_t)12 << 32 | 11));
    assert_true(counted.stored[2].value.high == ((uint64_t)14 << 32 | 13));
}

/* Two lanes of each of two warps, then all of the block. */
static void a_model_sees_who_meets(void **state)
{
    (void)state;
    assert_true(probe_run(PROBE_each_order, 1, 64, 0, 0));
    assert_int_equal(counted.of_two, 2);
    assert_int_equal(counted.of_all, 1);
    assert_int_equal(counted.meetings, 3);
    assert_int_equal(counted.misplaced, 0);
}

/* The model answers, not the memory: what it returns is what the kernel gets. */
static struct simt_value all_ones(const struct simt_access *access)
{
    const struct simt_value ones = {~(uint64_t)0, ~(uint64_t)0};
    (void)access;
    return ones;
}

static void a_model_decides(void **state)
{
    static const struct memory_model stubborn = {"stubborn", NULL, all_ones, NULL};
    (void)state;
    assert_false(probe_run(PROBE_endless, 1, 2, 0, 0));
    simt_memory_model = &stubborn;
    simt_clear_failure();
    assert_true(probe_run(PROBE_endless, 1, 2, 0, 0));
}

int run_model_cases(void)
{
#define CASE(body) cmocka_unit_test_setup_teardown(body, install, remove_it)
    const struct CMUnitTest tests[] = {
        CASE(a_model_sees_every_access),
        CASE(a_model_sees_widths_and_values),
        CASE(a_model_sees_who_meets),
        CASE(a_model_decides),
    };
#undef CASE
    return cmocka_run_group_tests_name("simt/executor memory model", tests, NULL, NULL);
}
