/* words_check.cuh -- comparing on the device: on a GPU, and on what runs the same
 * kernels on the CPU, so that both are held to one table. */
#ifndef WINDROW_TESTS_WORDS_CHECK_CUH
#define WINDROW_TESTS_WORDS_CHECK_CUH

#include "words_check.h"
#include <windrow/device/async.cuh>
#include <windrow/device/grid.cuh>
#include <cuda_runtime_api.h>

/* Intrinsics, not our words: a wrong word must not hide its own failure. Without nvcc
 * one thread goes at a time, so a plain addition is whole. */
#if defined(__CUDACC__)
#define WORDS_DEVICE                   static __device__
#define WORDS_COUNT(at)                atomicAdd(at, 1u)
#define WORDS_REGISTER(x, name, other) asm("mov.u32 %0, %%" name ";" : "=r"(x))
#else
#define WORDS_DEVICE                   static
#define WORDS_COUNT(at)                ((*(at))++)
#define WORDS_REGISTER(x, name, other) ((x) = simt_now->other)
#endif

WORDS_DEVICE void check(words_record *record, bool right, uint64_t actual,
                        uint64_t expected, const char *what)
{
    WORDS_COUNT(&record->checks);
    if (right || WORDS_COUNT(&record->failures) > 0)
        return;
    WORDS_REGISTER(record->block, "ctaid.x", block);
    WORDS_REGISTER(record->thread, "tid.x", thread);
    record->actual = actual;
    record->expected = expected;
    for (uint32_t k = 0; k < sizeof record->what - 1 && what[k] != 0; ++k)
        record->what[k] = what[k];
}

/* Needs `record` in scope. */
#define EXPECT(actual, expected)                                                         \
    do {                                                                                 \
        const uint64_t actual_ = (uint64_t)(actual), expected_ = (uint64_t)(expected);   \
        check(record, actual_ == expected_, actual_, expected_, #actual);                \
    } while (0)

#define CASE(name, threads)                                                              \
    WROW_KERNEL(threads, 1) name(WROW_ARGUMENT(words_argument, argument))

#define LAUNCHER(name, blocks, threads)                                                  \
    extern "C" int words_##name(const words_argument *argument)                          \
    {                                                                                    \
        void *arguments[] = {(void *)argument};                                          \
        return cudaLaunchKernel(WROW_KERNEL_POINTER(name), dim3(blocks), dim3(threads),  \
                                arguments, 0, NULL);                                     \
    }

/* Ends every loop that waits: far longer than any wait, short of for ever. */
enum { POLLS = 1 << 22 };

#endif
