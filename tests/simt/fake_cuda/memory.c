/* memory.c -- the calls that allocate, release and describe memory. */
#include "fake_internal.h"

static cudaError_t allocate(void **memory, size_t bytes, enum cudaMemoryType type)
{
    if (!memory)
        return cudaErrorInvalidValue;
    FAKE_TRY(fake_refuse_unsafe());
    if (!fake.devices)
        return cudaErrorNoDevice;
    struct allocation *const a =
        bytes ? fake_allocate(bytes, type, fake_thread()->device) : NULL;
    if (bytes && !a)
        return cudaErrorMemoryAllocation;
    *memory = a ? a->data : NULL;
    return cudaSuccess;
}

static cudaError_t take_back(void *memory, enum cudaMemoryType type)
{
    FAKE_TRY(fake_refuse_unsafe());
    if (!memory)
        return fake.devices ? cudaSuccess : cudaErrorNoDevice;
    struct allocation **const at = fake_find(memory);
    if (!*at || (*at)->data != memory || (*at)->type != type)
        return cudaErrorInvalidValue;
    for (int device = 0; device < fake.devices; ++device)
        FAKE_TRY(fake_wait_device(device));
    if (fake_is_damaged(*at, "at its release"))
        fake_lose(cudaErrorIllegalAddress);
    fake_release(at);
    return fake.lost;
}

cudaError_t cudaMalloc(void **memory, size_t bytes)
{
    FAKE_CALL(allocate(memory, bytes, cudaMemoryTypeDevice));
}

cudaError_t cudaFree(void *memory)
{
    FAKE_CALL(take_back(memory, cudaMemoryTypeDevice));
}

cudaError_t cudaMallocHost(void **memory, size_t bytes)
{
    FAKE_CALL(allocate(memory, bytes, cudaMemoryTypeHost));
}

cudaError_t cudaHostAlloc(void **memory, size_t bytes, unsigned int flags)
{
    const unsigned known =
        cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
    FAKE_CALL(flags & ~known ? cudaErrorInvalidValue
                             : allocate(memory, bytes, cudaMemoryTypeHost));
}

cudaError_t cudaFreeHost(void *memory)
{
    FAKE_CALL(take_back(memory, cudaMemoryTypeHost));
}

/* One address space: pinned memory is mapped where it is, whatever its flags. */
static cudaError_t mapped(void **device, void *host, unsigned flags)
{
    if (!device || flags || fake_type(host) != cudaMemoryTypeHost)
        return cudaErrorInvalidValue;
    *device = host;
    return cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags)
{
    FAKE_CALL(mapped(device, host, flags));
}

static cudaError_t describe(struct cudaPointerAttributes *facts, const void *memory)
{
    if (!facts)
        return cudaErrorInvalidValue;
    void *const address = (void *)(uintptr_t)memory;
    const struct allocation *const a = *fake_find(memory);
    const bool on_device = a && a->type == cudaMemoryTypeDevice;
    *facts = (struct cudaPointerAttributes){
        .type = a ? a->type : cudaMemoryTypeUnregistered,
        .device = a ? a->device : cudaInvalidDeviceId,
        .devicePointer = a ? address : NULL,
        .hostPointer = on_device ? NULL : address,
    };
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *facts,
                                     const void *memory)
{
    FAKE_CALL(describe(facts, memory));
}

static cudaError_t tell_free(size_t *free_bytes, size_t *total_bytes)
{
    if (!free_bytes || !total_bytes)
        return cudaErrorInvalidValue;
    const size_t limit = fake_memory_limit();
    const size_t used = fake_memory_used(cudaMemoryTypeDevice, fake_thread()->device);
    *free_bytes = used < limit ? limit - used : 0;
    *total_bytes = limit;
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    FAKE_CALL(tell_free(free_bytes, total_bytes));
}
