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
        WROW_UNROLL
        for (int p = 0; p < E::COUNT; ++p)
            l.a[p] = identity(job);
    }
    WROW_DEVICE void take(lanes &l, const wrow_words4 &s, const reduce_job &)
    {
        WROW_UNROLL
        for (int p = 0; p < E::COUNT; ++p)
            l.a[p] = Op::apply(l.a[p], E::get(s, p));
    }
    WROW_DEVICE void settle(lanes &)
    {
    }
    WROW_DEVICE word word_of(lanes &l, const reduce_job &)
    {
        WROW_UNROLL
        for (int h = E::COUNT / 2; h > 0; h /= 2)
            WROW_UNROLL
        for (int p = 0; p < h; ++p)
            l.a[p] = Op::apply(l.a[p], l.a[p + h]);
        return l.a[0];
    }
    WROW_DEVICE word combine(word x, word y)
    {
        return Op::apply(x, y);
    }
};

#endif
