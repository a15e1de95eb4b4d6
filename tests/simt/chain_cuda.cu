/* chain_cuda.cu -- the only file that instantiates the kernels of chain_kernel.cuh. */
#include "chain_kernel.cuh"

extern "C" const void *chain_kernel(void)
{
    return WROW_KERNEL_POINTER(chain_sums);
}

extern "C" const void *ring_kernel(void)
{
    return WROW_KERNEL_POINTER(ring_complement);
}
