/* trap_cuda.cu -- what tests/core/trap_kernel.cu is on a GPU: a kernel that loses the
 * device. */
#include <cuda_runtime_api.h>
#include <windrow/device/words.cuh>

WROW_KERNEL(1, 1) trap_now(WROW_ARGUMENT(uint32_t, never))
{
    if (never == 0)
        simt_fail("a trap");
}

extern "C" void launch_trap(void)
{
    const dim3 one = {1, 1, 1};
    uint32_t never = 0;
    void *arguments[] = {&never};
    (void)cudaLaunchKernel(WROW_KERNEL_POINTER(trap_now), one, one, arguments, 0, NULL);
}
