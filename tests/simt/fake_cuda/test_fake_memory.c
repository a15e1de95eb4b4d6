/* test_fake_memory.c -- would catch memory that looks cleared, a write outside that
 * nobody sees, a double free that passes, a copy of more than there is. */
#include "fake_stub.h"
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ADDRESS_SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(ADDRESS_SANITIZER)
#include <sanitizer/asan_interface.h>
#endif

static void memory_is_aligned_garbage(void **state)
{
    enum { BYTES = 1000 };
    unsigned char first[BYTES];
    void *memory, *nothing = first;
    (void)state;
    for (uint64_t seed = 1; seed <= 2; ++seed) {
        fake_cuda_set_seed(seed);
        MUST_CUDA(cudaMalloc(&memory, BYTES));
        assert_int_equal((uintptr_t)memory % 256, 0);
        for (size_t k = 0; k < BYTES; ++k)
            assert_int_not_equal(((unsigned char *)memory)[k], 0);
        if (seed == 1)
            memcpy(first, memory, BYTES);
        else
            assert_memory_not_equal(first, memory, BYTES);
    }
    MUST_CUDA(cudaMalloc(&nothing, 0));
    assert_null(nothing);
    MUST_FAIL(cudaMalloc(NULL, 8), cudaErrorInvalidValue);
}

static void memory_is_counted_and_limited(void **state)
{
    void *a, *b, *host;
    size_t free_bytes, total;
    (void)state;
    MUST_FAIL(cudaMalloc(&a, ((size_t)1 << 30) + 1), cudaErrorMemoryAllocation);
    fake_cuda_set_memory_limit(1000);
    MUST_CUDA(cudaMalloc(&a, 600));
    MUST_FAIL(cudaMalloc(&b, 401), cudaErrorMemoryAllocation);
    MUST_FAIL(cudaMalloc(&b, SIZE_MAX), cudaErrorMemoryAllocation);
    MUST_CUDA(cudaMalloc(&b, 400));
    MUST_CUDA(cudaMallocHost(&host, 10));
    MUST_CUDA(cudaMemGetInfo(&free_bytes, &total));
    assert_int_equal(free_bytes, 0);
    assert_int_equal(total, 1000);
    assert_int_equal(fake_cuda_live_bytes(), 1010);
    MUST_CUDA(cudaFree(a));
    MUST_CUDA(cudaFree(b));
    MUST_CUDA(cudaFreeHost(host));
    assert_int_equal(fake_cuda_live_bytes(), 0);
}

static void only_live_memory_of_its_kind_is_freed(void **state)
{
    unsigned char local[8];
    void *memory, *host;
    (void)state;
    MUST_CUDA(cudaMalloc(&memory, 64));
    MUST_CUDA(cudaMallocHost(&host, 64));
    MUST_FAIL(cudaFree(local), cudaErrorInvalidValue);
    MUST_FAIL(cudaFree((unsigned char *)memory + 1), cudaErrorInvalidValue);
    MUST_FAIL(cudaFree(host), cudaErrorInvalidValue);
    MUST_FAIL(cudaFreeHost(memory), cudaErrorInvalidValue);
    MUST_CUDA(launch_letter('a', NULL));
    MUST_CUDA(cudaFree(memory));
    assert_string_equal(stub_log, "a"); /* a release waits for the device */
    MUST_FAIL(cudaFree(memory), cudaErrorInvalidValue);
    MUST_CUDA(cudaFreeHost(host));
    MUST_CUDA(cudaFree(NULL));
}

static void pointers_are_known(void **state)
{
    struct cudaPointerAttributes facts;
    unsigned char local, *memory, *host;
    void *taken, *pinned, *seen;
    (void)state;
    MUST_CUDA(cudaMalloc(&taken, 64));
    MUST_CUDA(cudaHostAlloc(&pinned, 64, cudaHostAllocMapped | cudaHostAllocPortable));
    memory = taken;
    host = pinned;
    MUST_CUDA(cudaPointerGetAttributes(&facts, memory + 63));
    assert_int_equal(facts.type, cudaMemoryTypeDevice);
    assert_ptr_equal(facts.devicePointer, memory + 63);
    assert_null(facts.hostPointer);
    MUST_CUDA(cudaPointerGetAttributes(&facts, memory + 64));
    assert_int_equal(facts.type, cudaMemoryTypeUnregistered);
    MUST_CUDA(cudaPointerGetAttributes(&facts, host + 1));
    assert_int_equal(facts.type, cudaMemoryTypeHost);
    assert_ptr_equal(facts.devicePointer, host + 1);
    assert_ptr_equal(facts.hostPointer, host + 1);
    MUST_CUDA(cudaPointerGetAttributes(&facts, &local));
    assert_int_equal(facts.type, cudaMemoryTypeUnregistered);
    assert_null(facts.devicePointer);
    MUST_CUDA(cudaHostGetDevicePointer(&seen, host, 0));
    assert_ptr_equal(seen, host);
    MUST_FAIL(cudaHostGetDevicePointer(&seen, memory, 0), cudaErrorInvalidValue);
}

static void writes_outside_are_found(void **state)
{
    static const ptrdiff_t outside[] = {-1, -64, 100, 101, 163};
    (void)state;
    for (size_t k = 0; k < COUNT_OF(outside); ++k) {
        void *memory;
        (void)stub_reset(NULL);
        MUST_CUDA(cudaMalloc(&memory, 100));
        MUST_CUDA(launch_store(memory, 0, 1, NULL));
        MUST_CUDA(launch_store(memory, 99, 2, NULL));
        MUST_CUDA(cudaDeviceSynchronize());
        assert_int_equal(fake_cuda_check(), 0);
        MUST_CUDA(launch_store(memory, outside[k], 3, NULL));
        MUST_FAIL(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
        assert_int_equal(fake_cuda_check(), 1); /* told once */
    }
    for (int k = 0; k < 2; ++k) {
        void *host;
        (void)stub_reset(NULL);
        MUST_CUDA(cudaMallocHost(&host, 100));
        const struct store_job store = {host, 100, 4}; /* no kernel: the host itself */
        assert_true(store_kernel.run(&store));
        if (k == 1)
            MUST_FAIL(cudaFreeHost(host), cudaErrorIllegalAddress);
        assert_int_equal(fake_cuda_check(), 1);
    }
}

#if defined(__SANITIZE_ADDRESS__) || defined(ADDRESS_SANITIZER)
/* Reads leave no trace in a canary: the sanitizer has to stop them. */
static void reads_outside_are_poisoned(void **state)
{
    unsigned char *memory;
    void *taken;
    (void)state;
    MUST_CUDA(cudaMalloc(&taken, 100));
    memory = taken;
    for (int k = 0; k < 2; ++k) { /* a check puts the poison back */
        assert_false(__asan_address_is_poisoned(memory));
        assert_false(__asan_address_is_poisoned(memory + 99));
        assert_true(__asan_address_is_poisoned(memory - 1));
        assert_true(__asan_address_is_poisoned(memory + 100));
        assert_true(__asan_address_is_poisoned(memory + 163));
        assert_int_equal(fake_cuda_check(), 0);
    }
    MUST_CUDA(cudaFree(memory));
    assert_true(__asan_address_is_poisoned(memory));
}
#else
static void reads_outside_are_poisoned(void **state)
{
    (void)state;
    skip();
}
#endif

static void copies_are_checked(void **state)
{
    unsigned char local[32] = {0};
    void *memory, *host;
    (void)state;
    MUST_CUDA(cudaMalloc(&memory, 16));
    MUST_CUDA(cudaMallocHost(&host, 16));
#define COPY(to, from, bytes, kind) cudaMemcpy(to, from, bytes, kind)
    MUST_FAIL(COPY(memory, local, 17, cudaMemcpyDefault), cudaErrorInvalidValue);
    MUST_FAIL(COPY(local, memory, 17, cudaMemcpyDefault), cudaErrorInvalidValue);
    MUST_FAIL(COPY(memory, local, 8, (enum cudaMemcpyKind)5),
              cudaErrorInvalidMemcpyDirection);
    MUST_FAIL(COPY(memory, local, 8, cudaMemcpyDeviceToDevice), cudaErrorInvalidValue);
    MUST_FAIL(COPY(memory, local, 8, cudaMemcpyHostToHost), cudaErrorInvalidValue);
    MUST_FAIL(COPY(local, memory, 8, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    MUST_FAIL(COPY(NULL, local, 8, cudaMemcpyDefault), cudaErrorInvalidValue);
    MUST_CUDA(COPY(memory, host, 8, cudaMemcpyDeviceToDevice)); /* pinned is both */
    MUST_CUDA(COPY(memory, host, 8, cudaMemcpyHostToDevice));
    MUST_CUDA(COPY(NULL, NULL, 0, cudaMemcpyDefault));
#undef COPY
    MUST_FAIL(cudaMemset(memory, 0, 17), cudaErrorInvalidValue);
    MUST_FAIL(cudaMemset(local, 0, 8), cudaErrorInvalidValue);
}

int run_memory_cases(void)
{
#define CASE(body) cmocka_unit_test_setup(body, stub_reset)
    const struct CMUnitTest tests[] = {
        CASE(memory_is_aligned_garbage),
        CASE(memory_is_counted_and_limited),
        CASE(only_live_memory_of_its_kind_is_freed),
        CASE(pointers_are_known),
        CASE(writes_outside_are_found),
        CASE(reads_outside_are_poisoned),
        CASE(copies_are_checked),
    };
#undef CASE
    return cmocka_run_group_tests_name("simt/fake_cuda/memory", tests, NULL, NULL);
}
