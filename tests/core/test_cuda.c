/* test_cuda.c -- the library as a guest in the caller's CUDA program: its device, its
 * pending error, its streams. Would catch an error that is swallowed, a stream that
 * overtakes another, and a lost device that is asked again and again. */
#define _POSIX_C_SOURCE 200809L

#include "core/context_impl.h"
#include "core/state_area.h"
#include "support/case.h"
#include "support/oracle.h"
#include "support/sanitizer.h"
#include <cuda_runtime_api.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MUST_CUDA(call) assert_int_equal((call), cudaSuccess)

void launch_trap(void); /* trap_kernel.cu */

static const char *program;

static void a_pending_error_and_the_device_stay(void **state)
{
    wrow_context *context = case_cuda();
    int device = -1, now = -1;
    unsigned char bits[8];
    (void)state;
    MUST_CUDA(cudaGetDevice(&device));
    assert_int_equal(cudaSetDevice(4096), cudaErrorInvalidDevice); /* pending now */
    struct input input = input_make(context, GEN_MIXED, WROW_F32, 1, 5000, 4);
    case_reduce(WROW_SUM, &input, WROW_F32, bits);
    assert_int_equal(wrow_free(context, bits), WROW_E_ARGUMENT);
    input_free(&input);
    MUST(context, wrow_context_synchronize(context));
    wrow_context_destroy(context);
    assert_int_equal(cudaGetLastError(), cudaErrorInvalidDevice);
    assert_int_equal(cudaGetLastError(), cudaSuccess);
    MUST_CUDA(cudaGetDevice(&now));
    assert_int_equal(now, device);
}

static void our_own_failures_leave_no_error_behind(void **state)
{
    wrow_context *context = case_cuda();
    void *memory = context;
    (void)state;
    MUST_REFUSE(context, WROW_E_MEMORY, "",
                wrow_alloc(context, (size_t)1 << 50, &memory));
    assert_ptr_equal(memory, context);
    assert_int_equal(cudaGetLastError(), cudaSuccess);
    wrow_context_destroy(context);
}

static void validation_refuses_host_pointers(void **state)
{
    const wrow_context_options options = {.backend = WROW_CUDA, .validate = 1};
    wrow_context *context = case_cuda();
    double host[4] = {1, 2, 3, 4}, out = 0x5a;
    (void)state;
    wrow_context_destroy(context);
    MUST(NULL, wrow_context_create(&context, &options));
    struct input input = input_make(context, GEN_MIXED, WROW_F64, 1, 100, 0);
    MUST_REFUSE(
        context, WROW_E_POINTER, "in is",
        wrow_reduce(context, WROW_SUM, host, WROW_F64, 4, input.buffer.data, WROW_F64));
    MUST_REFUSE(
        context, WROW_E_POINTER, "out is",
        wrow_reduce(context, WROW_SUM, input.buffer.data, WROW_F64, 4, &out, WROW_F64));
    assert_true(out == 0x5a);
    MUST_REFUSE(context, WROW_E_POINTER, "target is",
                wrow_fill(context, host, &out, WROW_F64, 4));
    MUST_REFUSE(context, WROW_E_POINTER, "workspace is",
                wrow_context_set_workspace(context, host, 1 << 20));
    case_check_reduce(WROW_SUM, &input, WROW_F64, "validated");
    input_free(&input);
    assert_int_equal(cudaGetLastError(), cudaSuccess);
    wrow_context_destroy(context);
}

static void a_new_stream_waits_for_the_old(void **state)
{
    const size_t count = unless_sanitized(1 << 24, 1 << 16);
    wrow_context *context = case_cuda();
    cudaStream_t streams[2];
    (void)state;
    for (int i = 0; i < 2; ++i)
        MUST_CUDA(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
    struct buffer data = buffer_make(context, count, 0, CANARY_READ);
    struct buffer out = buffer_make(context, 8, 0, CANARY_WRITE);
    for (int i = 1; i < 100; ++i) {
        const unsigned char value = (unsigned char)i;
        uint64_t sum = 0;
        MUST(context, wrow_fill(context, data.data, &value, WROW_U8, count));
        MUST(context, wrow_context_set_stream(context, streams[i % 2]));
        MUST(context, wrow_reduce(context, WROW_SUM, data.data, WROW_U8, count, out.data,
                                  WROW_U64));
        MUST(context, wrow_context_set_stream(context, streams[(i + 1) % 2]));
        buffer_get(&out, &sum);
        assert_int_equal(sum, (uint64_t)i * count);
    }
    MUST(context, wrow_context_set_stream(context, NULL));
    buffer_free(&out);
    buffer_free(&data);
    wrow_context_destroy(context);
    for (int i = 0; i < 2; ++i)
        MUST_CUDA(cudaStreamDestroy(streams[i]));
}

static void two_contexts_run_on_two_streams(void **state)
{
    enum { ROUNDS = 200 };
    const size_t count = unless_sanitized(1 << 20, 1 << 15);
    const int rounds = (int)unless_sanitized(ROUNDS, 10);
    wrow_context *contexts[2];
    cudaStream_t streams[2];
    struct input inputs[2];
    struct buffer outs[2];
    (void)state;
    wrow_context_destroy(case_cuda());
    for (int i = 0; i < 2; ++i) {
        MUST_CUDA(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
        const wrow_context_options options = {.backend = WROW_CUDA, .stream = streams[i]};
        MUST(NULL, wrow_context_create(&contexts[i], &options));
        inputs[i] = input_make(contexts[i], GEN_CANCEL, WROW_F32, (uint64_t)i, count, 4);
        outs[i] = buffer_make(contexts[i], ROUNDS * 8, 0, CANARY_WRITE);
    }
    for (int round = 0; round < rounds; ++round)
        for (int i = 0; i < 2; ++i)
            MUST(contexts[i],
                 wrow_reduce(contexts[i], WROW_SUM, inputs[i].buffer.data, WROW_F32,
                             count, (double *)outs[i].data + round, WROW_F64));
    for (int i = 0; i < 2; ++i) {
        double sums[ROUNDS], expected;
        oracle_reduce(WROW_SUM, inputs[i].host, WROW_F32, count, &expected, WROW_F64);
        buffer_get(&outs[i], sums);
        for (int round = 0; round < rounds; ++round)
            assert_same_bits("two streams", WROW_F64, &expected, &sums[round], 1);
        MUST(contexts[i], wrow_context_synchronize(contexts[i]));
        buffer_free(&outs[i]);
        input_free(&inputs[i]);
        wrow_context_destroy(contexts[i]);
        MUST_CUDA(cudaStreamDestroy(streams[i]));
    }
}

/* What overlapping replays leave: arrivals that this execution did not make. Every
 * block then finds more arrivals than blocks, none is last, and the error is told
 * once; after that the context works again. */
static void overlapping_executions_are_told(void **state)
{
    enum { COUNT = 1 << 20 };
    const wrow_grid_state overlapped = {.arrivals = 1u << 30};
    wrow_context *context = case_cuda();
    struct input input = input_make(context, GEN_CANCEL, WROW_F32, 1, COUNT, 0);
    struct buffer out = buffer_make(context, sizeof(wrow_summary), 0, CANARY_WRITE);
    (void)state;
    for (int call = 0; call < 2; ++call) {
        MUST(context, wrow_copy(context, context->workspace.state, &overlapped,
                                sizeof overlapped));
        if (call == 0)
            MUST(context, wrow_reduce(context, WROW_SUM, input.buffer.data, WROW_F32,
                                      COUNT, out.data, WROW_F32));
        else
            MUST(context, wrow_describe(context, NULL, input.buffer.data, WROW_F32, COUNT,
                                        out.data));
        MUST_REFUSE(context, WROW_E_BUSY, "overlapped",
                    wrow_context_synchronize(context));
        MUST(context, wrow_context_synchronize(context));
        case_check_reduce(WROW_SUM, &input, WROW_F32, "after an overlap");
        case_check_describe(&input, false, "after an overlap");
    }
    buffer_free(&out);
    input_free(&input);
    wrow_context_destroy(context);
}

/* In a process of its own: 0 if every call after the trap says that it is lost. */
static int lose_the_device(void)
{
    const wrow_context_options options = {.backend = WROW_CUDA};
    wrow_context *context = NULL;
    void *memory = NULL;
    if (wrow_context_create(&context, &options) != WROW_OK ||
        wrow_alloc(context, 4096, &memory) != WROW_OK)
        return 2;
    launch_trap();
    if (wrow_context_synchronize(context) != WROW_E_DEVICE)
        return 3;
    void *more = context;
    if (wrow_context_synchronize(context) != WROW_E_DEVICE ||
        wrow_context_check(context) != WROW_E_DEVICE ||
        wrow_alloc(context, 16, &more) != WROW_E_DEVICE || more != context ||
        wrow_fill(context, memory, &options, WROW_U8, 16) != WROW_E_DEVICE ||
        wrow_reduce(context, WROW_SUM, memory, WROW_F32, 16,
                    (unsigned char *)memory + 1024, WROW_F32) != WROW_E_DEVICE ||
        wrow_free(context, memory) != WROW_E_DEVICE)
        return 4;
    if (strlen(wrow_last_error(context)) < 10)
        return 5;
    wrow_context_destroy(context);
    return 0;
}

static void a_lost_device_is_told_at_once(void **state)
{
    int status = 0;
    (void)state;
    wrow_context_destroy(case_cuda());
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(60);
        execl(program, program, "lose", (char *)NULL); /* CUDA does not survive a fork */
        _exit(126);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pending_error_and_the_device_stay),
        cmocka_unit_test(our_own_failures_leave_no_error_behind),
        cmocka_unit_test(validation_refuses_host_pointers),
        cmocka_unit_test(a_new_stream_waits_for_the_old),
        cmocka_unit_test(two_contexts_run_on_two_streams),
        cmocka_unit_test(overlapping_executions_are_told),
        cmocka_unit_test(a_lost_device_is_told_at_once),
    };
    program = argv[0];
    if (argc > 1 && strcmp(argv[1], "lose") == 0)
        return lose_the_device();
    return cmocka_run_group_tests_name("core/test_cuda", tests, NULL, NULL);
}
