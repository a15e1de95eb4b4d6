/* words_check.cuh -- comparing on the device. */
#ifndef WINDROW_TESTS_WORDS_CHECK_CUH
#define WINDROW_TESTS_WORDS_CHECK_CUH

#include "words_check.h"
#include <windrow/device/async.cuh>
#include <windrow/device/grid.cuh>
#include <cuda_runtime_api.h>

/* Intrinsics, not our words: a wrong word must not hide its own failure. */
static __device__ void check(words_record *record, bool right, uint64_t actual,
                             uint64_t expected, const char *what)
{
    atomicAdd(&record->checks, 1u);
    if (right || atomicAdd(&record->failures, 1u) > 0)
        return;
    record->block = blockIdx.x;
    record->thread = threadIdx.x;
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
        name<<<blocks, threads>>>(*argument);                                            \
        return cudaGetLastError();                                                       \
    }

/* Ends every loop that waits: far longer than any wait, short of for ever. */
enum { POLLS = 1 << 22 };

#endif
