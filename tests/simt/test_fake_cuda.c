/* test_fake_cuda.c -- the fake CUDA runtime is held to what it promises, with kernels
 * that need no executor. This file: devices, errors, launches and threads; the rest is
 * beside the fake itself. Would catch a fake that forgives or forgets an error. */
#include <fake_stub.h>
#include <pthread.h>
#include <string.h>

static void the_device_is_as_it_was_set(void **state)
{
    struct cudaDeviceProp facts;
    int value = -1;
    (void)state;
    MUST_CUDA(cudaGetDeviceCount(&value));
    assert_int_equal(value, 1);
    MUST_CUDA(cudaGetDeviceProperties(&facts, 0));
    assert_string_equal(facts.name, "Fake");
    assert_int_equal(facts.multiProcessorCount, 2);
    fake_cuda_set_multiprocessors(7);
    MUST_CUDA(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0));
    assert_int_equal(value, 7);
    MUST_FAIL(cudaSetDevice(1), cudaErrorInvalidDevice);
    MUST_FAIL(cudaGetDeviceProperties(&facts, 1), cudaErrorInvalidDevice);
    fake_cuda_set_devices(2);
    MUST_CUDA(cudaSetDevice(1));
    MUST_CUDA(cudaGetDevice(&value));
    assert_int_equal(value, 1);
    fake_cuda_set_devices(0);
    MUST_FAIL(cudaGetDeviceCount(&value), cudaErrorNoDevice);
    assert_int_equal(value, 0);
    MUST_FAIL(cudaFree(NULL), cudaErrorNoDevice);
}

static void an_error_stays_until_it_is_taken(void **state)
{
    int device;
    (void)state;
    MUST_FAIL(cudaSetDevice(-1), cudaErrorInvalidDevice);
    MUST_CUDA(cudaGetDevice(&device)); /* a success clears nothing */
    MUST_FAIL(cudaPeekAtLastError(), cudaErrorInvalidDevice);
    MUST_FAIL(cudaPeekAtLastError(), cudaErrorInvalidDevice);
    MUST_FAIL(cudaGetLastError(), cudaErrorInvalidDevice);
    MUST_CUDA(cudaGetLastError());
    assert_string_equal(cudaGetErrorName(cudaErrorInvalidDevice),
                        "cudaErrorInvalidDevice");
    assert_string_equal(cudaGetErrorName((cudaError_t)12345), "unrecognized error code");
    assert_true(strlen(cudaGetErrorString(cudaErrorLaunchFailure)) > 5);
}

static void a_failed_kernel_loses_the_device(void **state)
{
    char argument = 0;
    void *arguments[] = {&argument}, *memory;
    const dim3 one = {1, 1, 1};
    (void)state;
    MUST_CUDA(cudaMalloc(&memory, 1));
    MUST_CUDA(cudaLaunchKernel(&failing_kernel, one, one, arguments, 0, NULL));
    MUST_CUDA(launch_letter('x', NULL));
    MUST_CUDA(cudaPeekAtLastError()); /* nothing has run */
    MUST_FAIL(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
    for (int k = 0; k < 3; ++k) {
        MUST_FAIL(cudaGetLastError(), cudaErrorLaunchFailure);
        MUST_FAIL(cudaGetLastError(), cudaErrorLaunchFailure); /* not taken */
        MUST_FAIL(cudaMalloc(&memory, 1), cudaErrorLaunchFailure);
    }
    assert_string_equal(stub_log, "");
    assert_int_equal(fake_cuda_pending(), 0);
    (void)stub_reset(NULL);
    MUST_CUDA(cudaGetLastError());
    MUST_CUDA(cudaMalloc(&memory, 1));
}

static void the_chosen_call_fails(void **state)
{
    void *memory = NULL;
    int device;
    (void)state;
    const uint64_t before = fake_cuda_calls();
    fake_cuda_fail_at(3, cudaErrorMemoryAllocation);
    MUST_CUDA(cudaGetDevice(&device));
    MUST_CUDA(cudaMalloc(&memory, 8));
    MUST_FAIL(cudaFree(memory), cudaErrorMemoryAllocation);
    assert_int_equal(fake_cuda_live_bytes(), 8); /* it did nothing */
    MUST_FAIL(cudaGetLastError(), cudaErrorMemoryAllocation);
    MUST_CUDA(cudaFree(memory)); /* only once */
    assert_int_equal(fake_cuda_calls() - before, 4);
    fake_cuda_fail_at(1, cudaErrorECCUncorrectable);
    MUST_FAIL(cudaGetDevice(&device), cudaErrorECCUncorrectable);
    MUST_FAIL(cudaGetDevice(&device), cudaErrorECCUncorrectable); /* lost */
}

static void launches_are_checked(void **state)
{
    const dim3 one = {1, 1, 1}, none = {0, 1, 1}, most = {1024, 1, 1},
               over = {1025, 1, 1};
    struct cudaFuncAttributes facts;
    struct letter_job job = {'a'};
    void *arguments[] = {&job};
    int blocks;
    (void)state;
#define LAUNCH(kernel, grid, block, shared)                                              \
    cudaLaunchKernel(kernel, grid, block, arguments, shared, NULL)
    MUST_FAIL(LAUNCH(&job, one, one, 0), cudaErrorInvalidDeviceFunction);
    MUST_FAIL(LAUNCH(NULL, one, one, 0), cudaErrorInvalidDeviceFunction);
    MUST_FAIL(LAUNCH(&letter_kernel, none, one, 0), cudaErrorInvalidConfiguration);
    MUST_FAIL(LAUNCH(&letter_kernel, one, none, 0), cudaErrorInvalidConfiguration);
    MUST_FAIL(LAUNCH(&letter_kernel, one, over, 0), cudaErrorInvalidConfiguration);
    MUST_FAIL(LAUNCH(&letter_kernel, one, one, (48 << 10) + 1), cudaErrorInvalidValue);
    MUST_CUDA(cudaFuncSetAttribute(
        &letter_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10));
    MUST_CUDA(cudaFuncGetAttributes(&facts, &letter_kernel));
    assert_int_equal(facts.maxDynamicSharedSizeBytes, 64 << 10);
    MUST_FAIL(cudaFuncGetAttributes(&facts, &job), cudaErrorInvalidDeviceFunction);
    MUST_CUDA(LAUNCH(&letter_kernel, most, most, 64 << 10));
#undef LAUNCH
    MUST_CUDA(cudaDeviceSynchronize());
    assert_int_equal(stub_shape.grid, 1024);
    assert_int_equal(stub_shape.block, 1024);
    assert_int_equal(stub_shape.shared_bytes, 64 << 10);
    MUST_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &letter_kernel, 1024,
                                                            64 << 10));
    assert_int_equal(blocks, 2);
}

static void handles_are_counted(void **state)
{
    cudaStream_t stream;
    cudaEvent_t event;
    (void)state;
    MUST_CUDA(cudaStreamCreate(&stream));
    MUST_CUDA(cudaEventCreate(&event));
    assert_int_equal(fake_cuda_live_handles(), 2);
    MUST_CUDA(cudaStreamDestroy(stream));
    MUST_CUDA(cudaEventDestroy(event));
    assert_int_equal(fake_cuda_live_handles(), 0);
    MUST_CUDA(cudaMalloc((void **)&event, 1));
    fake_cuda_reset();
    assert_int_equal(fake_cuda_live_bytes(), 0);
}

enum { THREADS = 4, ROUNDS = 300 };

/* Errors and devices are a thread's own; the queues are everybody's. */
static void *use_the_device(void *result)
{
    uint64_t *const wrong = result;
    cudaStream_t stream = NULL;
    void *memory = NULL;
    *wrong += cudaGetLastError() != cudaSuccess;
    *wrong += cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess;
    for (int k = 1; k <= ROUNDS; ++k) {
        unsigned char seen = 0;
        *wrong += cudaMalloc(&memory, 16) != cudaSuccess;
        *wrong += launch_store(memory, 5, (unsigned char)k, stream) != cudaSuccess;
        *wrong += cudaMemcpyAsync(&seen, (unsigned char *)memory + 5, 1,
                                  cudaMemcpyDeviceToHost, stream) != cudaSuccess;
        *wrong += seen != (unsigned char)k;
        *wrong += cudaFree(memory) != cudaSuccess;
    }
    *wrong += cudaStreamDestroy(stream) != cudaSuccess;
    return NULL;
}

static void threads_do_not_disturb_each_other(void **state)
{
    pthread_t threads[THREADS];
    uint64_t wrong[THREADS] = {0};
    (void)state;
    MUST_FAIL(cudaSetDevice(-1), cudaErrorInvalidDevice);
    for (int t = 0; t < THREADS; ++t)
        assert_int_equal(pthread_create(&threads[t], NULL, use_the_device, &wrong[t]), 0);
    for (int t = 0; t < THREADS; ++t) {
        assert_int_equal(pthread_join(threads[t], NULL), 0);
        assert_int_equal(wrong[t], 0);
    }
    assert_int_equal(fake_cuda_live_bytes(), 0);
    MUST_FAIL(cudaGetLastError(), cudaErrorInvalidDevice);
}

int main(void)
{
#define CASE(body) cmocka_unit_test_setup(body, stub_reset)
    const struct CMUnitTest tests[] = {
        CASE(the_device_is_as_it_was_set),
        CASE(an_error_stays_until_it_is_taken),
        CASE(a_failed_kernel_loses_the_device),
        CASE(the_chosen_call_fails),
        CASE(launches_are_checked),
        CASE(handles_are_counted),
        CASE(threads_do_not_disturb_each_other),
    };
#undef CASE
    int failed = cmocka_run_group_tests_name("simt/fake_cuda", tests, NULL, NULL);
    failed += run_memory_cases();
    failed += run_stream_cases();
    failed += run_capture_cases();
    fake_cuda_reset();
    return failed != 0;
}
