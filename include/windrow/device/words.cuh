/*
 * windrow/device/words.cuh -- the words kernels are written in: who am I, launch
 * qualifiers, barriers, shuffles, votes, 16-byte access, packed arithmetic.
 *
 * This, memory.cuh and async.cuh are the only files with PTX or intrinsics in them.
 * Another implementation (WROW_DEVICE_WORDS, _MEMORY and _ASYNC name its headers)
 * runs the same kernels elsewhere, so a kernel must use nothing but these words, and
 * every loop that waits must contain one of them.
 *
 * A mask names the lanes that take part; all of them must call, with equal masks.
 */
#ifndef WROW_DEVICE_WORDS_CUH
#define WROW_DEVICE_WORDS_CUH

#include <stdint.h>

#if defined(WROW_DEVICE_WORDS)
#include WROW_DEVICE_WORDS
#else

#define WROW_DEVICE        static __device__ __forceinline__
#define WROW_DEVICE_METHOD __device__ __forceinline__

/* A kernel of at most `threads` a block, of which `blocks` fit a multiprocessor.
 * It takes one structure by value. */
#define WROW_KERNEL(threads, blocks)                                                     \
    static __global__ void __launch_bounds__(threads, blocks)
#define WROW_ARGUMENT(type, name)           const __grid_constant__ type name
/* What a launch is given for a kernel. */
#define WROW_KERNEL_POINTER(...)            ((const void *)__VA_ARGS__)
/* What a block shares, uninitialised: WROW_SHARED(float, v, [2][32]) is float v[2][32].
 * Functions take it as wrow_shared<float>, so that an implementation that checks
 * each access can be put in its place. */
#define WROW_SHARED(type, name, dimensions) __shared__ type name dimensions
template <typename T> using wrow_shared = T;
#define WROW_UNROLL                         _Pragma("unroll")

enum { WROW_WARP = 32 };
#define WROW_ALL_LANES                      0xffffffffu

WROW_DEVICE uint32_t wrow_thread(void)
{
    return threadIdx.x;
}
WROW_DEVICE uint32_t wrow_threads(void)
{
    return blockDim.x;
}
WROW_DEVICE uint32_t wrow_block(void)
{
    return blockIdx.x;
}
WROW_DEVICE uint32_t wrow_blocks(void)
{
    return gridDim.x;
}
WROW_DEVICE uint32_t wrow_lane(void)
{
    return threadIdx.x % WROW_WARP;
}
WROW_DEVICE uint32_t wrow_warp(void)
{
    return threadIdx.x / WROW_WARP;
}

/* Waits for every thread of the block (of the warp); what each wrote before is
 * seen by all after. */
WROW_DEVICE void wrow_barrier(void)
{
    __syncthreads();
}
WROW_DEVICE void wrow_warp_barrier(uint32_t mask)
{
    __syncwarp(mask);
}

/* Pauses the thread for about that many nanoseconds, at most 1 ms. */
WROW_DEVICE void wrow_sleep(uint32_t ns)
{
    __nanosleep(ns);
}
/* Cycles of this multiprocessor; nanoseconds of the whole device. */
WROW_DEVICE uint64_t wrow_clock(void)
{
    return (uint64_t)clock64();
}
WROW_DEVICE uint64_t wrow_time_ns(void)
{
    uint64_t ns;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
}

WROW_DEVICE uint32_t wrow_ballot(uint32_t mask, bool vote)
{
    return __ballot_sync(mask, vote);
}

/* value of lane + delta; the own value where that is past the warp */
template <typename T>
WROW_DEVICE T wrow_shuffle_down(uint32_t mask, T value, uint32_t delta)
{
    return __shfl_down_sync(mask, value, delta);
}
/* value of lane ^ bits */
template <typename T>
WROW_DEVICE T wrow_shuffle_xor(uint32_t mask, T value, uint32_t bits)
{
    return __shfl_xor_sync(mask, value, bits);
}
/* value of that lane */
template <typename T> WROW_DEVICE T wrow_shuffle(uint32_t mask, T value, uint32_t lane)
{
    return __shfl_sync(mask, value, lane);
}

/* 16 bytes as four words, lowest address first. */
struct alignas(16) wrow_words4 {
    uint32_t w[4];
};

/* Plain load and store of 16 aligned bytes. */
WROW_DEVICE wrow_words4 wrow_load16(const void *from)
{
    const uint4 v = *(const uint4 *)from;
    return {{v.x, v.y, v.z, v.w}};
}
WROW_DEVICE void wrow_store16(void *to, wrow_words4 v)
{
    *(uint4 *)to = make_uint4(v.w[0], v.w[1], v.w[2], v.w[3]);
}
/* 16 aligned bytes that nobody writes during the kernel and that are read once:
 * they need no place in the first-level cache. */
WROW_DEVICE wrow_words4 wrow_load16_once(const void *from)
{
    wrow_words4 v;
    asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.w[0]), "=r"(v.w[1]), "=r"(v.w[2]), "=r"(v.w[3])
                 : "l"(__cvta_generic_to_global(from)));
    return v;
}
/* As above, but the neighbour lane wants the same bytes: the cache serves it. */
WROW_DEVICE wrow_words4 wrow_load16_constant(const void *from)
{
    wrow_words4 v;
    asm volatile("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.w[0]), "=r"(v.w[1]), "=r"(v.w[2]), "=r"(v.w[3])
                 : "l"(__cvta_generic_to_global(from)));
    return v;
}

/* Nothing, but the compiler forgets what it has computed from these bits: decoding
 * them again is cheaper than keeping what they decode to in registers. */
WROW_DEVICE void wrow_forget(wrow_words4 &v)
{
    asm volatile("" : "+r"(v.w[0]), "+r"(v.w[1]), "+r"(v.w[2]), "+r"(v.w[3]));
}

/* The word that starts `bits` (0..31) bits into the pair low, high. */
WROW_DEVICE uint32_t wrow_funnel(uint32_t low, uint32_t high, uint32_t bits)
{
    return __funnelshift_r(low, high, bits);
}

/* sum + the four signed (unsigned) bytes of a word */
WROW_DEVICE int32_t wrow_add_bytes(int32_t sum, uint32_t word)
{
    return __dp4a((int32_t)word, 0x01010101, sum);
}
WROW_DEVICE uint32_t wrow_add_ubytes(uint32_t sum, uint32_t word)
{
    return __dp4a(word, 0x01010101u, sum);
}
/* sum + the two signed (unsigned) halves of a word */
WROW_DEVICE int32_t wrow_add_halves(int32_t sum, uint32_t word)
{
    return __dp2a_lo((int32_t)word, 0x0101, sum);
}
WROW_DEVICE uint32_t wrow_add_uhalves(uint32_t sum, uint32_t word)
{
    return __dp2a_lo(word, 0x0101u, sum);
}
/* unsigned minimum of each of the four bytes (two halves) */
WROW_DEVICE uint32_t wrow_min_ubytes(uint32_t a, uint32_t b)
{
    return __vminu4(a, b);
}
WROW_DEVICE uint32_t wrow_min_uhalves(uint32_t a, uint32_t b)
{
    return __vminu2(a, b);
}
WROW_DEVICE uint32_t wrow_popcount(uint32_t word)
{
    return (uint32_t)__popc(word);
}

/* f16 bits to f32, exact */
WROW_DEVICE float wrow_f16_to_f32(uint16_t bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

#endif
#endif
