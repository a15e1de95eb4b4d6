/* test_fake_streams.c -- would catch an operation that runs at its call, one that
 * overtakes its stream, its event or the legacy stream, and an order that never changes.
 */
#include "fake_stub.h"
#include <string.h>

static void nothing_runs_before_somebody_waits(void **state)
{
    const cudaStream_t stream = stream_with(cudaStreamNonBlocking);
    (void)state;
    MUST_CUDA(launch_letter('a', stream));
    MUST_CUDA(launch_letter('b', stream));
    assert_string_equal(stub_log, "");
    assert_int_equal(fake_cuda_pending(), 2);
    MUST_CUDA(cudaStreamSynchronize(stream));
    assert_string_equal(stub_log, "ab");
    MUST_CUDA(launch_letter('c', stream));
    MUST_CUDA(cudaDeviceSynchronize());
    MUST_CUDA(launch_letter('d', stream));
    MUST_CUDA(cudaStreamDestroy(stream));
    assert_string_equal(stub_log, "abcd");
    MUST_FAIL(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
    MUST_FAIL(cudaStreamDestroy(NULL), cudaErrorInvalidResourceHandle);
}

/* Queues three letters into each of two streams and waits for everything. */
static void two_streams(uint64_t seed, char *log)
{
    cudaStream_t streams[2];
    (void)stub_reset(NULL);
    fake_cuda_set_seed(seed);
    for (int s = 0; s < 2; ++s)
        streams[s] = stream_with(cudaStreamNonBlocking);
    for (int k = 0; k < 6; ++k)
        MUST_CUDA(launch_letter("aAbBcC"[k], streams[k % 2]));
    MUST_CUDA(cudaDeviceSynchronize());
    memcpy(log, stub_log, 7);
}

static void assert_in_order(const char *log, const char *letters)
{
    const char *at = log;
    for (; *letters; ++letters) {
        at = strchr(at, *letters);
        assert_non_null(at);
    }
}

static void the_seed_orders_independent_streams(void **state)
{
    char first[7], again[7], other[7];
    size_t different = 0;
    (void)state;
    two_streams(1, first);
    for (uint64_t seed = 1; seed <= 50; ++seed) {
        two_streams(seed, other);
        two_streams(seed, again);
        assert_string_equal(other, again);
        assert_in_order(other, "abc");
        assert_in_order(other, "ABC");
        different += strcmp(first, other) != 0;
    }
    assert_true(different > 25);
}

static void the_legacy_stream_orders_with_blocking_streams_only(void **state)
{
    bool early = false;
    (void)state;
    for (uint64_t seed = 1; seed <= 50; ++seed) {
        (void)stub_reset(NULL);
        fake_cuda_set_seed(seed);
        const cudaStream_t blocking = stream_with(cudaStreamDefault);
        const cudaStream_t independent = stream_with(cudaStreamNonBlocking);
        MUST_CUDA(launch_letter('a', blocking));
        MUST_CUDA(launch_letter('b', NULL));
        MUST_CUDA(launch_letter('c', blocking));
        MUST_CUDA(launch_letter('x', independent));
        MUST_CUDA(cudaDeviceSynchronize());
        assert_in_order(stub_log, "abc");
        early |= stub_log[0] == 'x';
    }
    assert_true(early);
}

static void a_wait_is_for_the_record_that_it_saw(void **state)
{
    bool between = false;
    (void)state;
    for (uint64_t seed = 1; seed <= 100; ++seed) {
        cudaEvent_t event;
        (void)stub_reset(NULL);
        fake_cuda_set_seed(seed);
        const cudaStream_t one = stream_with(cudaStreamNonBlocking);
        const cudaStream_t two = stream_with(cudaStreamNonBlocking);
        MUST_CUDA(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
        MUST_CUDA(cudaStreamWaitEvent(two, event, 0)); /* never recorded: no wait */
        MUST_CUDA(launch_letter('a', one));
        MUST_CUDA(cudaEventRecord(event, one));
        MUST_CUDA(cudaStreamWaitEvent(two, event, 0));
        MUST_CUDA(launch_letter('x', two));
        MUST_CUDA(launch_letter('b', one));
        MUST_CUDA(cudaEventRecord(event, one));
        MUST_CUDA(cudaEventDestroy(event)); /* what is queued keeps its record */
        MUST_CUDA(cudaStreamSynchronize(two));
        assert_in_order(stub_log, "ax");
        MUST_CUDA(cudaStreamSynchronize(one));
        assert_in_order(stub_log, "ab");
        between |= strcmp(stub_log, "axb") == 0;
    }
    assert_true(between);
}

static void questions_run_one_operation_each(void **state)
{
    const cudaStream_t stream = stream_with(cudaStreamNonBlocking);
    cudaEvent_t event;
    (void)state;
    MUST_CUDA(cudaEventCreate(&event));
    MUST_CUDA(cudaEventQuery(event)); /* never recorded */
    MUST_CUDA(launch_letter('a', stream));
    MUST_CUDA(cudaEventRecord(event, stream));
    MUST_FAIL(cudaEventQuery(event), cudaErrorNotReady);
    assert_string_equal(stub_log, "a");
    MUST_CUDA(cudaGetLastError()); /* not ready is an answer, not an error */
    MUST_FAIL(cudaStreamQuery(stream), cudaErrorNotReady);
    MUST_CUDA(cudaStreamQuery(stream));
    MUST_CUDA(cudaEventQuery(event));
}

static void events_wait_and_measure(void **state)
{
    const cudaStream_t stream = stream_with(cudaStreamNonBlocking);
    cudaEvent_t start, end, untimed;
    float milliseconds = -1;
    (void)state;
    MUST_CUDA(cudaEventCreate(&start));
    MUST_CUDA(cudaEventCreate(&end));
    MUST_CUDA(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    MUST_FAIL(cudaEventElapsedTime(&milliseconds, start, end),
              cudaErrorInvalidResourceHandle);
    MUST_CUDA(cudaEventRecord(start, stream));
    MUST_CUDA(launch_letter('a', stream));
    MUST_CUDA(cudaEventRecord(end, stream));
    MUST_CUDA(launch_letter('b', stream));
    MUST_CUDA(cudaEventRecord(untimed, stream));
    MUST_FAIL(cudaEventElapsedTime(&milliseconds, start, end), cudaErrorNotReady);
    MUST_CUDA(cudaEventSynchronize(end));
    assert_string_equal(stub_log, "a"); /* no further than it had to */
    MUST_CUDA(cudaEventElapsedTime(&milliseconds, start, end));
    assert_true(milliseconds > 0.0015f && milliseconds < 0.0025f);
    MUST_FAIL(cudaEventElapsedTime(&milliseconds, start, untimed),
              cudaErrorInvalidResourceHandle);
    MUST_CUDA(cudaEventDestroy(end));
    MUST_FAIL(cudaEventSynchronize(end), cudaErrorInvalidResourceHandle);
}

static void copies_of_pinned_memory_are_late(void **state)
{
    const cudaStream_t stream = stream_with(cudaStreamNonBlocking);
    unsigned char *pinned;
    void *memory, *host;
    (void)state;
    MUST_CUDA(cudaMalloc(&memory, 16));
    MUST_CUDA(cudaMallocHost(&host, 16));
    pinned = host;
    memset(pinned, 1, 16);
    MUST_CUDA(cudaMemcpyAsync(memory, pinned, 16, cudaMemcpyHostToDevice, stream));
    memset(pinned, 2, 16); /* too early: this is what will be copied */
    MUST_CUDA(cudaStreamSynchronize(stream));
    assert_int_equal(*(unsigned char *)memory, 2);
    MUST_CUDA(cudaMemsetAsync(memory, 3, 16, stream));
    MUST_CUDA(cudaMemcpyAsync(pinned, memory, 16, cudaMemcpyDeviceToHost, stream));
    assert_int_equal(*pinned, 2);
    MUST_CUDA(cudaStreamSynchronize(stream));
    assert_int_equal(*pinned, 3);
}

static void copies_of_pageable_memory_follow_the_rule(void **state)
{
    const cudaStream_t stream = stream_with(cudaStreamNonBlocking);
    unsigned char host[16], back[16] = {0};
    void *memory;
    (void)state;
    MUST_CUDA(cudaMalloc(&memory, 16));
    memset(host, 1, 16);
    MUST_CUDA(cudaMemcpyAsync(memory, host, 16, cudaMemcpyDefault, stream));
    memset(host, 2, 16); /* read already */
    assert_int_equal(fake_cuda_pending(), 1);
    MUST_CUDA(cudaMemcpyAsync(back, memory, 16, cudaMemcpyDefault, stream));
    assert_int_equal(back[15], 1); /* written already */
    assert_int_equal(fake_cuda_pending(), 0);
    MUST_CUDA(cudaMemset(memory, 7, 15));
    MUST_CUDA(cudaMemcpy(back, memory, 16, cudaMemcpyDeviceToHost));
    assert_int_equal(back[14], 7);
    assert_int_equal(back[15], 1);
}

static void the_other_device_has_streams_of_its_own(void **state)
{
    cudaStream_t there;
    cudaEvent_t event;
    (void)state;
    fake_cuda_set_devices(2);
    MUST_CUDA(cudaEventCreate(&event));
    MUST_CUDA(cudaSetDevice(1));
    there = stream_with(cudaStreamDefault);
    MUST_FAIL(cudaEventRecord(event, there), cudaErrorInvalidResourceHandle);
    MUST_CUDA(launch_letter('b', there));
    MUST_CUDA(cudaSetDevice(0));
    MUST_FAIL(launch_letter('x', there), cudaErrorInvalidResourceHandle);
    MUST_CUDA(cudaDeviceSynchronize());
    assert_string_equal(stub_log, "");
    MUST_CUDA(cudaStreamSynchronize(there));
    assert_string_equal(stub_log, "b");
}

int run_stream_cases(void)
{
#define CASE(body) cmocka_unit_test_setup(body, stub_reset)
    const struct CMUnitTest tests[] = {
        CASE(nothing_runs_before_somebody_waits),
        CASE(the_seed_orders_independent_streams),
        CASE(the_legacy_stream_orders_with_blocking_streams_only),
        CASE(a_wait_is_for_the_record_that_it_saw),
        CASE(questions_run_one_operation_each),
        CASE(events_wait_and_measure),
        CASE(copies_of_pinned_memory_are_late),
        CASE(copies_of_pageable_memory_follow_the_rule),
        CASE(the_other_device_has_streams_of_its_own),
    };
#undef CASE
    return cmocka_run_group_tests_name("simt/fake_cuda/streams", tests, NULL, NULL);
}
