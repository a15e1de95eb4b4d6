/* test_executor.c -- the executor finds what it promises to find: each way to be wrong
 * is a kernel, and its sentence names kernel, thread, what, and the schedule that
 * repeats it. Would catch a check that never fires. */
#define _POSIX_C_SOURCE 200809L
#include "test_executor.h"
#include "fake_cuda/cuda_runtime.h"
#include "fake_cuda/fake_cuda.h"
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ANY = -1, SCHEDULES = 96 };

struct probe_memory probe_memory;

int probe_clean(void **state)
{
    (void)state;
    memset(&probe_memory, 0, sizeof probe_memory);
    simt_clear_failure();
    simt_set_step_limit(PROBE_STEPS);
    probe_schedule(SIMT_RANDOM, SIMT_ASCENDING, 4, 1);
    return 0;
}

bool probe_run(enum probe probe, unsigned blocks, unsigned threads, size_t shared_bytes,
               uint32_t rounds)
{
    const struct probe_job job = {probe_memory.out, probe_memory.words, probe_memory.log,
                                  &probe_memory.logged, rounds};
    return simt_run(probe_kernel(probe), blocks, threads, shared_bytes, &job);
}

void probe_schedule(enum simt_policy policy, enum simt_block_order order,
                    uint32_t residency, uint64_t seed)
{
    const struct simt_schedule schedule = {policy, order, residency, seed};
    simt_set_schedule(&schedule);
    simt_clear_failure();
}

static const struct misuse {
    enum probe probe;
    const char *name;
    unsigned blocks, threads;
    size_t shared_bytes;
    int thread;
    const char *told, *or_told;
} misuses[] = {
#define X(name, ...) {PROBE_##name, #name, __VA_ARGS__},
    PROBE_MISUSE_MAP(X)
#undef X
};

static bool contains(const char *text, const char *part)
{
    return part && strstr(text, part);
}

static void must_contain(const char *text, const char *part)
{
    if (!contains(text, part))
        fail_msg("\"%s\" does not contain \"%s\"", text, part);
}

/* The sentence of a failure begins with the kernel, has the place of the last word,
 * and ends with the schedule. */
static void check_sentence(const struct misuse *m, const struct simt_schedule *schedule)
{
    const char *const told = simt_failure();
    char text[SIMT_SCHEDULE_TEXT], part[128];
    assert_non_null(told);
    (void)snprintf(part, sizeof part, "%s: block ", m->name);
    assert_true(strncmp(told, part, strlen(part)) == 0);
    simt_schedule_text(schedule, &text);
    (void)snprintf(part, sizeof part, "; --replay %s", text);
    assert_true(strlen(told) > strlen(part));
    assert_string_equal(told + strlen(told) - strlen(part), part);
    must_contain(told, ", step ");
    if (!contains(told, m->told) && !contains(told, m->or_told))
        fail_msg("%s", told);
}

static void run_misuse(const struct misuse *m, const struct simt_schedule *schedule)
{
    (void)probe_clean(NULL);
    simt_set_schedule(schedule);
    if (probe_run(m->probe, m->blocks, m->threads, m->shared_bytes, 1))
        fail_msg("%s was not found under schedule %d", m->name, (int)schedule->seed);
    check_sentence(m, schedule);
}

static void misuse_is_told(void **state)
{
    const struct misuse *const m = *state;
    const struct simt_schedule in_turn = {SIMT_ROUND_ROBIN, SIMT_ASCENDING, 1, 5};
    char part[64];
    run_misuse(m, &in_turn);
    must_contain(simt_failure(), m->told);
    (void)snprintf(part, sizeof part, ", thread %d, ", m->thread);
    if (m->thread != ANY)
        must_contain(simt_failure(), part);
    for (uint64_t k = 0; k < SCHEDULES; ++k) {
        const struct simt_schedule schedule = simt_schedule_of(k);
        run_misuse(m, &schedule);
    }
}

static void a_deadlock_is_told_with_its_places(void **state)
{
    (void)state;
    assert_false(probe_run(PROBE_masks_that_never_meet, 1, 3, 0, 0));
    must_contain(simt_failure(), "nobody can go on: thread 0 of block 0 waits for its ");
    must_contain(simt_failure(), ", thread 1 of block 0 waits for its warp at ");
    must_contain(strstr(simt_failure(), "thread 1 of"), "probe_misuse.cuh:");
    assert_false(contains(simt_failure(), "thread 2 of")); /* where 1 is */
}

static void the_first_failure_stays(void **state)
{
    (void)state;
    assert_null(simt_failure());
    assert_false(probe_run(PROBE_unwritten_scalar, 1, 1, 0, 0));
    assert_false(probe_run(PROBE_misaligned_word, 1, 1, 0, 0));
    must_contain(simt_failure(), "unwritten_scalar: ");
    assert_true(probe_run(PROBE_trace, 2, 4, 0, 3)); /* as if nothing had been */
    simt_clear_failure();
    assert_null(simt_failure());
}

static void a_launch_of_the_runtime_fails(void **state)
{
    const struct probe_job job = {probe_memory.out, probe_memory.words, probe_memory.log,
                                  &probe_memory.logged, 0};
    void *arguments[] = {(void *)(uintptr_t)&job};
    const dim3 one = {1, 1, 1};
    (void)state;
    fake_cuda_reset();
    const cudaError_t launched = cudaLaunchKernel(probe_kernel(PROBE_unwritten_scalar),
                                                  one, one, arguments, 0, NULL);
    const cudaError_t ended = cudaDeviceSynchronize();
    assert_true(launched == cudaSuccess || launched == cudaErrorLaunchFailure);
    assert_int_equal(ended, cudaErrorLaunchFailure);
    must_contain(simt_failure(), "unwritten_scalar: block 0 of 1, thread 0, ");
    fake_cuda_reset();
}

/* What the program says and how it ends when the probe's child runs it. */
static int run_in_child(uint32_t element, char *said, size_t most)
{
    int ends[2], status;
    size_t length = 0;
    ssize_t came;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)dup2(ends[1], STDERR_FILENO);
        _exit(probe_run(PROBE_overrun, 1, 1, 0, element) ? 0 : 99);
    }
    (void)close(ends[1]);
    while (length + 1 < most &&
           (came = read(ends[0], said + length, most - 1 - length)) > 0)
        length += (size_t)came;
    said[length] = '\0';
    (void)close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void an_overrun_of_shared_memory_is_told(void **state)
{
    char said[4096];
    (void)state;
    assert_int_equal(run_in_child(31, said, sizeof said), 0);
    const int status = run_in_child(32, said, sizeof said);
    assert_true(WIFSIGNALED(status) || (WIFEXITED(status) && WEXITSTATUS(status) != 0));
    must_contain(said, "AddressSanitizer: use-after-poison");
    must_contain(said, "probe_conduct.cuh");
}

int main(void)
{
    struct CMUnitTest told[COUNT_OF(misuses)];
    const struct CMUnitTest rest[] = {
        EXECUTOR_CASE(a_deadlock_is_told_with_its_places),
        EXECUTOR_CASE(the_first_failure_stays),
        EXECUTOR_CASE(a_launch_of_the_runtime_fails),
        EXECUTOR_CASE(an_overrun_of_shared_memory_is_told),
    };
    for (size_t k = 0; k < COUNT_OF(misuses); ++k)
        told[k] = (struct CMUnitTest){misuses[k].name, misuse_is_told, NULL, NULL,
                                      (void *)(uintptr_t)&misuses[k]};
    int failed = cmocka_run_group_tests_name("simt/executor misuse", told, NULL, NULL);
    failed += cmocka_run_group_tests_name("simt/executor told", rest, NULL, NULL);
    failed += run_schedule_cases();
    failed += run_policy_cases();
    failed += run_conduct_cases();
    failed += run_copy_cases();
    failed += run_model_cases();
    return failed != 0;
}
