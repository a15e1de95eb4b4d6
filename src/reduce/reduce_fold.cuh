/*
 * reduce_fold.cuh -- how one lane folds its strips, for each family of operations.
 *
 * A fold has
 *   BYTES           of an element
 *   word            what a lane, a run and a partial become: float, double, uint64_t
 *   lanes           accumulators of one lane
 *   identity(job)   the word that changes nothing
 *   start(a, job)   empties the accumulators
 *   take(a, s, job) adds one strip: 16 bytes, missing elements filled with identity
 *   settle(a)       after at most 8 strips: narrow sums move into wide ones
 *   word_of(a, job) folds the positions of a strip by a halving tree
 *   combine(x, y)   one step of a halving tree
 * Only the float folds have an order to keep: position p of a strip has its own
 * accumulator. The others use whatever is fastest.
 */
#ifndef WROW_REDUCE_FOLD_CUH
#define WROW_REDUCE_FOLD_CUH

#include "core/element.h"
#include "reduce/reduce_job.h"
#include <windrow/device/words.cuh>

/* Elements of a strip, by the way they are decoded. */
struct elements_f16 {
    enum { COUNT = 8, BYTES = 2 };
    typedef float word;
    WROW_DEVICE word get(const wrow_words4 &s, int p)
    {
        return wrow_f16_to_f32((uint16_t)(s.w[p / 2] >> p % 2 * 16));
    }
};
struct elements_bf16 {
    enum { COUNT = 8, BYTES = 2 };
    typedef float word;
    WROW_DEVICE word get(const wrow_words4 &s, int p)
    {
        return f32_from_bits(p % 2 ? s.w[p / 2] & 0xffff0000u : s.w[p / 2] << 16);
    }
};
struct elements_f32 {
    enum { COUNT = 4, BYTES = 4 };
    typedef double word;
    WROW_DEVICE word get(const wrow_words4 &s, int p)
    {
        return (double)f32_from_bits(s.w[p]);
    }
};
struct elements_f64 {
    enum { COUNT = 2, BYTES = 8 };
    typedef double word;
    WROW_DEVICE word get(const wrow_words4 &s, int p)
    {
        return f64_from_bits((uint64_t)s.w[2 * p + 1] << 32 | s.w[2 * p]);
    }
};

struct add {
    template <typename W> WROW_DEVICE W apply(W x, W y)
    {
        return x + y;
    }
    enum { IDENTITY = 0 }; /* of integers */
};
struct multiply {
    template <typename W> WROW_DEVICE W apply(W x, W y)
    {
        return x * y;
    }
    enum { IDENTITY = 1 };
};

WROW_DEVICE void word_from_bits(uint64_t bits, float *word)
{
    *word = f32_from_bits((uint32_t)bits);
}
WROW_DEVICE void word_from_bits(uint64_t bits, double *word)
{
    *word = f64_from_bits(bits);
}
WROW_DEVICE void word_from_bits(uint64_t bits, uint64_t *word)
{
    *word = bits;
}
WROW_DEVICE uint64_t word_bits(float word)
{
    return f32_bits(word);
}
WROW_DEVICE uint64_t word_bits(double word)
{
    return f64_bits(word);
}
WROW_DEVICE uint64_t word_bits(uint64_t word)
{
    return word;
}

/* Sum and product of floats, in the order of docs/order.md. */
template <typename E, typename Op> struct fold_float {
    enum { BYTES = E::BYTES };
    typedef typename E::word word;
    struct lanes {
        word a[E::COUNT];
    };
    WROW_DEVICE word identity(const reduce_job &job)
    {
        word w;
        word_from_bits(job.identity_word, &w);
        return w;
    }
    WROW_DEVICE void start(lanes &l, const reduce_job &job)
    {
        WROW_UNROLL for (int p = 0; p < E::COUNT; ++p) l.a[p] = identity(job);
    }
    WROW_DEVICE void take(lanes &l, const wrow_words4 &s, const reduce_job &)
    {
        WROW_UNROLL for (int p = 0; p < E::COUNT; ++p) l.a[p] =
            Op::apply(l.a[p], E::get(s, p));
    }
    WROW_DEVICE void settle(lanes &)
    {
    }
    WROW_DEVICE word word_of(lanes &l, const reduce_job &)
    {
        WROW_UNROLL for (int h = E::COUNT / 2; h > 0; h /= 2)
            WROW_UNROLL for (int p = 0; p < h; ++p)
                l.a[p] = Op::apply(l.a[p], l.a[p + h]);
        return l.a[0];
    }
    WROW_DEVICE word combine(word x, word y)
    {
        return Op::apply(x, y);
    }
};

/* Integers modulo 2^64. E says how a strip becomes wide terms. */
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
        l.whole = Op::apply(l.whole, E::widen(l.part));
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

/* Terms of sums. Eight strips of bytes or halves cannot leave 32 bits. */
struct sum_i8 {
    enum { BYTES = 1 };
    typedef int32_t narrow;
    WROW_DEVICE void take(narrow &a, const wrow_words4 &s)
    {
        WROW_UNROLL for (int k = 0; k < 4; ++k) a = wrow_add_bytes(a, s.w[k]);
    }
    WROW_DEVICE uint64_t widen(narrow a)
    {
        return (uint64_t)(int64_t)a;
    }
};
struct sum_u8 {
    enum { BYTES = 1 };
    typedef uint32_t narrow;
    WROW_DEVICE void take(narrow &a, const wrow_words4 &s)
    {
        WROW_UNROLL for (int k = 0; k < 4; ++k) a = wrow_add_ubytes(a, s.w[k]);
    }
    WROW_DEVICE uint64_t widen(narrow a)
    {
        return a;
    }
};
struct sum_i16 {
    enum { BYTES = 2 };
    typedef int32_t narrow;
    WROW_DEVICE void take(narrow &a, const wrow_words4 &s)
    {
        WROW_UNROLL for (int k = 0; k < 4; ++k) a = wrow_add_halves(a, s.w[k]);
    }
    WROW_DEVICE uint64_t widen(narrow a)
    {
        return (uint64_t)(int64_t)a;
    }
};
struct sum_u16 {
    enum { BYTES = 2 };
    typedef uint32_t narrow;
    WROW_DEVICE void take(narrow &a, const wrow_words4 &s)
    {
        WROW_UNROLL for (int k = 0; k < 4; ++k) a = wrow_add_uhalves(a, s.w[k]);
    }
    WROW_DEVICE uint64_t widen(narrow a)
    {
        return a;
    }
};
struct wide_terms {
    typedef uint64_t narrow;
    WROW_DEVICE uint64_t widen(narrow a)
    {
        return a;
    }
};
struct sum_i32 : wide_terms {
    enum { BYTES = 4 };
    WROW_DEVICE void take(narrow &a, const wrow_words4 &s)
    {
        WROW_UNROLL for (int k = 0; k < 4; ++k) a += (uint64_t)(int64_t)(int32_t)s.w[k];
    }
};
struct sum_u32 : wide_terms {
    enum { BYTES = 4 };
    WROW_DEVICE void take(narrow &a, const wrow_words4 &s)
    {
        WROW_UNROLL for (int k = 0; k < 4; ++k) a += s.w[k];
    }
};
WROW_DEVICE uint64_t pair(uint32_t low, uint32_t high)
{
    return (uint64_t)high << 32 | low;
}
struct sum_64 : wide_terms {
    enum { BYTES = 8 };
    WROW_DEVICE void take(narrow &a, const wrow_words4 &s)
    {
        a += pair(s.w[0], s.w[1]) + pair(s.w[2], s.w[3]);
    }
};

/* Terms of products. Four bytes or two halves multiply exactly in 32 bits. */
struct product_i8 : wide_terms {
    enum { BYTES = 1 };
    WROW_DEVICE void take(narrow &a, const wrow_words4 &s)
    {
        WROW_UNROLL for (int k = 0; k < 4; ++k)
        {
            const int32_t w = (int32_t)s.w[k];
            const int32_t low = (int8_t)w * (int8_t)(w >> 8);
            const int32_t high = (int8_t)(w >> 16) * (w >> 24);
            a *= (uint64_t)(int64_t)(low * high);
        }
    }
};
struct product_u8 : wide_terms {
    enum { BYTES = 1 };
    WROW_DEVICE void take(narrow &a, const wrow_words4 &s)
    {
        WROW_UNROLL for (int k = 0; k < 4; ++k)
        {
            const uint32_t w = s.w[k];
            const uint32_t low = (w & 0xffu) * (w >> 8 & 0xffu);
            const uint32_t high = (w >> 16 & 0xffu) * (w >> 24);
            a *= low * high;
        }
    }
};
struct product_i16 : wide_terms {
    enum { BYTES = 2 };
    WROW_DEVICE void take(narrow &a, const wrow_words4 &s)
    {
        WROW_UNROLL for (int k = 0; k < 4; ++k)
        {
            const int32_t w = (int32_t)s.w[k];
            a *= (uint64_t)(int64_t)((int16_t)w * (w >> 16));
        }
    }
};
struct product_u16 : wide_terms {
    enum { BYTES = 2 };
    WROW_DEVICE void take(narrow &a, const wrow_words4 &s)
    {
        WROW_UNROLL for (int k = 0; k < 4; ++k) a *= (s.w[k] & 0xffffu) * (s.w[k] >> 16);
    }
};
struct product_i32 : wide_terms {
    enum { BYTES = 4 };
    WROW_DEVICE void take(narrow &a, const wrow_words4 &s)
    {
        WROW_UNROLL for (int k = 0; k < 4; k += 2) a *=
            (uint64_t)((int64_t)(int32_t)s.w[k] * (int32_t)s.w[k + 1]);
    }
};
struct product_u32 : wide_terms {
    enum { BYTES = 4 };
    WROW_DEVICE void take(narrow &a, const wrow_words4 &s)
    {
        WROW_UNROLL for (int k = 0; k < 4; k += 2) a *= (uint64_t)s.w[k] * s.w[k + 1];
    }
};
struct product_64 : wide_terms {
    enum { BYTES = 8 };
    WROW_DEVICE void take(narrow &a, const wrow_words4 &s)
    {
        a *= pair(s.w[0], s.w[1]) * pair(s.w[2], s.w[3]);
    }
};

WROW_DEVICE uint64_t least(uint64_t x, uint64_t y)
{
    return x < y ? x : y;
}

/* What the folds of keys share: the smallest key wins, all ones is nothing. */
struct fold_least {
    typedef uint64_t word;
    WROW_DEVICE word identity(const reduce_job &job)
    {
        return job.identity_word;
    }
    WROW_DEVICE word combine(word x, word y)
    {
        return least(x, y);
    }
};

/* min and max of integers: keys are bits ^ flip. Bytes are taken as the upper
 * halves of 16-bit keys, even and odd ones apart, since Hopper has a packed
 * minimum for halves and none for bytes. */
struct fold_key8 : fold_least {
    enum { BYTES = 1 };
    struct lanes {
        uint32_t even, odd;
    };
    WROW_DEVICE void start(lanes &l, const reduce_job &)
    {
        l.even = l.odd = ~0u;
    }
    WROW_DEVICE void take(lanes &l, const wrow_words4 &s, const reduce_job &job)
    {
        WROW_UNROLL for (int k = 0; k < 4; ++k)
        {
            const uint32_t key = s.w[k] ^ job.flip_word;
            l.even = wrow_min_uhalves(l.even, key & 0x00ff00ffu);
            l.odd = wrow_min_uhalves(l.odd, key & 0xff00ff00u);
        }
    }
    WROW_DEVICE void settle(lanes &)
    {
    }
    WROW_DEVICE word word_of(lanes &l, const reduce_job &)
    {
        const uint32_t both =
            wrow_min_uhalves(l.even & 0x00ff00ffu, l.odd >> 8 & 0x00ff00ffu);
        return least(both & 0xffffu, both >> 16);
    }
};
struct fold_key16 : fold_least {
    enum { BYTES = 2 };
    struct lanes {
        uint32_t pair;
    };
    WROW_DEVICE void start(lanes &l, const reduce_job &)
    {
        l.pair = ~0u;
    }
    WROW_DEVICE void take(lanes &l, const wrow_words4 &s, const reduce_job &job)
    {
        WROW_UNROLL for (int k = 0; k < 4; ++k) l.pair =
            wrow_min_uhalves(l.pair, s.w[k] ^ job.flip_word);
    }
    WROW_DEVICE void settle(lanes &)
    {
    }
    WROW_DEVICE word word_of(lanes &l, const reduce_job &)
    {
        return least(l.pair & 0xffffu, l.pair >> 16);
    }
};
struct fold_key32 : fold_least {
    enum { BYTES = 4 };
    struct lanes {
        uint32_t key;
    };
    WROW_DEVICE void start(lanes &l, const reduce_job &)
    {
        l.key = ~0u;
    }
    WROW_DEVICE void take(lanes &l, const wrow_words4 &s, const reduce_job &job)
    {
        WROW_UNROLL for (int k = 0; k < 4; ++k)
        {
            const uint32_t key = s.w[k] ^ job.flip_word;
            l.key = key < l.key ? key : l.key;
        }
    }
    WROW_DEVICE void settle(lanes &)
    {
    }
    WROW_DEVICE word word_of(lanes &l, const reduce_job &)
    {
        return l.key;
    }
};
struct fold_key64 : fold_least {
    enum { BYTES = 8 };
    struct lanes {
        uint64_t key;
    };
    WROW_DEVICE void start(lanes &l, const reduce_job &)
    {
        l.key = ~(uint64_t)0;
    }
    WROW_DEVICE void take(lanes &l, const wrow_words4 &s, const reduce_job &job)
    {
        l.key = least(l.key, pair(s.w[0], s.w[1]) ^ job.finish.flip);
        l.key = least(l.key, pair(s.w[2], s.w[3]) ^ job.finish.flip);
    }
    WROW_DEVICE void settle(lanes &)
    {
    }
    WROW_DEVICE word word_of(lanes &l, const reduce_job &)
    {
        return l.key;
    }
};

/* min and max of floats: NaNs are found apart, as the largest magnitude, which is
 * cheaper than a test of each key; a NaN's own key is then overruled by key 0. */
struct fold_float_key16 : fold_least {
    enum { BYTES = 2 };
    struct lanes {
        uint32_t pair, magnitude;
    };
    WROW_DEVICE void start(lanes &l, const reduce_job &)
    {
        l.pair = ~0u;
        l.magnitude = 0; /* kept complemented, so that one packed minimum serves */
        l.magnitude = ~l.magnitude;
    }
    WROW_DEVICE void take(lanes &l, const wrow_words4 &s, const reduce_job &job)
    {
        WROW_UNROLL for (int k = 0; k < 4; ++k)
        {
            const uint32_t negative = (s.w[k] >> 15 & 0x00010001u) * 0xffffu;
            const uint32_t key = s.w[k] ^ (negative | 0x80008000u);
            l.pair = wrow_min_uhalves(l.pair, key ^ job.flip_word);
            l.magnitude = wrow_min_uhalves(l.magnitude, ~s.w[k] | 0x80008000u);
        }
    }
    WROW_DEVICE void settle(lanes &)
    {
    }
    WROW_DEVICE word word_of(lanes &l, const reduce_job &job)
    {
        const uint64_t low = least(l.magnitude & 0xffffu, l.magnitude >> 16);
        const uint64_t largest = ~low & 0x7fffu;
        return largest > job.infinity ? 0 : least(l.pair & 0xffffu, l.pair >> 16);
    }
};
struct fold_float_key32 : fold_least {
    enum { BYTES = 4 };
    struct lanes {
        uint32_t key, magnitude;
    };
    WROW_DEVICE void start(lanes &l, const reduce_job &)
    {
        l.key = ~0u;
        l.magnitude = 0;
    }
    WROW_DEVICE void take(lanes &l, const wrow_words4 &s, const reduce_job &job)
    {
        WROW_UNROLL for (int k = 0; k < 4; ++k)
        {
            const uint32_t negative = (uint32_t)((int32_t)s.w[k] >> 31);
            const uint32_t key = s.w[k] ^ (negative | 0x80000000u) ^ job.flip_word;
            const uint32_t magnitude = s.w[k] & 0x7fffffffu;
            l.key = key < l.key ? key : l.key;
            l.magnitude = magnitude > l.magnitude ? magnitude : l.magnitude;
        }
    }
    WROW_DEVICE void settle(lanes &)
    {
    }
    WROW_DEVICE word word_of(lanes &l, const reduce_job &job)
    {
        return l.magnitude > job.infinity ? 0 : l.key;
    }
};
struct fold_float_key64 : fold_least {
    enum { BYTES = 8 };
    struct lanes {
        uint64_t key;
        bool nan;
    };
    WROW_DEVICE void start(lanes &l, const reduce_job &)
    {
        l.key = ~(uint64_t)0;
        l.nan = false;
    }
    WROW_DEVICE void take(lanes &l, const wrow_words4 &s, const reduce_job &job)
    {
        WROW_UNROLL for (int p = 0; p < 2; ++p)
        {
            const uint64_t bits = pair(s.w[2 * p], s.w[2 * p + 1]);
            const double value = f64_from_bits(bits);
            const uint64_t negative = (uint64_t)((int64_t)bits >> 63);
            const uint64_t key = bits ^ (negative | (uint64_t)1 << 63) ^ job.finish.flip;
            l.key = least(l.key, key);
            l.nan = l.nan || value != value;
        }
    }
    WROW_DEVICE void settle(lanes &)
    {
    }
    WROW_DEVICE word word_of(lanes &l, const reduce_job &)
    {
        return l.nan ? 0 : l.key;
    }
};

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
        WROW_UNROLL for (int k = 0; k < 4; ++k) l.w[k] = job.fill.w[k];
    }
    WROW_DEVICE void take(lanes &l, const wrow_words4 &s, const reduce_job &)
    {
        WROW_UNROLL for (int k = 0; k < 4; ++k) l.w[k] = Op::apply(l.w[k], s.w[k]);
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
        WROW_UNROLL for (int k = 0; k < 4; k += BITS == 64 ? 2 : 1)
        {
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
