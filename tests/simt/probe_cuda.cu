/* probe_cuda.cu -- the only file that instantiates the kernels of probe_*.cuh. */
#include "probe_conduct.cuh"

extern "C" const void *probe_kernel(enum probe probe)
{
    static const void *const kernels[] = {
#define X(name, ...) WROW_KERNEL_POINTER(name),
        PROBE_MISUSE_MAP(X) PROBE_CONDUCT_MAP(X)
#undef X
    };
    return kernels[probe];
}
