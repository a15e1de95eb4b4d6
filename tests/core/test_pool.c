/* test_pool.c -- would catch a task that runs twice or never, a pool that returns
 * before its tasks are done, a lost wake-up (the alarm ends the test), a caller that is
 * cancelled while others work for it, and a pool that waits in a forked child for
 * threads that only its parent has, whatever number the child has. */
#define _GNU_SOURCE /* syscall */

#include "core/pool.h"
#include "support/unit.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
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

/* As in a new PID namespace, or when numbers are used again; 0: the true one. */
static pid_t pretended;

pid_t getpid(void)
{
    return pretended ? pretended : (pid_t)syscall(SYS_getpid);
}

static void a_child_may_have_its_parents_number(void **state)
{
    struct marks *marks = malloc(sizeof *marks);
    (void)state;
    assert_non_null(marks);
    pretended = getpid();
    for (int used = 0; used < 2; ++used) {
        struct pool *pool = wrow_pool_create(4);
        int status = 0;
        assert_non_null(pool);
        assert_true(run_marks(pool, marks, 1000, 5));
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            alarm(SECONDS_MAX);
            const bool good = !used || run_marks(pool, marks, 1000, 5);
            wrow_pool_destroy(pool);
            _exit(good ? 0 : 1);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        if (WIFSIGNALED(status))
            fail_msg("the child ended with signal %d", WTERMSIG(status));
        assert_int_equal(WEXITSTATUS(status), 0);
        assert_true(run_marks(pool, marks, 1000, 5));
        wrow_pool_destroy(pool);
    }
    pretended = 0;
    free(marks);
}

static struct {
    struct pool *pool;
    pthread_t caller;
    atomic_bool inside, go, returned;
} cancelled;

/* The worker stays inside its task until it is told to go; the caller has no other. */
static void hold(void *argument, uint64_t index)
{
    (void)argument, (void)index;
    if (!pthread_equal(pthread_self(), cancelled.caller))
        atomic_store(&cancelled.inside, true);
    while (!atomic_load(pthread_equal(pthread_self(), cancelled.caller)
                            ? &cancelled.inside
                            : &cancelled.go))
        sched_yield();
}

static void *run_and_be_cancelled(void *argument)
{
    cancelled.caller = pthread_self();
    wrow_pool_run(cancelled.pool, 2, hold, NULL);
    atomic_store(&cancelled.returned, true);
    pthread_testcancel();
    return argument;
}

static void a_cancelled_caller_leaves_the_pool_whole(void **state)
{
    const struct timespec a_while = {.tv_nsec = 50 * 1000 * 1000};
    struct marks *marks = malloc(sizeof *marks);
    pthread_t thread;
    void *result;
    (void)state;
    assert_non_null(marks);
    cancelled.pool = wrow_pool_create(2);
    assert_non_null(cancelled.pool);
    assert_int_equal(pthread_create(&thread, NULL, run_and_be_cancelled, marks), 0);
    while (!atomic_load(&cancelled.inside))
        sched_yield();
    nanosleep(&a_while, NULL); /* so that it waits for its worker */
    pthread_cancel(thread);
    nanosleep(&a_while, NULL);
    atomic_store(&cancelled.go, true);
    pthread_join(thread, &result);
    assert_true(atomic_load(&cancelled.returned));
    assert_true(result == PTHREAD_CANCELED); /* by the next point of its own */
    assert_true(run_marks(cancelled.pool, marks, 1000, 5));
    wrow_pool_destroy(cancelled.pool);
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
        cmocka_unit_test(a_child_may_have_its_parents_number),
        cmocka_unit_test(a_cancelled_caller_leaves_the_pool_whole),
    };
    alarm(300); /* a lost wake-up is a failure, not a wait */
    return cmocka_run_group_tests_name("core/test_pool", tests, NULL, NULL);
}
