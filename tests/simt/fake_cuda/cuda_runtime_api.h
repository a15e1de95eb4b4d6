/*
 * cuda_runtime_api.h -- the part of the CUDA runtime's interface that this library uses,
 * so that its host code compiles and runs where there is no toolkit. Names and numbers
 * are the public ones; what stands behind them is in this folder. A call that is
 * missing here is one that the fake cannot answer truthfully.
 */
#ifndef FAKE_CUDA_RUNTIME_API_H
#define FAKE_CUDA_RUNTIME_API_H

#include <stddef.h>

#define CUDART_VERSION 13000

#if defined(__cplusplus)
#define FAKE_DEFAULT(value) = value
extern "C" {
#else
#define FAKE_DEFAULT(value)
#endif

/* name, number, whether the device is lost with it, sentence */
#define FAKE_ERROR_MAP(X)                                                                \
    X(cudaSuccess, 0, 0, "success")                                                      \
    X(cudaErrorInvalidValue, 1, 0, "an argument is invalid")                             \
    X(cudaErrorMemoryAllocation, 2, 0, "no memory left")                                 \
    X(cudaErrorInitializationError, 3, 0, "the runtime could not start")                 \
    X(cudaErrorCudartUnloading, 4, 0, "the runtime is being unloaded")                   \
    X(cudaErrorInvalidConfiguration, 9, 0, "impossible launch configuration")            \
    X(cudaErrorInvalidMemcpyDirection, 21, 0, "unknown direction of a copy")             \
    X(cudaErrorInsufficientDriver, 35, 0, "the driver is older than the runtime")        \
    X(cudaErrorDevicesUnavailable, 46, 0, "every device is busy or unavailable")         \
    X(cudaErrorInvalidDeviceFunction, 98, 0, "not a kernel")                             \
    X(cudaErrorNoDevice, 100, 0, "no CUDA device is there")                              \
    X(cudaErrorInvalidDevice, 101, 0, "no device has this number")                       \
    X(cudaErrorNoKernelImageForDevice, 209, 0, "no code for this device")                \
    X(cudaErrorECCUncorrectable, 214, 1, "uncorrectable memory error")                   \
    X(cudaErrorNvlinkUncorrectable, 220, 1, "uncorrectable link error")                  \
    X(cudaErrorOperatingSystem, 304, 0, "a call of the operating system failed")         \
    X(cudaErrorInvalidResourceHandle, 400, 0, "invalid handle")                          \
    X(cudaErrorIllegalState, 401, 0, "not in a state that allows this")                  \
    X(cudaErrorNotReady, 600, 0, "not ready yet")                                        \
    X(cudaErrorIllegalAddress, 700, 1, "a kernel used an illegal address")               \
    X(cudaErrorLaunchOutOfResources, 701, 0, "too many resources for a launch")          \
    X(cudaErrorLaunchTimeout, 702, 1, "a kernel took too long")                          \
    X(cudaErrorContextIsDestroyed, 709, 0, "the context is destroyed")                   \
    X(cudaErrorAssert, 710, 1, "an assertion in a kernel failed")                        \
    X(cudaErrorHardwareStackError, 714, 1, "a kernel's stack is broken")                 \
    X(cudaErrorIllegalInstruction, 715, 1, "illegal instruction")                        \
    X(cudaErrorMisalignedAddress, 716, 1, "misaligned address")                          \
    X(cudaErrorInvalidAddressSpace, 717, 1, "wrong address space")                       \
    X(cudaErrorInvalidPc, 718, 1, "invalid program counter")                             \
    X(cudaErrorLaunchFailure, 719, 1, "a kernel failed")                                 \
    X(cudaErrorNotPermitted, 800, 0, "not permitted")                                    \
    X(cudaErrorNotSupported, 801, 0, "not supported")                                    \
    X(cudaErrorSystemNotReady, 802, 0, "the system is not ready")                        \
    X(cudaErrorMpsClientTerminated, 810, 1, "the server ended this client")              \
    X(cudaErrorStreamCaptureUnsupported, 900, 0, "not allowed in a capture")             \
    X(cudaErrorStreamCaptureInvalidated, 901, 0, "an error ended the capture")           \
    X(cudaErrorStreamCaptureMerge, 902, 0, "two captures would become one")              \
    X(cudaErrorStreamCaptureUnmatched, 903, 0, "the capture began on another stream")    \
    X(cudaErrorStreamCaptureUnjoined, 904, 0, "a forked stream was not joined")          \
    X(cudaErrorStreamCaptureIsolation, 905, 0, "a capture may not wait for others")      \
    X(cudaErrorStreamCaptureImplicit, 906, 0, "the legacy stream orders with a capture") \
    X(cudaErrorCapturedEvent, 907, 0, "the event was recorded in a capture")             \
    X(cudaErrorStreamCaptureWrongThread, 908, 0, "another thread began the capture")     \
    X(cudaErrorTimeout, 909, 0, "took too long")                                         \
    X(cudaErrorExternalDevice, 911, 1, "a device outside failed")                        \
    X(cudaErrorUnknown, 999, 0, "unknown error")

enum cudaError {
#define X(name, number, lost, text) name = number,
    FAKE_ERROR_MAP(X)
#undef X
};
typedef enum cudaError cudaError_t;

enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
};

enum cudaMemoryType {
    cudaMemoryTypeUnregistered = 0,
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3
};

enum cudaStreamCaptureStatus {
    cudaStreamCaptureStatusNone = 0,
    cudaStreamCaptureStatusActive = 1,
    cudaStreamCaptureStatusInvalidated = 2
};

enum cudaStreamCaptureMode {
    cudaStreamCaptureModeGlobal = 0,
    cudaStreamCaptureModeThreadLocal = 1,
    cudaStreamCaptureModeRelaxed = 2
};

enum cudaGraphInstantiateFlags {
    cudaGraphInstantiateFlagAutoFreeOnLaunch = 1,
    cudaGraphInstantiateFlagUpload = 2,
    cudaGraphInstantiateFlagDeviceLaunch = 4,
    cudaGraphInstantiateFlagUseNodePriority = 8
};

enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1,
    cudaDevAttrMaxBlockDimX = 2,
    cudaDevAttrMaxGridDimX = 5,
    cudaDevAttrMaxSharedMemoryPerBlock = 8,
    cudaDevAttrWarpSize = 10,
    cudaDevAttrClockRate = 13,
    cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrCanMapHostMemory = 19,
    cudaDevAttrL2CacheSize = 38,
    cudaDevAttrMaxThreadsPerMultiProcessor = 39,
    cudaDevAttrUnifiedAddressing = 41,
    cudaDevAttrComputeCapabilityMajor = 75,
    cudaDevAttrComputeCapabilityMinor = 76,
    cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
    cudaDevAttrMaxBlocksPerMultiprocessor = 106
};

enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };

#define cudaHostAllocDefault       0x00u
#define cudaHostAllocPortable      0x01u
#define cudaHostAllocMapped        0x02u
#define cudaHostAllocWriteCombined 0x04u
#define cudaStreamDefault          0x00u
#define cudaStreamNonBlocking      0x01u
#define cudaStreamLegacy           ((cudaStream_t)0x1)
#define cudaEventDefault           0x00u
#define cudaEventBlockingSync      0x01u
#define cudaEventDisableTiming     0x02u
#define cudaEventWaitDefault       0x00u
#define cudaInvalidDeviceId        ((int)-2)

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;

struct cudaPointerAttributes {
    enum cudaMemoryType type;
    int device;
    void *devicePointer;
    void *hostPointer;
    long reserved[8];
};

struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem;
    size_t sharedMemPerBlock;
    int warpSize;
    int maxThreadsPerBlock;
    int major;
    int minor;
    int multiProcessorCount;
    int canMapHostMemory;
    int unifiedAddressing;
    int l2CacheSize;
    int maxThreadsPerMultiProcessor;
    size_t sharedMemPerMultiprocessor;
    size_t sharedMemPerBlockOptin;
    int maxBlocksPerMultiProcessor;
};

struct cudaFuncAttributes {
    int maxThreadsPerBlock;
    int maxDynamicSharedSizeBytes;
};

struct dim3 {
    unsigned int x, y, z;
#if defined(__cplusplus)
    constexpr dim3(unsigned int a = 1, unsigned int b = 1, unsigned int c = 1)
        : x(a), y(b), z(c)
    {
    }
#endif
};
typedef struct dim3 dim3;

cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);

cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *facts, int device);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr name, int device);

cudaError_t cudaMalloc(void **memory, size_t bytes);
cudaError_t cudaFree(void *memory);
cudaError_t cudaMallocHost(void **memory, size_t bytes);
cudaError_t cudaHostAlloc(void **memory, size_t bytes, unsigned int flags);
cudaError_t cudaFreeHost(void *memory);
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *facts,
                                     const void *memory);
cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes);
cudaError_t cudaMemcpy(void *target, const void *source, size_t bytes,
                       enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *target, const void *source, size_t bytes,
                            enum cudaMemcpyKind kind,
                            cudaStream_t stream FAKE_DEFAULT(0));
cudaError_t cudaMemset(void *target, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void *target, int value, size_t bytes,
                            cudaStream_t stream FAKE_DEFAULT(0));

cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned int flags FAKE_DEFAULT(0));

cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream FAKE_DEFAULT(0));
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end);

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                             size_t shared_bytes, cudaStream_t stream);
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *facts, const void *kernel);
cudaError_t cudaFuncSetAttribute(const void *kernel, enum cudaFuncAttribute name,
                                 int value);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel,
                                                          int block, size_t shared_bytes);

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream,
                                  enum cudaStreamCaptureStatus *status);
cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *replay, cudaGraph_t graph,
                                 unsigned long long flags FAKE_DEFAULT(0));
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *replay, cudaGraph_t graph,
                                          unsigned long long flags FAKE_DEFAULT(0));
cudaError_t cudaGraphUpload(cudaGraphExec_t replay, cudaStream_t stream);
cudaError_t cudaGraphLaunch(cudaGraphExec_t replay, cudaStream_t stream);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t replay);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);

#if defined(__cplusplus)
}
#endif

#endif
