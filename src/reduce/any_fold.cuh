/*
 * any_fold.cuh -- how one lane folds its strips by a rule that the kernel is told
 * (rule.h), so that one kernel serves every operation and transform of a width. What to
 * do is chosen once a strip, outside the loop over its elements.
 *
 * A fold has
 *   BYTES         of an element
 *   FLIGHT        rows of a warp on their way at a time
 *   SLOTS         strips that a lane of a small group has of a row
 *   ROW_BY_ROW    0: small groups fold all rows of a segment; 1: of one row only, what
 * has more is the whole warp's word          what a lane, a run and a partial become
 *   WORDS         64-bit words of scratch that hold one
 *   lanes         accumulators of one lane of a row
 *   nothing()     the word that changes no other
 *   start(a)      empties the accumulators
 *   fill()        what a strip has in place of missing elements: repeated, an element
 *                 that changes nothing, if has_fill()
 *   take_rows(a, strips, slot)   folds whole strips, number slot, slot + 32, ... of the
 *                 segment, into one set of accumulators
 *   take_each<WHOLE>(a, strips, valid, slot, step)   folds the first valid[k] elements
 *                 of strip k, number slot + k * step, into the k-th set; WHOLE: all of
 *                 its elements, wherever valid[k] is not 0
 *   choose_join(act)      calls act with the operation as a type
 *   word_of<JOIN>(a)      folds the positions of a strip by a halving tree
 *   combine_by<JOIN>(x, y)   one step of a halving tree; combine(x, y) chooses itself
 *   store(s, count, word)   the result of segment s
 */
#ifndef WROW_REDUCE_ANY_FOLD_CUH
#define WROW_REDUCE_ANY_FOLD_CUH

#include "reduce/describe_element.cuh"
#include "reduce/reduce_fold.cuh"
#include "reduce/segments_job.h"
#include <windrow/device/memory.cuh>

WROW_DEVICE void store_result(const segments_job &job, uint64_t s, uint64_t bits)
{
    const uint32_t width = job.rule.finish.width;
    unsigned char *const out = (unsigned char *)job.out;
    reduce_store_bits(out + s * (width / 8), width, bits);
}

/* The fold of a rule as a type, for a choice outside the loops. */
template <int FOLD> struct fold_number {
    enum { value = FOLD };
};

#define ANY_JOIN(name, JOIN)                                                             \
    struct name {                                                                        \
        template <typename W> WROW_DEVICE W apply(W x, W y)                              \
        {                                                                                \
            return JOIN(x, y);                                                           \
        }                                                                                \
    };
ANY_JOIN(join_add, RULE_ADD)
ANY_JOIN(join_multiply, RULE_MULTIPLY)
ANY_JOIN(join_least, rule_least)
ANY_JOIN(join_and, RULE_AND)
ANY_JOIN(join_or, RULE_OR)
ANY_JOIN(join_xor, RULE_XOR)
#undef ANY_JOIN

/* Accumulators in any order: one for all positions. */
template <int BYTES_> struct any_integer {
    enum {
        BYTES = BYTES_,
        FLIGHT = BYTES < 4 ? 4 : 8,
        SLOTS = 4,
        WORDS = 1,
        ROW_BY_ROW = 0
    };
    enum { COUNT = REDUCE_STRIP_BYTES / BYTES };
    typedef uint64_t word;
    struct lanes {
        uint64_t a;
    };
    const segments_job &job;

    WROW_DEVICE_METHOD word nothing() const
    {
        return job.rule.identity;
    }
    WROW_DEVICE_METHOD void start(lanes &l) const
    {
        l.a = nothing();
    }
    WROW_DEVICE_METHOD bool has_fill() const
    {
        return job.rule.has_fill;
    }
    WROW_DEVICE_METHOD uint64_t fill() const
    {
        return job.rule.fill;
    }
    template <int FOLD> WROW_DEVICE_METHOD void step(lanes &l, uint64_t bits) const
    {
        const reduce_rule *const rule = &job.rule;
#define X(name, JOIN, becomes)                                                           \
    if (FOLD == FOLD_##name)                                                             \
        l.a = JOIN(l.a, becomes);
        RULE_INTEGER_MAP(X)
#undef X
    }
    template <typename DO> WROW_DEVICE_METHOD void choose(const DO &act) const
    {
        switch (job.rule.fold) {
#define X(name, JOIN, becomes)                                                           \
    case FOLD_##name:                                                                    \
        act(fold_number<FOLD_##name>());                                                 \
        break;
            RULE_INTEGER_MAP(X)
#undef X
        }
    }
    template <int N>
    WROW_DEVICE_METHOD void take_rows(lanes &l, const wrow_words4 (&strips)[N],
                                      uint64_t) const
    {
        choose([&](auto fold) {
            WROW_UNROLL
            for (int k = 0; k < N; ++k)
                WROW_UNROLL
            for (int p = 0; p < COUNT; ++p)
                step<decltype(fold)::value>(l, strip_element<BYTES>(strips[k], p));
        });
    }
    template <bool WHOLE, int N>
    WROW_DEVICE_METHOD void take_each(lanes (&l)[N], const wrow_words4 (&strips)[N],
                                      const uint32_t (&valid)[N], uint64_t,
                                      uint32_t) const
    {
        choose([&](auto fold) {
            WROW_UNROLL
            for (int k = 0; k < N; ++k)
                if (valid[k] != 0)
                    WROW_UNROLL
            for (int p = 0; p < COUNT; ++p)
                if (WHOLE || (uint32_t)p < valid[k])
                    step<decltype(fold)::value>(l[k], strip_element<BYTES>(strips[k], p));
        });
    }
    template <typename DO> WROW_DEVICE_METHOD void choose_join(const DO &act) const
    {
        switch (job.rule.join) {
        case JOIN_ADD:
            act(join_add());
            break;
        case JOIN_MULTIPLY:
            act(join_multiply());
            break;
        case JOIN_LEAST:
            act(join_least());
            break;
        case JOIN_AND:
            act(join_and());
            break;
        case JOIN_OR:
            act(join_or());
            break;
        default:
            act(join_xor());
        }
    }
    template <typename JOIN> WROW_DEVICE_METHOD word word_of(const lanes &l) const
    {
        return l.a;
    }
    template <typename JOIN> WROW_DEVICE word combine_by(word x, word y)
    {
        return JOIN::apply(x, y);
    }
    WROW_DEVICE_METHOD word combine(word x, word y) const
    {
        word result = 0;
        choose_join([&](auto join) { result = decltype(join)::apply(x, y); });
        return result;
    }
    WROW_DEVICE_METHOD void store(uint64_t s, uint64_t count, word w) const
    {
        store_result(job, s, rule_finish_bits(&job.rule, w, count, count));
    }
};
WROW_DEVICE void put_word(uint64_t *to, uint64_t word)
{
    wrow_store_relaxed_device(to, word);
}
WROW_DEVICE void get_word(const uint64_t *from, uint64_t *word)
{
    *word = wrow_load_relaxed_device(from);
}

/* ---------------------------------------------------------------- float words */

/* Elements as numbers; integers by their width, as f64. */
template <typename E> struct number_of {
    enum { BYTES = E::BYTES };
    typedef typename E::word number;
    WROW_DEVICE number get(const wrow_words4 &strip, int p, const reduce_rule &)
    {
        return E::get(strip, p);
    }
};
template <int BYTES_> struct number_of_integer {
    enum { BYTES = BYTES_ };
    typedef double number;
    WROW_DEVICE number get(const wrow_words4 &strip, int p, const reduce_rule &rule)
    {
        const uint64_t value = rule_value(&rule, strip_element<BYTES>(strip, p));
        return rule.sign ? (double)(int64_t)value : (double)value;
    }
};

/* A sum, and how many elements are in it. */
template <typename N> struct counted {
    N sum;
    uint64_t number;
};
template <typename N>
WROW_DEVICE counted<N> wrow_shuffle_down(uint32_t mask, counted<N> c, uint32_t delta)
{
    return {wrow_shuffle_down(mask, c.sum, delta),
            wrow_shuffle_down(mask, c.number, delta)};
}
template <typename N>
WROW_DEVICE counted<N> wrow_shuffle(uint32_t mask, counted<N> c, uint32_t lane)
{
    return {wrow_shuffle(mask, c.sum, lane), wrow_shuffle(mask, c.number, lane)};
}

WROW_DEVICE void put_word(uint64_t *to, float word)
{
    wrow_store_relaxed_device(to, word_bits(word));
}
WROW_DEVICE void put_word(uint64_t *to, double word)
{
    wrow_store_relaxed_device(to, word_bits(word));
}
template <typename N> WROW_DEVICE void put_word(uint64_t *to, const counted<N> &c)
{
    put_word(to, c.sum);
    put_word(to + 1, c.number);
}
WROW_DEVICE void get_word(const uint64_t *from, float *word)
{
    word_from_bits(wrow_load_relaxed_device(from), word);
}
WROW_DEVICE void get_word(const uint64_t *from, double *word)
{
    word_from_bits(wrow_load_relaxed_device(from), word);
}
template <typename N> WROW_DEVICE void get_word(const uint64_t *from, counted<N> *c)
{
    get_word(from, &c->sum);
    get_word(from + 1, &c->number);
}

/* What a fold of numbers keeps beside the sums: nothing, or how many took part. */
template <typename N, bool COUNTED> struct tally;
template <typename N> struct tally<N, false> {
    enum { WORDS = 1 };
    typedef N word;
    WROW_DEVICE word make(N sum, uint64_t)
    {
        return sum;
    }
    WROW_DEVICE N sum_of(word w)
    {
        return w;
    }
    WROW_DEVICE uint64_t number_of(word, uint64_t count)
    {
        return count;
    }
    WROW_DEVICE bool is_skipped(N)
    {
        return false;
    }
};
template <typename N> struct tally<N, true> {
    enum { WORDS = 2 };
    typedef counted<N> word;
    WROW_DEVICE word make(N sum, uint64_t number)
    {
        return {sum, number};
    }
    WROW_DEVICE N sum_of(const word &w)
    {
        return w.sum;
    }
    WROW_DEVICE uint64_t number_of(const word &w, uint64_t)
    {
        return w.number;
    }
    WROW_DEVICE bool is_skipped(N x)
    {
        return x != x;
    }
};
/* In the order of docs/order.md: position p of a strip has its own accumulator. COUNTED:
 * NaNs are left out and the others counted. */
template <typename E, bool COUNTED> struct any_float {
    typedef typename E::number number;
    typedef tally<number, COUNTED> keeps;
    typedef typename keeps::word word;
    enum {
        BYTES = E::BYTES,
        FLIGHT = BYTES < 4 ? 4 : 8,
        WORDS = keeps::WORDS,
        ROW_BY_ROW = 0
    };
    enum { SLOTS = BYTES < 4 ? 1 : 4, COUNT = REDUCE_STRIP_BYTES / BYTES };
    struct lanes {
        number a[COUNT];
        uint32_t number_taken;
    };
    const segments_job &job;

    WROW_DEVICE_METHOD number identity() const
    {
        number n;
        word_from_bits(job.rule.identity, &n);
        return n;
    }
    WROW_DEVICE_METHOD word nothing() const
    {
        return keeps::make(identity(), 0);
    }
    WROW_DEVICE_METHOD void start(lanes &l) const
    {
        WROW_UNROLL
        for (int p = 0; p < COUNT; ++p)
            l.a[p] = identity();
        l.number_taken = 0;
    }
    WROW_DEVICE_METHOD bool has_fill() const
    {
        return job.rule.has_fill;
    }
    WROW_DEVICE_METHOD uint64_t fill() const
    {
        return job.rule.fill;
    }
    template <int FOLD>
    WROW_DEVICE_METHOD void step(lanes &l, const wrow_words4 &strip, int p, number scale,
                                 number shift) const
    {
        const number x = E::get(strip, p, job.rule);
        if (keeps::is_skipped(x))
            return;
#define X(name, JOIN, becomes)                                                           \
    if (FOLD == FOLD_##name)                                                             \
        l.a[p] = JOIN(l.a[p], (becomes));
        RULE_FLOAT_MAP(X)
#undef X
        l.number_taken += COUNTED;
        (void)scale;
        (void)shift;
    }
    template <typename DO> WROW_DEVICE_METHOD void choose(const DO &act) const
    {
        switch (job.rule.fold) {
#define X(name, JOIN, becomes)                                                           \
    case FOLD_##name:                                                                    \
        act(fold_number<FOLD_##name>());                                                 \
        break;
            RULE_FLOAT_MAP(X)
#undef X
        }
    }
    template <int N>
    WROW_DEVICE_METHOD void take_rows(lanes &l, const wrow_words4 (&strips)[N],
                                      uint64_t) const
    {
        const number scale = (number)job.rule.scale, shift = (number)job.rule.shift;
        choose([&](auto fold) {
            WROW_UNROLL
            for (int k = 0; k < N; ++k)
                WROW_UNROLL
            for (int p = 0; p < COUNT; ++p)
                step<decltype(fold)::value>(l, strips[k], p, scale, shift);
        });
    }
    template <bool WHOLE, int N>
    WROW_DEVICE_METHOD void take_each(lanes (&l)[N], const wrow_words4 (&strips)[N],
                                      const uint32_t (&valid)[N], uint64_t,
                                      uint32_t) const
    {
        const number scale = (number)job.rule.scale, shift = (number)job.rule.shift;
        choose([&](auto fold) {
            WROW_UNROLL
            for (int k = 0; k < N; ++k)
                if (valid[k] != 0)
                    WROW_UNROLL
            for (int p = 0; p < COUNT; ++p)
                if (WHOLE || (uint32_t)p < valid[k])
                    step<decltype(fold)::value>(l[k], strips[k], p, scale, shift);
        });
    }
    template <typename DO> WROW_DEVICE_METHOD void choose_join(const DO &act) const
    {
        if (job.rule.join == JOIN_ADD)
            act(join_add());
        else
            act(join_multiply());
    }
    template <typename JOIN> WROW_DEVICE_METHOD word word_of(lanes &l) const
    {
        WROW_UNROLL
        for (int h = COUNT / 2; h > 0; h /= 2)
            WROW_UNROLL
        for (int p = 0; p < h; ++p)
            l.a[p] = JOIN::apply(l.a[p], l.a[p + h]);
        return keeps::make(l.a[0], l.number_taken);
    }
    template <typename JOIN> WROW_DEVICE word combine_by(const word &x, const word &y)
    {
        return keeps::make(JOIN::apply(keeps::sum_of(x), keeps::sum_of(y)),
                           keeps::number_of(x, 0) + keeps::number_of(y, 0));
    }
    WROW_DEVICE_METHOD word combine(const word &x, const word &y) const
    {
        word result = nothing();
        choose_join([&](auto join) { result = combine_by<decltype(join)>(x, y); });
        return result;
    }
    WROW_DEVICE_METHOD void store(uint64_t s, uint64_t count, const word &w) const
    {
        store_result(job, s,
                     rule_finish_bits(&job.rule, word_bits(keeps::sum_of(w)), count,
                                      keeps::number_of(w, count)));
    }
};

#endif
