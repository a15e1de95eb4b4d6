/* error.c -- entering and leaving the runtime, its errors, and errors on request. */
#include "fake_cuda.h"
#include "fake_internal.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

struct fake fake = {.devices = 1, .multiprocessors = 2, .random = 1};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local struct fake_thread thread;

static const struct error_row {
    cudaError_t error;
    bool lost;
    const char *name, *text;
} rows[] = {
#define X(name, number, lost, text) {name, lost, #name, text},
    FAKE_ERROR_MAP(X)
#undef X
};

static const struct error_row *row_of(cudaError_t error)
{
    static const struct error_row unknown = {
        cudaErrorUnknown, false, "unrecognized error code", "unrecognized error code"};
    for (size_t k = 0; k < COUNT_OF(rows); ++k)
        if (rows[k].error == error)
            return &rows[k];
    return &unknown;
}

const char *cudaGetErrorName(cudaError_t error)
{
    return row_of(error)->name;
}

const char *cudaGetErrorString(cudaError_t error)
{
    return row_of(error)->text;
}

void fake_lock(void)
{
    (void)pthread_mutex_lock(&lock);
}

void fake_unlock(void)
{
    (void)pthread_mutex_unlock(&lock);
}

struct fake_thread *fake_thread(void)
{
    return &thread;
}

uint64_t fake_random(void)
{
    uint64_t z = fake.random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

void *fake_need(void *memory)
{
    if (!memory) {
        (void)fputs("fake CUDA: the host has no memory left\n", stderr);
        abort();
    }
    return memory;
}

cudaError_t fake_enter(void)
{
    fake_lock();
    ++fake.calls;
    if (fake.fail_in && --fake.fail_in == 0) {
        if (row_of(fake.fail_with)->lost)
            fake_lose(fake.fail_with);
        return fake.fail_with;
    }
    return fake.lost;
}

/* "Not ready" is an answer: it is returned, but not remembered. */
cudaError_t fake_leave(cudaError_t error)
{
    if (error != cudaSuccess && error != cudaErrorNotReady)
        thread.error = error;
    fake_unlock();
    return error;
}

static cudaError_t last_error(bool clear)
{
    fake_lock();
    const cudaError_t error = fake.lost ? fake.lost : thread.error;
    if (clear)
        thread.error = cudaSuccess;
    fake_unlock();
    return error;
}

cudaError_t cudaGetLastError(void)
{
    return last_error(true);
}

cudaError_t cudaPeekAtLastError(void)
{
    return last_error(false);
}

void fake_cuda_fail_at(uint64_t n, cudaError_t error)
{
    fake_lock();
    fake.fail_in = n;
    fake.fail_with = error;
    fake_unlock();
}

uint64_t fake_cuda_calls(void)
{
    fake_lock();
    const uint64_t calls = fake.calls;
    fake_unlock();
    return calls;
}

void fake_cuda_set_seed(uint64_t seed)
{
    fake_lock();
    fake.random = seed;
    fake_unlock();
}

void fake_cuda_reset(void)
{
    static void (*const release[HANDLE_TYPES])(struct handle *) = {
        fake_stream_free, fake_event_free, fake_graph_free, fake_replay_free};
    fake_lock();
    fake_drop_queues();
    fake_captures_reset();
    for (int type = 0; type < HANDLE_TYPES; ++type)
        while (fake.handles[type]) {
            struct handle *const handle = fake.handles[type];
            fake_remove((enum handle_type)type, handle);
            release[type](handle);
        }
    fake_memory_reset();
    fake_launch_reset();
    fake = (struct fake){.devices = 1, .multiprocessors = 2, .random = 1};
    memset(&thread, 0, sizeof thread);
    fake_unlock();
}
