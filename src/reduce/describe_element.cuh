/* describe_element.cuh -- one row a type: how wrow_describe reads the bits of an
 * element as an f64 and as an ascending unsigned key. */
#ifndef WROW_DESCRIBE_ELEMENT_CUH
#define WROW_DESCRIBE_ELEMENT_CUH

#include "core/element.h"
#include <windrow/device/words.cuh>

/* Element p of a strip, zero-extended. */
template <int BYTES> WROW_DEVICE uint64_t strip_element(const wrow_words4 &s, int p)
{
    if (BYTES == 8)
        return (uint64_t)s.w[p * 2 + 1] << 32 | s.w[p * 2];
    const uint32_t word = s.w[p * BYTES / 4] >> p * BYTES % 4 * 8;
    return BYTES == 1 ? word & 0xffu : BYTES == 2 ? word & 0xffffu : word;
}

/* Keys are compared in 32 bits where they fit. */
template <int BYTES> struct key_of {
    typedef uint32_t type;
};
template <> struct key_of<8> {
    typedef uint64_t type;
};

/* X(name, bytes of an element, is a float, its f64, its key) of uint64_t bits. */
#define DESCRIBE_ELEMENT_MAP(X)                                                          \
    X(i8, 1, false, (double)(int8_t)bits, bits ^ 0x80u)                                  \
    X(u8, 1, false, (double)(uint8_t)bits, bits)                                         \
    X(i16, 2, false, (double)(int16_t)bits, bits ^ 0x8000u)                              \
    X(u16, 2, false, (double)(uint16_t)bits, bits)                                       \
    X(i32, 4, false, (double)(int32_t)bits, bits ^ 0x80000000u)                          \
    X(u32, 4, false, (double)(uint32_t)bits, bits)                                       \
    X(i64, 8, false, (double)(int64_t)bits, bits ^ (uint64_t)1 << 63)                    \
    X(u64, 8, false, (double)bits, bits)                                                 \
    X(f16, 2, true, (double)wrow_f16_to_f32((uint16_t)bits), float_key(bits, 16))        \
    X(bf16, 2, true, (double)bf16_to_f32((uint16_t)bits), float_key(bits, 16))           \
    X(f32, 4, true, (double)f32_from_bits((uint32_t)bits), float_key(bits, 32))          \
    X(f64, 8, true, f64_from_bits(bits), float_key(bits, 64))

#define X(name, bytes, is_float, as_f64, as_key)                                         \
    struct describe_##name {                                                             \
        enum { BYTES = bytes, IS_FLOAT = is_float };                                     \
        typedef key_of<bytes>::type key_type;                                            \
        WROW_DEVICE double value(uint64_t bits)                                          \
        {                                                                                \
            return as_f64;                                                               \
        }                                                                                \
        WROW_DEVICE uint64_t key(uint64_t bits)                                          \
        {                                                                                \
            return as_key;                                                               \
        }                                                                                \
    };
DESCRIBE_ELEMENT_MAP(X)
#undef X

#endif
