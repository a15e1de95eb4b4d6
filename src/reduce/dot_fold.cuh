/*
 * dot_fold.cuh -- how one lane folds its pairs, for each family of types. As the folds
 * of reduce_fold.cuh, but
 *   A, B            bytes of an element of a and of b
 *   take(l, s, job) adds the products of several rows' pairs of strips, in their order
 * What a kernel's types share is their width; which type it is is chosen once a chunk.
 */
#ifndef WROW_REDUCE_DOT_FOLD_CUH
#define WROW_REDUCE_DOT_FOLD_CUH

#include "reduce/describe_element.cuh"
#include "reduce/dot_pairs.cuh"
#include "reduce/reduce_fold.cuh"

/* Bits of element p of what goes with a strip of a. */
template <int A, int B> WROW_DEVICE uint64_t b_element(const pair_strips<A, B> &s, int p)
{
    enum { EACH = REDUCE_STRIP_BYTES / B };
    return strip_element<B>(s.b[p / EACH], p % EACH);
}

/* Integers of one type, modulo 2^64. SIGNED and UNSIGNED are those of the width. */
template <typename SIGNED, typename UNSIGNED> struct dot_integer {
    enum { A = sizeof(SIGNED), B = A, COUNT = REDUCE_STRIP_BYTES / A };
    typedef uint64_t word;
    struct lanes {
        uint64_t sum;
    };
    WROW_DEVICE word identity(const reduce_job &)
    {
        return 0;
    }
    WROW_DEVICE void start(lanes &l, const reduce_job &)
    {
        l.sum = 0;
    }
    template <int ROWS>
    WROW_DEVICE void take(lanes &l, const pair_strips<A, B> (&s)[ROWS],
                          const dot_job &job)
    {
        const wrow_type type = (wrow_type)job.a_type;
        const bool is_signed = A < 8 && (type == WROW_I8 || type == WROW_I16 ||
                                         type == WROW_I32); /* 64 bits: all the same */
        WROW_UNROLL
        for (int r = 0; r < ROWS; ++r)
            l.sum += is_signed ? products<SIGNED, int64_t>(s[r])
                               : products<UNSIGNED, uint64_t>(s[r]);
    }
    template <typename T, typename WIDE>
    WROW_DEVICE uint64_t products(const pair_strips<A, B> &s)
    {
        uint64_t sum = 0;
        WROW_UNROLL
        for (int p = 0; p < COUNT; ++p)
            sum += (uint64_t)((WIDE)(T)strip_element<A>(s.a, p) *
                              (WIDE)(T)b_element<A, B>(s, p));
        return sum;
    }
    WROW_DEVICE word word_of(lanes &l, const reduce_job &)
    {
        return l.sum;
    }
    WROW_DEVICE word combine(word x, word y)
    {
        return x + y;
    }
};

/* Floats: position p of a strip of a has its own accumulator. */
template <typename W, int WIDTH> struct dot_float {
    enum { A = WIDTH, COUNT = REDUCE_STRIP_BYTES / A };
    typedef W word;
    struct lanes {
        W sum[COUNT];
    };
    WROW_DEVICE W identity(const reduce_job &job)
    {
        W w;
        word_from_bits(job.identity_word, &w);
        return w;
    }
    WROW_DEVICE void start(lanes &l, const reduce_job &job)
    {
        WROW_UNROLL
        for (int p = 0; p < COUNT; ++p)
            l.sum[p] = identity(job);
    }
    WROW_DEVICE W word_of(lanes &l, const reduce_job &)
    {
        WROW_UNROLL
        for (int h = COUNT / 2; h > 0; h /= 2)
            WROW_UNROLL
        for (int p = 0; p < h; ++p)
            l.sum[p] = l.sum[p] + l.sum[p + h];
        return l.sum[0];
    }
    WROW_DEVICE W combine(W x, W y)
    {
        return x + y;
    }
};

/* f16 or bf16 twice, in f32. E decodes. */
template <typename E> struct dot_half : dot_float<float, 2> {
    enum { B = 2 };
    template <int ROWS>
    WROW_DEVICE void take(lanes &l, const pair_strips<2, 2> (&s)[ROWS], const dot_job &)
    {
        WROW_UNROLL
        for (int r = 0; r < ROWS; ++r)
            WROW_UNROLL
        for (int p = 0; p < COUNT; ++p)
            l.sum[p] = l.sum[p] + E::get(s[r].a, p) * E::get(s[r].b[0], p);
    }
};

/* An f32 or f64 behind its bits. */
template <int BYTES> WROW_DEVICE double weight(uint64_t bits)
{
    return BYTES == 4 ? (double)f32_from_bits((uint32_t)bits) : f64_from_bits(bits);
}

/* Whatever has WIDTH bytes, weighted by f32 or f64 (WEIGHT bytes), in f64. */
template <int WIDTH, int WEIGHT> struct dot_weighted : dot_float<double, WIDTH> {
    enum { A = WIDTH, B = WEIGHT };
    typedef dot_float<double, WIDTH> base;
    typedef typename base::lanes lanes;

    template <typename E, int ROWS>
    WROW_DEVICE void take_as(lanes &l, const pair_strips<A, B> (&s)[ROWS])
    {
        WROW_UNROLL
        for (int r = 0; r < ROWS; ++r)
            WROW_UNROLL
        for (int p = 0; p < base::COUNT; ++p)
            l.sum[p] = l.sum[p] + E::value(strip_element<A>(s[r].a, p)) *
                                      weight<B>(b_element<A, B>(s[r], p));
    }
#define X(NAME, name)                                                                    \
    if ((int)describe_##name::BYTES == (int)A && job.a_type == WROW_##NAME)              \
        take_as<describe_##name>(l, s);
    template <int ROWS>
    WROW_DEVICE void take(lanes &l, const pair_strips<A, B> (&s)[ROWS],
                          const dot_job &job)
    {
        X(I8, i8)
        X(U8, u8)
        X(I16, i16)
        X(U16, u16)
        X(I32, i32)
        X(U32, u32)
        X(I64, i64)
        X(U64, u64)
        X(F16, f16)
        X(BF16, bf16)
        X(F32, f32)
        X(F64, f64)
    }
#undef X
};

#endif
