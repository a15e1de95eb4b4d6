/* contenders_cub.cuh -- what the contenders_cub_*.cu share: element types, and the
 * width of the count. */
#ifndef BENCH_CONTENDERS_CUB_CUH
#define BENCH_CONTENDERS_CUB_CUH

#include "contenders_cub.h"

#include <cub/device/device_reduce.cuh>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef int8_t cub_I8;
typedef uint8_t cub_U8;
typedef int16_t cub_I16;
typedef uint16_t cub_U16;
typedef int32_t cub_I32;
typedef uint32_t cub_U32;
typedef int64_t cub_I64;
typedef uint64_t cub_U64;
typedef __half cub_F16;
typedef __nv_bfloat16 cub_BF16;
typedef float cub_F32;
typedef double cub_F64;

/* Where the bits of the answer are the same, signed input runs as unsigned. */
typedef uint8_t cub_bits_I8;
typedef uint8_t cub_bits_U8;
typedef uint16_t cub_bits_I16;
typedef uint16_t cub_bits_U16;
typedef uint32_t cub_bits_I32;
typedef uint32_t cub_bits_U32;
typedef uint64_t cub_bits_I64;
typedef uint64_t cub_bits_U64;
typedef __half cub_bits_F16;
typedef __nv_bfloat16 cub_bits_BF16;
typedef float cub_bits_F32;
typedef double cub_bits_F64;

template <class call_type>
static cudaError_t with_count(uint64_t count, const call_type &call)
{
    return count <= UINT32_MAX ? call((uint32_t)count) : call(count);
}

#endif
