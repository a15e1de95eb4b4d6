/* device_memory.cuh -- the words of windrow/device/memory.cuh for the executor: each
 * hands its operation, order and scope to the memory model. */
#ifndef WINDROW_TESTS_DEVICE_MEMORY_CUH
#define WINDROW_TESTS_DEVICE_MEMORY_CUH

#include "device_words.cuh"

WROW_DEVICE simt_value simt_value_of(uint64_t word)
{
    return {word, 0};
}
WROW_DEVICE simt_value simt_value_of(const wrow_words4 &v)
{
    return {(uint64_t)v.w[1] << 32 | v.w[0], (uint64_t)v.w[3] << 32 | v.w[2]};
}
WROW_DEVICE void simt_get(const simt_value &value, uint32_t *word)
{
    *word = (uint32_t)value.low;
}
WROW_DEVICE void simt_get(const simt_value &value, uint64_t *word)
{
    *word = value.low;
}
WROW_DEVICE void simt_get(const simt_value &value, wrow_words4 *v)
{
    *v = {{(uint32_t)value.low, (uint32_t)(value.low >> 32), (uint32_t)value.high,
           (uint32_t)(value.high >> 32)}};
}

template <typename T>
WROW_DEVICE T simt_word(simt_operation operation, simt_order order, simt_scope scope,
                        const T *at, T value, T expected, simt_here here)
{
    const simt_access access = {operation,
                                order,
                                scope,
                                (void *)at,
                                sizeof(T),
                                simt_value_of(value),
                                simt_value_of(expected),
                                here};
    T before;
    simt_get(simt_memory(&access), &before);
    return before;
}

#define SIMT_LOAD_WORD(order, scope, T)                                                  \
    WROW_DEVICE T wrow_load_##order##_##scope(const T *from,                             \
                                              simt_here here = simt_here())              \
    {                                                                                    \
        return simt_word(SIMT_LOAD, SIMT_##order, SIMT_##scope, from, T(), T(), here);   \
    }
#define SIMT_STORE_WORD(order, scope, T)                                                 \
    WROW_DEVICE void wrow_store_##order##_##scope(T *to, T value,                        \
                                                  simt_here here = simt_here())          \
    {                                                                                    \
        simt_word(SIMT_STORE, SIMT_##order, SIMT_##scope, to, value, T(), here);         \
    }
#define SIMT_RMW_WORD(name, NAME, order, scope, T)                                       \
    WROW_DEVICE T wrow_##name##_##order##_##scope(T *at, T value,                        \
                                                  simt_here here = simt_here())          \
    {                                                                                    \
        return simt_word(SIMT_##NAME, SIMT_##order, SIMT_##scope, at, value, T(), here); \
    }
#define SIMT_RMW_WORDS(order, scope, T)                                                  \
    SIMT_RMW_WORD(add, ADD, order, scope, T)                                             \
    SIMT_RMW_WORD(min, MIN, order, scope, T)                                             \
    SIMT_RMW_WORD(max, MAX, order, scope, T)                                             \
    SIMT_RMW_WORD(and, AND, order, scope, T)                                             \
    SIMT_RMW_WORD(or, OR, order, scope, T)                                               \
    SIMT_RMW_WORD(exchange, EXCHANGE, order, scope, T)                                   \
    WROW_DEVICE T wrow_compare_exchange_##order##_##scope(T *at, T expected, T value,    \
                                                          simt_here here = simt_here())  \
    {                                                                                    \
        return simt_word(SIMT_COMPARE_EXCHANGE, SIMT_##order, SIMT_##scope, at, value,   \
                         expected, here);                                                \
    }
#define SIMT_FENCE_WORD(order, scope)                                                    \
    WROW_DEVICE void wrow_fence_##order##_##scope(simt_here here = simt_here())          \
    {                                                                                    \
        simt_word<uint32_t>(SIMT_FENCE, SIMT_##order, SIMT_##scope, NULL, 0, 0, here);   \
    }

#define SIMT_WORDS_OF(scope, T)                                                          \
    SIMT_LOAD_WORD(relaxed, scope, T)                                                    \
    SIMT_LOAD_WORD(acquire, scope, T)                                                    \
    SIMT_STORE_WORD(relaxed, scope, T)                                                   \
    SIMT_STORE_WORD(release, scope, T)                                                   \
    SIMT_RMW_WORDS(relaxed, scope, T)                                                    \
    SIMT_RMW_WORDS(acquire, scope, T)                                                    \
    SIMT_RMW_WORDS(release, scope, T)                                                    \
    SIMT_RMW_WORDS(acq_rel, scope, T)
#define SIMT_SCOPE(scope)                                                                \
    SIMT_WORDS_OF(scope, uint32_t)                                                       \
    SIMT_WORDS_OF(scope, uint64_t)                                                       \
    SIMT_LOAD_WORD(relaxed, scope, wrow_words4)                                          \
    SIMT_STORE_WORD(relaxed, scope, wrow_words4)                                         \
    SIMT_FENCE_WORD(acq_rel, scope)                                                      \
    SIMT_FENCE_WORD(seq_cst, scope)

SIMT_SCOPE(block)
SIMT_SCOPE(device)
SIMT_SCOPE(system)

#endif
