/* test_fork.c -- a CPU context whose threads run, then fork(): the child has the
 * memory but not the threads. Would catch a child that waits for them for ever,
 * on the inherited context or on a new one, and a result that differs there. */
#define _POSIX_C_SOURCE 200809L

#include "support/case.h"
#include "support/oracle.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COUNT = 1 << 20, SECONDS_MAX = 20 };

static float *in;
static double expected;

static int make_input(void **state)
{
    (void)state;
    in = malloc(COUNT * sizeof *in);
    if (in == NULL)
        return -1;
    gen_elements(GEN_CANCEL, WROW_F32, 9, COUNT, in);
    oracle_reduce(WROW_SUM, in, WROW_F32, COUNT, &expected, WROW_F64);
    return 0;
}

static int free_input(void **state)
{
    (void)state;
    free(in);
    return 0;
}

/* No cmocka in here: a child must not run the parent's failure path. */
static bool sums_right(wrow_context *context)
{
    double sum = 0;
    return wrow_reduce(context, WROW_SUM, in, WROW_F32, COUNT, &sum, WROW_F64) ==
               WROW_OK &&
           memcmp(&sum, &expected, sizeof sum) == 0;
}

static bool new_context_sums_right(void)
{
    const wrow_context_options options = {.backend = WROW_CPU, .cpu_threads = 5};
    wrow_context *context = NULL;
    const bool right = wrow_context_create(&context, &options) == WROW_OK &&
                       sums_right(context) && sums_right(context);
    wrow_context_destroy(context);
    return right;
}

/* 0 if all is well in this process and in `generations` below it. */
static int child_of(wrow_context *context, int generations)
{
    int status = 0;
    alarm(SECONDS_MAX);
    if (!sums_right(context))
        return 1;
    if (!new_context_sums_right())
        return 2;
    if (generations > 0) {
        const pid_t child = fork();
        if (child == 0)
            _exit(child_of(context, generations - 1));
        if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
            return 3;
        if (!sums_right(context))
            return 4;
    }
    wrow_context_destroy(context);
    return 0;
}

static void fork_and_wait(wrow_context *context, int generations)
{
    int status = 0;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(child_of(context, generations));
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status))
        fail_msg("the child ended with signal %d", WTERMSIG(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void a_child_uses_an_inherited_and_a_new_context(void **state)
{
    static const uint32_t threads[] = {1, 2, 7};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(threads); ++i) {
        wrow_context *context = case_cpu(threads[i]);
        fork_and_wait(context, 0); /* before any thread was started */
        assert_true(sums_right(context));
        fork_and_wait(context, 0);
        fork_and_wait(context, 2);
        assert_true(sums_right(context));
        wrow_context_destroy(context);
    }
}

static void a_child_may_only_destroy(void **state)
{
    wrow_context *context = case_cpu(4);
    int status = 0;
    (void)state;
    assert_true(sums_right(context));
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(SECONDS_MAX);
        wrow_context_destroy(context);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_true(sums_right(context));
    wrow_context_destroy(context);
}

static atomic_bool stop;

static void *keep_busy(void *argument)
{
    wrow_context *context = argument;
    bool right = true;
    while (!atomic_load(&stop))
        right = sums_right(context) && right;
    return right ? NULL : context;
}

/* The fork falls into another thread's call on another context. */
static void a_fork_amid_another_threads_work(void **state)
{
    wrow_context *idle = case_cpu(3), *busy = case_cpu(3);
    pthread_t thread;
    void *result;
    (void)state;
    assert_true(sums_right(idle));
    atomic_store(&stop, false);
    assert_int_equal(pthread_create(&thread, NULL, keep_busy, busy), 0);
    for (int i = 0; i < 20; ++i)
        fork_and_wait(idle, 0);
    atomic_store(&stop, true);
    pthread_join(thread, &result);
    assert_null(result);
    wrow_context_destroy(busy);
    wrow_context_destroy(idle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_child_uses_an_inherited_and_a_new_context),
        cmocka_unit_test(a_child_may_only_destroy),
        cmocka_unit_test(a_fork_amid_another_threads_work),
    };
    alarm(300);
    return cmocka_run_group_tests_name("core/test_fork", tests, make_input, free_input);
}
