/*
 * device_words.cuh -- the words of windrow/device/words.cuh for the executor: what
 * WROW_DEVICE_WORDS names when kernels are compiled for the CPU.
 */
#ifndef WINDROW_TESTS_DEVICE_WORDS_CUH
#define WINDROW_TESTS_DEVICE_WORDS_CUH

#include "core/element.h"
#include "words.h"
#include <string.h>
#include <type_traits>

#define WROW_DEVICE                static inline
#define WROW_DEVICE_METHOD         inline
#define WROW_KERNEL(threads, most) static void
#define WROW_ARGUMENT(type, name)  const type &name
#define WROW_UNROLL

/* The place of the caller: a default argument is evaluated where the call stands. */
struct simt_here : simt_place {
    simt_here(const char *from = __builtin_FILE(), int at = __builtin_LINE())
    {
        file = from;
        line = at;
    }
};

/* ------------------------------------------------------------------ launching */
template <typename J> struct simt_typed {
    static void invoke(void (*function)(void), const void *argument)
    {
        ((void (*)(const J &))function)(*(const J *)argument);
    }
};

/* One entry a kernel, however often tables name it. */
template <typename J>
static inline const void *simt_register(void (*kernel)(const J &), const char *name)
{
    for (const simt_kernel *k = simt_kernels(); k; k = k->next)
        if (k->function == (void (*)(void))kernel)
            return k;
    simt_kernel *const made = new simt_kernel();
    made->name = name;
    made->argument_bytes = sizeof(J);
    made->function = (void (*)(void))kernel;
    made->invoke = simt_typed<J>::invoke;
    simt_add_kernel(made);
    return made;
}
#define WROW_KERNEL_POINTER(...) simt_register(__VA_ARGS__, #__VA_ARGS__)

/* -------------------------------------------------------------- shared memory */
/* A T in shared memory: each access is checked. */
template <typename T> class simt_cell
{
    T value;

  public:
    operator T() const
    {
        simt_shared_read(&value, sizeof value);
        return value;
    }
    simt_cell &operator=(const T &next)
    {
        simt_shared_written(&value, sizeof value);
        value = next;
        return *this;
    }
    simt_cell &operator=(const simt_cell &from)
    {
        return *this = (T)from;
    }
    T *operator&()
    {
        return &value;
    }
    const T *operator&() const
    {
        return &value;
    }
};
template <typename T> using wrow_shared = simt_cell<T>;

#define WROW_SHARED(type, name, dimensions)                                              \
    typedef wrow_shared<type> name##_object dimensions;                                  \
    static char name##_site;                                                             \
    name##_object &name = *(name##_object *)simt_shared_object(                          \
        &name##_site, #name, sizeof(name##_object), alignof(name##_object))

/* ------------------------------------------------------------------ who am I */
enum { WROW_WARP = 32 };
#define WROW_ALL_LANES 0xffffffffu

WROW_DEVICE uint32_t wrow_thread(void)
{
    return simt_now->thread;
}
WROW_DEVICE uint32_t wrow_threads(void)
{
    return simt_now->threads;
}
WROW_DEVICE uint32_t wrow_block(void)
{
    return simt_now->block;
}
WROW_DEVICE uint32_t wrow_blocks(void)
{
    return simt_now->blocks;
}
WROW_DEVICE uint32_t wrow_lane(void)
{
    return simt_now->thread % WROW_WARP;
}
WROW_DEVICE uint32_t wrow_warp(void)
{
    return simt_now->thread / WROW_WARP;
}

/* --------------------------------------------------------- waiting and voting */
WROW_DEVICE void wrow_barrier(simt_here here = simt_here())
{
    simt_block_barrier(here);
}
WROW_DEVICE void wrow_warp_barrier(uint32_t mask, simt_here here = simt_here())
{
    simt_warp(SIMT_WARP_BARRIER, mask, 0, NULL, NULL, 0, here);
}
WROW_DEVICE void wrow_sleep(uint32_t ns, simt_here here = simt_here())
{
    simt_sleep(ns, here);
}
WROW_DEVICE uint64_t wrow_clock(simt_here here = simt_here())
{
    simt_step(here);
    return simt_time_ns();
}
WROW_DEVICE uint64_t wrow_time_ns(simt_here here = simt_here())
{
    simt_step(here);
    return simt_time_ns();
}
WROW_DEVICE uint32_t wrow_ballot(uint32_t mask, bool vote, simt_here here = simt_here())
{
    const unsigned char byte = vote;
    uint32_t votes;
    simt_warp(SIMT_BALLOT, mask, 0, &byte, &votes, sizeof byte, here);
    return votes;
}

template <typename T>
WROW_DEVICE T simt_shuffle(uint32_t mask, T value, uint32_t source, simt_here here)
{
    static_assert(sizeof(T) <= SIMT_VALUE_BYTES, "a shuffle moves 16 bytes at most");
    static_assert(std::is_trivially_copyable<T>::value, "a shuffle moves bits");
    T result;
    simt_warp(SIMT_SHUFFLE, mask, source, &value, &result, sizeof value, here);
    return result;
}
template <typename T>
WROW_DEVICE T wrow_shuffle_down(uint32_t mask, T value, uint32_t delta,
                                simt_here here = simt_here())
{
    const uint32_t lane = wrow_lane();
    return simt_shuffle(mask, value, lane + delta < WROW_WARP ? lane + delta : lane,
                        here);
}
template <typename T>
WROW_DEVICE T wrow_shuffle_xor(uint32_t mask, T value, uint32_t bits,
                               simt_here here = simt_here())
{
    return simt_shuffle(mask, value, (wrow_lane() ^ bits) % WROW_WARP, here);
}
template <typename T>
WROW_DEVICE T wrow_shuffle(uint32_t mask, T value, uint32_t lane,
                           simt_here here = simt_here())
{
    return simt_shuffle(mask, value, lane % WROW_WARP, here);
}

/* ----------------------------------------------------------- 16-byte accesses */
struct alignas(16) wrow_words4 {
    uint32_t w[4];
};

WROW_DEVICE wrow_words4 wrow_load16(const void *from, simt_here here = simt_here())
{
    simt_step(here);
    if ((uintptr_t)from % sizeof(wrow_words4))
        simt_fail("%p is not aligned to 16 bytes", from);
    simt_shared_read(from, sizeof(wrow_words4));
    return *(const wrow_words4 *)from;
}
WROW_DEVICE void wrow_store16(void *to, wrow_words4 v, simt_here here = simt_here())
{
    simt_step(here);
    if ((uintptr_t)to % sizeof v)
        simt_fail("%p is not aligned to 16 bytes", to);
    simt_shared_written(to, sizeof v);
    *(wrow_words4 *)to = v;
}
WROW_DEVICE wrow_words4 wrow_load16_once(const void *from, simt_here here = simt_here())
{
    return wrow_load16(from, here);
}
WROW_DEVICE wrow_words4 wrow_load16_constant(const void *from,
                                             simt_here here = simt_here())
{
    return wrow_load16(from, here);
}
WROW_DEVICE void wrow_forget(wrow_words4 &)
{
}

/* ---------------------------------------------------------- packed arithmetic */
WROW_DEVICE uint32_t wrow_funnel(uint32_t low, uint32_t high, uint32_t bits)
{
    return (uint32_t)(((uint64_t)high << 32 | low) >> bits % 32);
}
WROW_DEVICE int32_t wrow_add_bytes(int32_t sum, uint32_t word)
{
    uint32_t total = (uint32_t)sum;
    for (int k = 0; k < 4; ++k)
        total += (uint32_t)(int32_t)(int8_t)(word >> 8 * k);
    return (int32_t)total;
}
WROW_DEVICE uint32_t wrow_add_ubytes(uint32_t sum, uint32_t word)
{
    for (int k = 0; k < 4; ++k)
        sum += word >> 8 * k & 0xffu;
    return sum;
}
WROW_DEVICE int32_t wrow_add_halves(int32_t sum, uint32_t word)
{
    const uint32_t low = (uint32_t)(int32_t)(int16_t)word;
    return (int32_t)((uint32_t)sum + low + (uint32_t)((int32_t)word >> 16));
}
WROW_DEVICE uint32_t wrow_add_uhalves(uint32_t sum, uint32_t word)
{
    return sum + (word & 0xffffu) + (word >> 16);
}
/* Fields of `bits` bits, each the smaller of the two. */
WROW_DEVICE uint32_t simt_min_fields(uint32_t a, uint32_t b, uint32_t bits)
{
    const uint32_t field = (1u << bits) - 1;
    uint32_t least = 0;
    for (uint32_t at = 0; at < 32; at += bits) {
        const uint32_t x = a >> at & field, y = b >> at & field;
        least |= (x < y ? x : y) << at;
    }
    return least;
}
WROW_DEVICE uint32_t wrow_min_ubytes(uint32_t a, uint32_t b)
{
    return simt_min_fields(a, b, 8);
}
WROW_DEVICE uint32_t wrow_min_uhalves(uint32_t a, uint32_t b)
{
    return simt_min_fields(a, b, 16);
}
WROW_DEVICE uint32_t wrow_popcount(uint32_t word)
{
    return (uint32_t)__builtin_popcount(word);
}
WROW_DEVICE float wrow_f16_to_f32(uint16_t bits)
{
    return f16_to_f32(bits);
}

#endif
