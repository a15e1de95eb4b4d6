/* device.c -- devices called "Fake" and what they say of themselves. */
#include "fake_cuda.h"
#include "fake_internal.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

enum {
    WARP = 32,
    CLOCK_KILOHERTZ = 1000000, /* one operation a microsecond, in events */
    GRID_MOST = 0x7fffffff,
    L2_BYTES = 1 << 20,
    RESIDENT_THREADS = 2048,
    RESIDENT_BLOCKS = 32,
    MULTIPROCESSOR_SHARED = 228 << 10,
    BLOCK_SHARED_EXTRA = 1 << 10,
    VERSION = CUDART_VERSION
};

static cudaError_t put(int *to, int value)
{
    if (!to)
        return cudaErrorInvalidValue;
    *to = value;
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version)
{
    FAKE_CALL(put(version, VERSION));
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    FAKE_CALL(put(version, VERSION));
}

static cudaError_t device_count(int *count)
{
    FAKE_TRY(put(count, fake.devices));
    return fake.devices ? cudaSuccess : cudaErrorNoDevice;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    FAKE_CALL(device_count(count));
}

static cudaError_t known(int device)
{
    if (!fake.devices)
        return cudaErrorNoDevice;
    return device >= 0 && device < fake.devices ? cudaSuccess : cudaErrorInvalidDevice;
}

static cudaError_t get_device(int *device)
{
    FAKE_TRY(known(0));
    return put(device, fake_thread()->device);
}

cudaError_t cudaGetDevice(int *device)
{
    FAKE_CALL(get_device(device));
}

static cudaError_t set_device(int device)
{
    FAKE_TRY(known(device));
    fake_thread()->device = device;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    FAKE_CALL(set_device(device));
}

static cudaError_t synchronize(void)
{
    FAKE_TRY(fake_refuse_device(fake_thread()->device));
    return fake_wait_device(fake_thread()->device);
}

cudaError_t cudaDeviceSynchronize(void)
{
    FAKE_CALL(synchronize());
}

static cudaError_t attribute(int *value, enum cudaDeviceAttr name, int device)
{
    const struct {
        enum cudaDeviceAttr name;
        int value;
    } facts[] = {
        {cudaDevAttrMaxThreadsPerBlock, FAKE_THREADS_MAX},
        {cudaDevAttrMaxBlockDimX, FAKE_THREADS_MAX},
        {cudaDevAttrMaxGridDimX, GRID_MOST},
        {cudaDevAttrMaxSharedMemoryPerBlock, FAKE_SHARED},
        {cudaDevAttrWarpSize, WARP},
        {cudaDevAttrClockRate, CLOCK_KILOHERTZ},
        {cudaDevAttrMultiProcessorCount, fake.multiprocessors},
        {cudaDevAttrCanMapHostMemory, 1},
        {cudaDevAttrL2CacheSize, L2_BYTES},
        {cudaDevAttrMaxThreadsPerMultiProcessor, RESIDENT_THREADS},
        {cudaDevAttrUnifiedAddressing, 1},
        {cudaDevAttrComputeCapabilityMajor, 9},
        {cudaDevAttrComputeCapabilityMinor, 0},
        {cudaDevAttrMaxSharedMemoryPerMultiprocessor, MULTIPROCESSOR_SHARED},
        {cudaDevAttrMaxSharedMemoryPerBlockOptin, FAKE_SHARED_MOST},
        {cudaDevAttrMaxBlocksPerMultiprocessor, RESIDENT_BLOCKS},
    };
    FAKE_TRY(known(device));
    for (size_t k = 0; k < COUNT_OF(facts); ++k)
        if (facts[k].name == name)
            return put(value, facts[k].value);
    return cudaErrorInvalidValue;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr name, int device)
{
    FAKE_CALL(attribute(value, name, device));
}

static cudaError_t properties(struct cudaDeviceProp *facts, int device)
{
    if (!facts)
        return cudaErrorInvalidValue;
    FAKE_TRY(known(device));
    *facts = (struct cudaDeviceProp){
        .name = "Fake",
        .totalGlobalMem = fake_memory_limit(),
        .sharedMemPerBlock = FAKE_SHARED,
        .warpSize = WARP,
        .maxThreadsPerBlock = FAKE_THREADS_MAX,
        .major = 9,
        .multiProcessorCount = fake.multiprocessors,
        .canMapHostMemory = 1,
        .unifiedAddressing = 1,
        .l2CacheSize = L2_BYTES,
        .maxThreadsPerMultiProcessor = RESIDENT_THREADS,
        .sharedMemPerMultiprocessor = MULTIPROCESSOR_SHARED,
        .sharedMemPerBlockOptin = FAKE_SHARED_MOST,
        .maxBlocksPerMultiProcessor = RESIDENT_BLOCKS,
    };
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *facts, int device)
{
    FAKE_CALL(properties(facts, device));
}

static cudaError_t occupancy(int *blocks, const void *kernel, int block, size_t shared)
{
    if (!blocks || block <= 0 || block > FAKE_THREADS_MAX)
        return cudaErrorInvalidValue;
    if (!simt_argument_bytes(kernel))
        return cudaErrorInvalidDeviceFunction;
    const size_t threads = ((size_t)block + WARP - 1) / WARP * WARP;
    const size_t by_threads = RESIDENT_THREADS / threads;
    const size_t by_shared = MULTIPROCESSOR_SHARED / (shared + BLOCK_SHARED_EXTRA);
    size_t least = RESIDENT_BLOCKS;
    least = by_threads < least ? by_threads : least;
    least = by_shared < least ? by_shared : least;
    return put(blocks, shared > fake_shared_limit(kernel) ? 0 : (int)least);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel,
                                                          int block, size_t shared_bytes)
{
    FAKE_CALL(occupancy(blocks, kernel, block, shared_bytes));
}

void fake_cuda_set_devices(int count)
{
    fake_lock();
    fake.devices = count < 0 ? 0 : count > FAKE_DEVICES_MAX ? FAKE_DEVICES_MAX : count;
    fake_unlock();
}

void fake_cuda_set_multiprocessors(int count)
{
    fake_lock();
    fake.multiprocessors = count < 1 ? 1 : count;
    fake_unlock();
}
