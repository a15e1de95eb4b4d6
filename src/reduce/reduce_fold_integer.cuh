/* reduce_fold_integer.cuh -- sum and product of integers, modulo 2^64. */
#ifndef WROW_REDUCE_FOLD_INTEGER_CUH
#define WROW_REDUCE_FOLD_INTEGER_CUH

#include "reduce/reduce_fold.cuh"

/* A narrow sum modulo 2^64. */
WROW_DEVICE uint64_t widen(int32_t a)
{
    return (uint64_t)(int64_t)a;
}
WROW_DEVICE uint64_t widen(uint32_t a)
{
    return a;
}
WROW_DEVICE uint64_t widen(uint64_t a)
{
    return a;
}

/* Integers modulo 2^64. E (REDUCE_TERMS_MAP) says how a strip joins. */
template <typename E, typename Op> struct fold_integer {
    enum { BYTES = E::BYTES };
    typedef uint64_t word;
    struct lanes {
        typename E::narrow part; /* of up to 8 strips */
        uint64_t whole;
    };
    WROW_DEVICE word identity(const reduce_job &)
    {
        return Op::IDENTITY;
    }
    WROW_DEVICE void start(lanes &l, const reduce_job &)
    {
        l.part = (typename E::narrow)Op::IDENTITY;
        l.whole = Op::IDENTITY;
    }
    WROW_DEVICE void take(lanes &l, const wrow_words4 &s, const reduce_job &)
    {
        E::take(l.part, s);
    }
    WROW_DEVICE void settle(lanes &l)
    {
        l.whole = Op::apply(l.whole, widen(l.part));
        l.part = (typename E::narrow)Op::IDENTITY;
    }
    WROW_DEVICE word word_of(lanes &l, const reduce_job &)
    {
        return l.whole;
    }
    WROW_DEVICE word combine(word x, word y)
    {
        return Op::apply(x, y);
    }
};

WROW_DEVICE uint64_t pair(uint32_t low, uint32_t high)
{
    return (uint64_t)high << 32 | low;
}

/* X(name, bytes of an element, accumulator of up to 8 strips, how `step` words of a
 * strip, w[0] the first, join it). Eight strips of bytes or halves cannot leave 32
 * bits; two halves or four bytes multiply exactly in 32, and two such products in 64.
 * A strip is multiplied up on its own, so that only one product waits for the last. */
#define REDUCE_TERMS_MAP(X)                                                              \
    X(sum_i8, 1, int32_t, 1, a = wrow_add_bytes(a, w[0]))                                \
    X(sum_u8, 1, uint32_t, 1, a = wrow_add_ubytes(a, w[0]))                              \
    X(sum_i16, 2, int32_t, 1, a = wrow_add_halves(a, w[0]))                              \
    X(sum_u16, 2, uint32_t, 1, a = wrow_add_uhalves(a, w[0]))                            \
    X(sum_i32, 4, uint64_t, 1, a += widen((int32_t)w[0]))                                \
    X(sum_u32, 4, uint64_t, 1, a += w[0])                                                \
    X(sum_64, 8, uint64_t, 2, a += pair(w[0], w[1]))                                     \
    X(product_i8, 1, uint64_t, 4,                                                        \
      a *= product_of_two(product_of_bytes(w[0]), product_of_bytes(w[1])) *              \
           product_of_two(product_of_bytes(w[2]), product_of_bytes(w[3])))               \
    X(product_u8, 1, uint64_t, 4,                                                        \
      a *= product_of_two(product_of_ubytes(w[0]), product_of_ubytes(w[1])) *            \
           product_of_two(product_of_ubytes(w[2]), product_of_ubytes(w[3])))             \
    X(product_i16, 2, uint64_t, 4,                                                       \
      a *= product_of_two(product_of_halves(w[0]), product_of_halves(w[1])) *            \
           product_of_two(product_of_halves(w[2]), product_of_halves(w[3])))             \
    X(product_u16, 2, uint64_t, 4,                                                       \
      a *= product_of_two(product_of_uhalves(w[0]), product_of_uhalves(w[1])) *          \
           product_of_two(product_of_uhalves(w[2]), product_of_uhalves(w[3])))           \
    X(product_i32, 4, uint64_t, 4,                                                       \
      a *= product_of_two((int32_t)w[0], (int32_t)w[1]) *                                \
           product_of_two((int32_t)w[2], (int32_t)w[3]))                                 \
    X(product_u32, 4, uint64_t, 4,                                                       \
      a *= product_of_two(w[0], w[1]) * product_of_two(w[2], w[3]))                      \
    X(product_64, 8, uint64_t, 2, a *= pair(w[0], w[1]))

WROW_DEVICE int32_t product_of_bytes(uint32_t word)
{
    const int32_t w = (int32_t)word;
    return (int8_t)w * (int8_t)(w >> 8) * ((int8_t)(w >> 16) * (w >> 24));
}
WROW_DEVICE uint32_t product_of_ubytes(uint32_t w)
{
    return (w & 0xffu) * (w >> 8 & 0xffu) * ((w >> 16 & 0xffu) * (w >> 24));
}

WROW_DEVICE int32_t product_of_halves(uint32_t w)
{
    return (int16_t)w * ((int32_t)w >> 16);
}
WROW_DEVICE uint32_t product_of_uhalves(uint32_t w)
{
    return (w & 0xffffu) * (w >> 16);
}
WROW_DEVICE uint64_t product_of_two(int32_t x, int32_t y)
{
    return (uint64_t)((int64_t)x * y);
}
WROW_DEVICE uint64_t product_of_two(uint32_t x, uint32_t y)
{
    return (uint64_t)x * y;
}

#define X(name, bytes, accumulator, step, join)                                          \
    struct name {                                                                        \
        enum { BYTES = bytes };                                                          \
        typedef accumulator narrow;                                                      \
        WROW_DEVICE void take(narrow &a, const wrow_words4 &s)                           \
        {                                                                                \
            WROW_UNROLL                                                                  \
            for (int k = 0; k < 4; k += step) {                                          \
                const uint32_t *const w = &s.w[k];                                       \
                join;                                                                    \
            }                                                                            \
        }                                                                                \
    };
REDUCE_TERMS_MAP(X)
#undef X

#endif
