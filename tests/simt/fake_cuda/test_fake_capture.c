/* test_fake_capture.c -- would catch a captured call that runs, a replay that differs,
 * a lost dependency, and a call that a capture forbids and the fake allows. */
#include "fake_stub.h"
#include <pthread.h>
#include <string.h>

static cudaStream_t capturing(unsigned flags, enum cudaStreamCaptureMode mode)
{
    const cudaStream_t stream = stream_with(flags);
    MUST_CUDA(cudaStreamBeginCapture(stream, mode));
    return stream;
}

static cudaStream_t capturing_thread_local(void)
{
    return capturing(cudaStreamNonBlocking, cudaStreamCaptureModeThreadLocal);
}

static void must_be_invalid(cudaStream_t stream)
{
    cudaGraph_t graph = (cudaGraph_t)stream;
    assert_int_equal(status_of(stream), cudaStreamCaptureStatusInvalidated);
    MUST_FAIL(launch_letter('x', stream), cudaErrorStreamCaptureInvalidated);
    MUST_FAIL(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
    assert_null(graph);
    assert_int_equal(status_of(stream), cudaStreamCaptureStatusNone);
}

static void a_capture_replays_in_order(void **state)
{
    const cudaStream_t stream = capturing_thread_local();
    cudaGraph_t graph;
    cudaGraphExec_t replay;
    void *memory;
    unsigned char back[2];
    (void)state;
    assert_int_equal(status_of(stream), cudaStreamCaptureStatusActive);
    enum cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    MUST_CUDA(cudaThreadExchangeStreamCaptureMode(&mode));
    assert_int_equal(mode, cudaStreamCaptureModeGlobal);
    MUST_CUDA(cudaMalloc(&memory, 2));
    MUST_CUDA(cudaThreadExchangeStreamCaptureMode(&mode));
    assert_int_equal(mode, cudaStreamCaptureModeRelaxed);
    MUST_CUDA(cudaMemsetAsync(memory, 5, 2, stream));
    MUST_CUDA(launch_store(memory, 1, 9, stream));
    MUST_CUDA(launch_letter('a', stream));
    MUST_CUDA(launch_letter('b', stream));
    MUST_CUDA(cudaStreamEndCapture(stream, &graph));
    assert_int_equal(fake_cuda_pending(), 0);
    MUST_CUDA(cudaGraphInstantiate(&replay, graph, 0));
    MUST_CUDA(cudaGraphDestroy(graph)); /* the instance has its own */
    MUST_CUDA(cudaGraphUpload(replay, stream));
    MUST_CUDA(cudaGraphLaunch(replay, stream));
    MUST_CUDA(cudaGraphLaunch(replay, stream));
    assert_string_equal(stub_log, "");
    MUST_CUDA(cudaGraphExecDestroy(replay)); /* takes effect once it has run */
    MUST_CUDA(cudaMemcpyAsync(back, memory, 2, cudaMemcpyDefault, stream));
    assert_int_equal(back[0], 5);
    assert_int_equal(back[1], 9);
    assert_string_equal(stub_log, "abab");
    MUST_FAIL(cudaGraphLaunch(replay, stream), cudaErrorInvalidValue);
    MUST_FAIL(cudaGraphDestroy(graph), cudaErrorInvalidValue);
}

/* a, then b beside c, then d; returns the graph. */
static cudaGraph_t diamond(cudaStream_t one, cudaStream_t two)
{
    cudaGraph_t graph = NULL;
    cudaEvent_t fork, join;
    MUST_CUDA(cudaEventCreate(&fork));
    MUST_CUDA(cudaEventCreate(&join));
    MUST_CUDA(launch_letter('a', one));
    MUST_CUDA(cudaEventRecord(fork, one));
    MUST_CUDA(cudaStreamWaitEvent(two, fork, 0));
    assert_int_equal(status_of(two), cudaStreamCaptureStatusActive);
    MUST_CUDA(launch_letter('b', one));
    MUST_CUDA(launch_letter('c', two));
    MUST_CUDA(cudaEventRecord(join, two));
    MUST_CUDA(cudaStreamWaitEvent(one, join, 0));
    MUST_CUDA(launch_letter('d', one));
    MUST_CUDA(cudaStreamEndCapture(one, &graph));
    assert_int_equal(status_of(two), cudaStreamCaptureStatusNone);
    MUST_FAIL(cudaStreamWaitEvent(two, join, 0), cudaErrorCapturedEvent);
    return graph;
}

static void branches_keep_only_their_dependencies(void **state)
{
    const cudaStream_t one = capturing_thread_local();
    const cudaStream_t two = stream_with(cudaStreamNonBlocking);
    cudaGraphExec_t replay;
    size_t seen[2] = {0, 0};
    (void)state;
    MUST_CUDA(cudaGraphInstantiateWithFlags(&replay, diamond(one, two), 0));
    for (int k = 0; k < 50; ++k) {
        memset(stub_log, 0, sizeof stub_log);
        MUST_CUDA(cudaGraphLaunch(replay, one));
        MUST_CUDA(cudaStreamSynchronize(one));
        const bool straight = strcmp(stub_log, "abcd") == 0;
        assert_true(straight || strcmp(stub_log, "acbd") == 0);
        ++seen[straight];
    }
    assert_true(seen[0] > 0 && seen[1] > 0);
    MUST_CUDA(cudaStreamBeginCapture(one, cudaStreamCaptureModeThreadLocal));
    cudaGraph_t outer;
    MUST_CUDA(cudaGraphLaunch(replay, one)); /* a node that is a graph */
    MUST_CUDA(launch_letter('e', one));
    MUST_CUDA(cudaStreamEndCapture(one, &outer));
    MUST_CUDA(cudaGraphInstantiate(&replay, outer, 0));
    for (int k = 0; k < 20; ++k) {
        memset(stub_log, 0, sizeof stub_log);
        MUST_CUDA(cudaGraphLaunch(replay, two));
        MUST_CUDA(cudaGraphLaunch(replay, one)); /* never beside itself */
        MUST_CUDA(cudaDeviceSynchronize());
        assert_int_equal(strlen(stub_log), 10);
        assert_int_equal(stub_log[4], 'e');
    }
}

static void forks_must_be_joined_to_the_right_stream(void **state)
{
    const cudaStream_t one = capturing_thread_local(), other = capturing_thread_local();
    const cudaStream_t two = stream_with(cudaStreamNonBlocking);
    cudaGraph_t graph;
    cudaEvent_t event;
    (void)state;
    MUST_CUDA(cudaEventCreate(&event));
    MUST_CUDA(cudaEventRecord(event, one));
    MUST_CUDA(cudaStreamWaitEvent(two, event, 0));
    MUST_CUDA(launch_letter('x', two));
    MUST_FAIL(cudaStreamEndCapture(one, &graph), cudaErrorStreamCaptureUnjoined);
    MUST_CUDA(cudaStreamBeginCapture(one, cudaStreamCaptureModeThreadLocal));
    MUST_CUDA(cudaEventRecord(event, one));
    MUST_FAIL(cudaStreamWaitEvent(other, event, 0), cudaErrorStreamCaptureMerge);
    must_be_invalid(one);
    must_be_invalid(other);
    MUST_CUDA(cudaStreamBeginCapture(one, cudaStreamCaptureModeThreadLocal));
    MUST_CUDA(cudaEventRecord(event, one));
    MUST_CUDA(cudaStreamWaitEvent(two, event, 0));
    MUST_FAIL(cudaStreamEndCapture(two, &graph), cudaErrorStreamCaptureUnmatched);
    must_be_invalid(one);
}

static void captured_things_cannot_be_waited_for(void **state)
{
    const cudaStream_t busy = stream_with(cudaStreamNonBlocking);
    cudaEvent_t event, outside;
    cudaGraph_t graph;
    (void)state;
    MUST_CUDA(cudaEventCreate(&event));
    MUST_CUDA(cudaEventCreate(&outside));
    MUST_CUDA(cudaEventRecord(outside, busy));
#define INVALIDATES(problem, call)                                                       \
    do {                                                                                 \
        const cudaStream_t stream = capturing_thread_local();                            \
        MUST_CUDA(cudaEventRecord(event, stream));                                       \
        MUST_FAIL(call, problem);                                                        \
        must_be_invalid(stream);                                                         \
    } while (0)
    INVALIDATES(cudaErrorStreamCaptureUnsupported, cudaStreamSynchronize(stream));
    INVALIDATES(cudaErrorStreamCaptureUnsupported, cudaStreamQuery(stream));
    INVALIDATES(cudaErrorStreamCaptureUnsupported, cudaDeviceSynchronize());
    INVALIDATES(cudaErrorCapturedEvent, cudaEventSynchronize(event));
    INVALIDATES(cudaErrorCapturedEvent, cudaEventQuery(event));
    INVALIDATES(cudaErrorStreamCaptureUnsupported, cudaEventQuery(outside));
    INVALIDATES(cudaErrorStreamCaptureIsolation, cudaStreamWaitEvent(stream, outside, 0));
#undef INVALIDATES
    MUST_FAIL(cudaStreamEndCapture(busy, &graph), cudaErrorIllegalState);
    MUST_FAIL(cudaStreamBeginCapture(NULL, cudaStreamCaptureModeRelaxed),
              cudaErrorStreamCaptureUnsupported);
}

static void the_legacy_stream_is_refused_beside_a_blocking_capture(void **state)
{
    const cudaStream_t independent = capturing_thread_local();
    enum cudaStreamCaptureStatus status;
    (void)state;
    MUST_CUDA(launch_letter('a', NULL)); /* orders with blocking streams only */
    const cudaStream_t blocking =
        capturing(cudaStreamDefault, cudaStreamCaptureModeRelaxed);
    MUST_FAIL(cudaStreamIsCapturing(NULL, &status), cudaErrorStreamCaptureImplicit);
    assert_int_equal(status_of(blocking), cudaStreamCaptureStatusActive);
    MUST_FAIL(launch_letter('b', NULL), cudaErrorStreamCaptureImplicit);
    must_be_invalid(blocking);
    assert_int_equal(status_of(independent), cudaStreamCaptureStatusActive);
}

struct elsewhere {
    cudaStream_t stream;
    cudaError_t local, allocated, ended; /* local: in that mode */
};

static void *allocate_elsewhere(void *argument)
{
    struct elsewhere *const e = argument;
    void *memory;
    cudaGraph_t graph;
    enum cudaStreamCaptureMode mode = cudaStreamCaptureModeThreadLocal;
    (void)cudaThreadExchangeStreamCaptureMode(&mode);
    e->local = cudaMalloc(&memory, 16);
    (void)cudaThreadExchangeStreamCaptureMode(&mode);
    e->allocated = cudaMalloc(&memory, 16);
    e->ended = cudaStreamEndCapture(e->stream, &graph);
    return NULL;
}

/* In each mode: what an allocation gives in this thread, and in another. */
static void allocations_depend_on_the_mode(void **state)
{
    static const cudaError_t no = cudaErrorStreamCaptureUnsupported;
    const cudaError_t expected[][3] = {
        {no, no, cudaErrorStreamCaptureWrongThread},
        {no, cudaSuccess, cudaErrorStreamCaptureWrongThread},
        {cudaSuccess, cudaSuccess, cudaSuccess},
    };
    void *memory;
    (void)state;
    for (int mode = 0; mode < 3; ++mode) {
        (void)capturing(cudaStreamNonBlocking, (enum cudaStreamCaptureMode)mode);
        MUST_FAIL(cudaMalloc(&memory, 16), expected[mode][0]);
        (void)stub_reset(NULL);
        struct elsewhere e = {
            .stream = capturing(cudaStreamNonBlocking, (enum cudaStreamCaptureMode)mode)};
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, allocate_elsewhere, &e), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_int_equal(e.local, cudaSuccess);
        assert_int_equal(e.allocated, expected[mode][1]);
        assert_int_equal(e.ended, expected[mode][2]);
        (void)stub_reset(NULL);
    }
}

int run_capture_cases(void)
{
#define CASE(body) cmocka_unit_test_setup(body, stub_reset)
    const struct CMUnitTest tests[] = {
        CASE(a_capture_replays_in_order),
        CASE(branches_keep_only_their_dependencies),
        CASE(forks_must_be_joined_to_the_right_stream),
        CASE(captured_things_cannot_be_waited_for),
        CASE(the_legacy_stream_is_refused_beside_a_blocking_capture),
        CASE(allocations_depend_on_the_mode),
    };
#undef CASE
    return cmocka_run_group_tests_name("simt/fake_cuda/capture", tests, NULL, NULL);
}
