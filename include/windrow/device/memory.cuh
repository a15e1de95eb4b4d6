/*
 * windrow/device/memory.cuh -- loads, stores, read-modify-writes and fences, each
 * with its order and its scope in its name: wrow_load_acquire_device(p).
 *
 *   scope   block, device, system: who may be on the other side
 *   order   relaxed: the word alone; acquire, release, acq_rel: what was written
 *           before the release is seen after the acquire that reads from it
 *
 * Types: uint32_t and uint64_t; relaxed loads and stores also of wrow_words4, 16
 * aligned bytes that are never torn. Publish with a release, poll with a relaxed
 * load and fence after it; where value and flag fit one word, pack them, and
 * relaxed order is all that is needed. seq_cst is for algorithms in which two
 * threads each write and then read the other's word (Dekker, Peterson).
 */
#ifndef WROW_DEVICE_MEMORY_CUH
#define WROW_DEVICE_MEMORY_CUH

#include <windrow/device/words.cuh>

#if defined(WROW_DEVICE_MEMORY)
#include WROW_DEVICE_MEMORY
#else

/* X(scope as we say it, scope in PTX) */
#define WROW_SCOPE_MAP(X)                                                                \
    X(block, cta)                                                                        \
    X(device, gpu)                                                                       \
    X(system, sys)
/* Every operation below exists for both widths: Y(scope, ptx, bits, register) */
#define WROW_WIDTHS(Y, scope, ptx) Y(scope, ptx, 32, "r") Y(scope, ptx, 64, "l")

#define WROW_LOAD_(order, scope, ptx, bits, reg)                                         \
    WROW_DEVICE uint##bits##_t wrow_load_##order##_##scope(const uint##bits##_t *from)   \
    {                                                                                    \
        uint##bits##_t value;                                                            \
        asm volatile("ld." #order "." #ptx ".u" #bits " %0, [%1];"                       \
                     : "=" reg(value)                                                    \
                     : "l"(from)                                                         \
                     : "memory");                                                        \
        return value;                                                                    \
    }
#define WROW_STORE_(order, scope, ptx, bits, reg)                                        \
    WROW_DEVICE void wrow_store_##order##_##scope(uint##bits##_t *to,                    \
                                                  uint##bits##_t value)                  \
    {                                                                                    \
        asm volatile("st." #order "." #ptx ".u" #bits " [%0], %1;" ::"l"(to), reg(value) \
                     : "memory");                                                        \
    }
/* Returns the word as it was before. */
#define WROW_RMW_(name, suffix, order, scope, ptx, bits, reg)                            \
    WROW_DEVICE uint##bits##_t wrow_##name##_##order##_##scope(uint##bits##_t *at,       \
                                                               uint##bits##_t value)     \
    {                                                                                    \
        uint##bits##_t before;                                                           \
        asm volatile("atom." #order "." #ptx "." suffix #bits " %0, [%1], %2;"           \
                     : "=" reg(before)                                                   \
                     : "l"(at), reg(value)                                               \
                     : "memory");                                                        \
        return before;                                                                   \
    }
/* Stores `value` if the word is `expected`; returns the word as it was before. */
#define WROW_CAS_(order, scope, ptx, bits, reg)                                          \
    WROW_DEVICE uint##bits##_t wrow_compare_exchange_##order##_##scope(                  \
        uint##bits##_t *at, uint##bits##_t expected, uint##bits##_t value)               \
    {                                                                                    \
        uint##bits##_t before;                                                           \
        asm volatile("atom." #order "." #ptx ".cas.b" #bits " %0, [%1], %2, %3;"         \
                     : "=" reg(before)                                                   \
                     : "l"(at), reg(expected), reg(value)                                \
                     : "memory");                                                        \
        return before;                                                                   \
    }

#define WROW_RMW_ORDER_(order, scope, ptx, bits, reg)                                    \
    WROW_RMW_(add, "add.u", order, scope, ptx, bits, reg)                                \
    WROW_RMW_(min, "min.u", order, scope, ptx, bits, reg)                                \
    WROW_RMW_(max, "max.u", order, scope, ptx, bits, reg)                                \
    WROW_RMW_(and, "and.b", order, scope, ptx, bits, reg)                                \
    WROW_RMW_(or, "or.b", order, scope, ptx, bits, reg)                                  \
    WROW_RMW_(exchange, "exch.b", order, scope, ptx, bits, reg)                          \
    WROW_CAS_(order, scope, ptx, bits, reg)

#define WROW_WORDS_OF_WIDTH_(scope, ptx, bits, reg)                                      \
    WROW_LOAD_(relaxed, scope, ptx, bits, reg)                                           \
    WROW_LOAD_(acquire, scope, ptx, bits, reg)                                           \
    WROW_STORE_(relaxed, scope, ptx, bits, reg)                                          \
    WROW_STORE_(release, scope, ptx, bits, reg)                                          \
    WROW_RMW_ORDER_(relaxed, scope, ptx, bits, reg)                                      \
    WROW_RMW_ORDER_(acquire, scope, ptx, bits, reg)                                      \
    WROW_RMW_ORDER_(release, scope, ptx, bits, reg)                                      \
    WROW_RMW_ORDER_(acq_rel, scope, ptx, bits, reg)

#define WROW_FENCE_(order, word, scope, ptx)                                             \
    WROW_DEVICE void wrow_fence_##order##_##scope(void)                                  \
    {                                                                                    \
        asm volatile("fence." #word "." #ptx ";" ::: "memory");                          \
    }

#define WROW_LOAD16_(scope, ptx)                                                         \
    WROW_DEVICE wrow_words4 wrow_load_relaxed_##scope(const wrow_words4 *from)           \
    {                                                                                    \
        uint64_t low, high;                                                              \
        asm volatile("{\n\t.reg .b128 v;\n\t"                                            \
                     "ld.relaxed." #ptx ".b128 v, [%2];\n\t"                             \
                     "mov.b128 {%0, %1}, v;\n\t}"                                        \
                     : "=l"(low), "=l"(high)                                             \
                     : "l"(from)                                                         \
                     : "memory");                                                        \
        return {{(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high,                   \
                 (uint32_t)(high >> 32)}};                                               \
    }                                                                                    \
    WROW_DEVICE void wrow_store_relaxed_##scope(wrow_words4 *to, wrow_words4 value)      \
    {                                                                                    \
        const uint64_t low = (uint64_t)value.w[1] << 32 | value.w[0];                    \
        const uint64_t high = (uint64_t)value.w[3] << 32 | value.w[2];                   \
        asm volatile("{\n\t.reg .b128 v;\n\t"                                            \
                     "mov.b128 v, {%1, %2};\n\t"                                         \
                     "st.relaxed." #ptx ".b128 [%0], v;\n\t}" ::"l"(to),                 \
                     "l"(low), "l"(high)                                                 \
                     : "memory");                                                        \
    }

#define WROW_SCOPED_(scope, ptx)                                                         \
    WROW_WIDTHS(WROW_WORDS_OF_WIDTH_, scope, ptx)                                        \
    WROW_FENCE_(acq_rel, acq_rel, scope, ptx)                                            \
    WROW_FENCE_(seq_cst, sc, scope, ptx)                                                 \
    WROW_LOAD16_(scope, ptx)

WROW_SCOPE_MAP(WROW_SCOPED_)

#endif
#endif
