/* test_words.c -- every word of the device layer, called on the device and compared
 * there with what it promises: on a GPU, and once more on the executor of tests/simt,
 * whose words must be worth the same. Would catch a wrong operand, width, mask, order of
 * arguments or rounding; that the order and scope are the promised ones, golden_ptx.py
 * shows. */
#include "device/words_check.h"
#include "support/case.h"
#include <cuda_runtime_api.h>
#include <string.h>

#define MUST_CUDA(call) assert_int_equal((call), cudaSuccess)

typedef int words_launch(const struct words_argument *argument);

#define DECLARE(name, launches, checks) words_launch words_##name;
WORDS_CASES(DECLARE)
words_launch words_wrong;

/* Runs a case and returns its record; skips where there is no such device. */
static struct words_record run(words_launch *launch, uint32_t launches)
{
    struct words_record record;
    struct words_argument argument = {.launch = 0};
    wrow_context_destroy(case_cuda());
    MUST_CUDA(cudaMalloc((void **)&argument.record, sizeof record));
    MUST_CUDA(cudaMalloc((void **)&argument.memory, WORDS_MEMORY * sizeof(uint64_t)));
    MUST_CUDA(cudaMalloc((void **)&argument.grid, sizeof(wrow_grid_state)));
    MUST_CUDA(cudaMemset(argument.record, 0, sizeof record));
    MUST_CUDA(cudaMemset(argument.memory, 0, WORDS_MEMORY * sizeof(uint64_t)));
    MUST_CUDA(cudaMemset(argument.grid, 0, sizeof(wrow_grid_state)));
    int error = cudaSuccess;
    while (error == cudaSuccess && argument.launch < launches) {
        ++argument.launch;
        error = launch(&argument);
    }
    if (error == WORDS_UNSUPPORTED) {
        print_message("this build or device has no such words\n");
        skip();
    }
    MUST_CUDA(error);
    MUST_CUDA(cudaDeviceSynchronize());
    MUST_CUDA(
        cudaMemcpy(&record, argument.record, sizeof record, cudaMemcpyDeviceToHost));
    MUST_CUDA(cudaFree(argument.grid));
    MUST_CUDA(cudaFree(argument.memory));
    MUST_CUDA(cudaFree(argument.record));
    return record;
}

static void check_once(words_launch *launch, uint32_t launches, uint32_t checks)
{
    const struct words_record record = run(launch, launches);
    if (record.failures > 0)
        fail_msg("%u of %u checks failed; first: %s is %#llx, not %#llx (block %u, "
                 "thread %u)",
                 record.failures, record.checks, record.what,
                 (unsigned long long)record.actual, (unsigned long long)record.expected,
                 record.block, record.thread);
    assert_int_equal(record.checks, checks);
}

static void check(words_launch *launch, uint32_t launches, uint32_t checks)
{
    for (uint32_t turn = 0; words_turn(turn); ++turn)
        check_once(launch, launches, checks);
}

#define CASE(name, launches, checks)                                                     \
    static void name(void **state)                                                       \
    {                                                                                    \
        (void)state;                                                                     \
        check(words_##name, launches, checks);                                           \
    }
WORDS_CASES(CASE)

static void a_wrong_word_is_told(void **state)
{
    (void)state;
    const struct words_record record = run(words_wrong, 1);
    assert_int_equal(record.checks, 33);
    assert_int_equal(record.failures, 1);
    assert_int_equal(record.thread, 7);
    assert_int_equal(record.actual, 3);
    assert_int_equal(record.expected, 4);
    assert_string_equal(record.what, "wrow_popcount(7)");
}

int main(void)
{
#define ROW(name, launches, checks) cmocka_unit_test(name),
    const struct CMUnitTest tests[] = {WORDS_CASES(ROW)
                                           cmocka_unit_test(a_wrong_word_is_told)};
    return cmocka_run_group_tests_name("device/test_words", tests, NULL, NULL);
}
