/* reduce_fold_bits.cuh -- bitwise operations and counts of what is not zero. */
#ifndef WROW_REDUCE_FOLD_BITS_CUH
#define WROW_REDUCE_FOLD_BITS_CUH

#include "reduce/reduce_fold_integer.cuh"

/* Bitwise operations need no elements until the very end: whole words are folded,
 * and then halved down to the element's width. */
struct bits_and {
    WROW_DEVICE uint32_t apply(uint32_t x, uint32_t y)
    {
        return x & y;
    }
};
struct bits_or {
    WROW_DEVICE uint32_t apply(uint32_t x, uint32_t y)
    {
        return x | y;
    }
};
struct bits_xor {
    WROW_DEVICE uint32_t apply(uint32_t x, uint32_t y)
    {
        return x ^ y;
    }
};
template <typename Op> struct fold_bits {
    enum { BYTES = 1 }; /* the source is told so too */
    typedef uint64_t word;
    typedef wrow_words4 lanes;
    WROW_DEVICE word identity(const reduce_job &job)
    {
        return job.identity_word;
    }
    WROW_DEVICE void start(lanes &l, const reduce_job &job)
    {
        WROW_UNROLL
        for (int k = 0; k < 4; ++k)
            l.w[k] = job.fill.w[k];
    }
    WROW_DEVICE void take(lanes &l, const wrow_words4 &s, const reduce_job &)
    {
        WROW_UNROLL
        for (int k = 0; k < 4; ++k)
            l.w[k] = Op::apply(l.w[k], s.w[k]);
    }
    WROW_DEVICE void settle(lanes &)
    {
    }
    WROW_DEVICE word word_of(lanes &l, const reduce_job &job)
    {
        const uint32_t even = Op::apply(l.w[0], l.w[2]), odd = Op::apply(l.w[1], l.w[3]);
        if (job.element_bytes == 8)
            return pair(even, odd);
        uint32_t folded = Op::apply(even, odd);
        if (job.element_bytes <= 2)
            folded = Op::apply(folded, folded >> 16) & 0xffffu;
        if (job.element_bytes == 1)
            folded = Op::apply(folded, folded >> 8) & 0xffu;
        return folded;
    }
    WROW_DEVICE word combine(word x, word y)
    {
        return pair(Op::apply((uint32_t)x, (uint32_t)y),
                    Op::apply((uint32_t)(x >> 32), (uint32_t)(y >> 32)));
    }
};

/* How many elements of BITS bits are not zero, the sign of floats masked away.
 * The packed test: adding all ones but the top carries into the top bit of every
 * field that is not zero below it. */
template <int BITS> struct fold_nonzero {
    enum { BYTES = BITS / 8 };
    typedef uint64_t word;
    struct lanes {
        uint64_t count;
        uint32_t part;
    };
    WROW_DEVICE word identity(const reduce_job &)
    {
        return 0;
    }
    WROW_DEVICE void start(lanes &l, const reduce_job &)
    {
        l.count = 0;
        l.part = 0;
    }
    WROW_DEVICE void take(lanes &l, const wrow_words4 &s, const reduce_job &job)
    {
        const uint32_t top = BITS == 8 ? 0x80808080u : 0x80008000u;
        WROW_UNROLL
        for (int k = 0; k < 4; k += BITS == 64 ? 2 : 1) {
            const uint32_t x = s.w[k] & job.keep.w[k];
            if (BITS == 64)
                l.part += (x | (s.w[k + 1] & job.keep.w[k + 1])) != 0;
            else if (BITS == 32)
                l.part += x != 0;
            else
                l.part += wrow_popcount((((x & ~top) + ~top) | x) & top);
        }
    }
    WROW_DEVICE void settle(lanes &l)
    {
        l.count += l.part;
        l.part = 0;
    }
    WROW_DEVICE word word_of(lanes &l, const reduce_job &)
    {
        return l.count;
    }
    WROW_DEVICE word combine(word x, word y)
    {
        return x + y;
    }
};

#endif
