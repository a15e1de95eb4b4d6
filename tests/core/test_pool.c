/* test_pool.c -- would catch a task that runs twice or never, a pool that returns
 * before its tasks are done, a lost wake-up (the alarm ends the test), and a pool
 * that waits in a forked child for threads that only its parent has. */
#define _POSIX_C_SOURCE 200809L

#include "core/pool.h"
#include "support/unit.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TASKS_MAX = 5000, SECONDS_MAX = 20 };

struct marks {
    _Atomic uint32_t done[TASKS_MAX];
    uint32_t plain[TASKS_MAX]; /* written without a lock: wrow_pool_run orders it */
};

static void mark(void *argument, uint64_t index)
{
    struct marks *marks = argument;
    atomic_fetch_add_explicit(&marks->done[index], 1, memory_order_relaxed);
    marks->plain[index] += (uint32_t)index + 1;
}

/* True if `rounds` runs did every task once each. */
static bool run_marks(struct pool *pool, struct marks *marks, uint64_t tasks,
                      uint32_t rounds)
{
    memset(marks, 0, sizeof *marks);
    for (uint32_t round = 0; round < rounds; ++round)
        wrow_pool_run(pool, tasks, mark, marks);
    for (uint64_t i = 0; i < TASKS_MAX; ++i) {
        const uint32_t wanted = i < tasks ? rounds : 0;
        if (atomic_load(&marks->done[i]) != wanted ||
            marks->plain[i] != wanted * ((uint32_t)i + 1))
            return false;
    }
    return true;
}

static void every_task_runs_once(void **state)
{
    static const uint32_t threads[] = {1, 2, 3, 7, 64};
    static const uint64_t tasks[] = {0, 1, 2, 3, 7, 8, 100, TASKS_MAX};
    struct marks *marks = malloc(sizeof *marks);
    (void)state;
    assert_non_null(marks);
    for (size_t t = 0; t < COUNT_OF(threads); ++t) {
        struct pool *pool = wrow_pool_create(threads[t]);
        assert_non_null(pool);
        assert_int_equal(wrow_pool_threads(pool), threads[t]);
        for (size_t k = 0; k < COUNT_OF(tasks); ++k)
            assert_true(run_marks(pool, marks, tasks[k], 3));
        wrow_pool_destroy(pool);
    }
    free(marks);
}

static void many_short_jobs_lose_no_wakeup(void **state)
{
    struct marks *marks = malloc(sizeof *marks);
    struct pool *pool = wrow_pool_create(4);
    (void)state;
    assert_non_null(marks);
    for (int i = 0; i < 20; ++i)
        assert_true(run_marks(pool, marks, 1 + (uint64_t)i % 6, 1000));
    wrow_pool_destroy(pool);
    free(marks);
}

static void an_unused_pool_can_be_destroyed(void **state)
{
    (void)state;
    wrow_pool_destroy(NULL);
    for (uint32_t threads = 0; threads < 5; ++threads) {
        struct pool *pool = wrow_pool_create(threads);
        assert_non_null(pool);
        assert_true(wrow_pool_threads(pool) >= 1);
        wrow_pool_destroy(pool);
    }
}

static void *use_own_pool(void *argument)
{
    struct marks *marks = malloc(sizeof *marks);
    struct pool *pool = wrow_pool_create(3);
    bool *good = argument;
    *good = marks && pool;
    for (int i = 0; *good && i < 50; ++i)
        *good = run_marks(pool, marks, 40, 5);
    wrow_pool_destroy(pool);
    free(marks);
    return NULL;
}

static void pools_of_several_threads_run_side_by_side(void **state)
{
    pthread_t threads[4];
    bool good[4];
    (void)state;
    for (int i = 0; i < 4; ++i)
        assert_int_equal(pthread_create(&threads[i], NULL, use_own_pool, &good[i]), 0);
    for (int i = 0; i < 4; ++i) {
        pthread_join(threads[i], NULL);
        assert_true(good[i]);
    }
}

static void a_forked_child_starts_its_own_threads(void **state)
{
    struct marks *marks = malloc(sizeof *marks);
    struct pool *pool = wrow_pool_create(4);
    int status = 0;
    (void)state;
    assert_non_null(marks);
    assert_true(run_marks(pool, marks, 1000, 5));
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(SECONDS_MAX);
        const bool good = run_marks(pool, marks, 1000, 5);
        wrow_pool_destroy(pool);
        _exit(good ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_true(run_marks(pool, marks, 1000, 5));
    wrow_pool_destroy(pool);
    free(marks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_task_runs_once),
        cmocka_unit_test(many_short_jobs_lose_no_wakeup),
        cmocka_unit_test(an_unused_pool_can_be_destroyed),
        cmocka_unit_test(pools_of_several_threads_run_side_by_side),
        cmocka_unit_test(a_forked_child_starts_its_own_threads),
    };
    alarm(300); /* a lost wake-up is a failure, not a wait */
    return cmocka_run_group_tests_name("core/test_pool", tests, NULL, NULL);
}
