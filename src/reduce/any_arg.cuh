/* any_arg.cuh -- the fold of extremes with their indices; see any_fold.cuh. A word holds
 * the best key so far and the first index that has it, for min, for max or for both. */
#ifndef WROW_REDUCE_ANY_ARG_CUH
#define WROW_REDUCE_ANY_ARG_CUH

#include "reduce/any_fold.cuh"

template <int SIDES> struct arg_best {
    uint64_t key[SIDES], index[SIDES];
};
template <int SIDES>
WROW_DEVICE arg_best<SIDES> wrow_shuffle_down(uint32_t mask, const arg_best<SIDES> &best,
                                              uint32_t delta)
{
    arg_best<SIDES> other;
    WROW_UNROLL
    for (int s = 0; s < SIDES; ++s) {
        other.key[s] = wrow_shuffle_down(mask, best.key[s], delta);
        other.index[s] = wrow_shuffle_down(mask, best.index[s], delta);
    }
    return other;
}
template <int SIDES>
WROW_DEVICE arg_best<SIDES> wrow_shuffle(uint32_t mask, const arg_best<SIDES> &best,
                                         uint32_t lane)
{
    arg_best<SIDES> other;
    WROW_UNROLL
    for (int s = 0; s < SIDES; ++s) {
        other.key[s] = wrow_shuffle(mask, best.key[s], lane);
        other.index[s] = wrow_shuffle(mask, best.index[s], lane);
    }
    return other;
}
template <int SIDES> WROW_DEVICE void put_word(uint64_t *to, const arg_best<SIDES> &best)
{
    WROW_UNROLL
    for (int s = 0; s < SIDES; ++s) {
        put_word(to + 2 * s, best.key[s]);
        put_word(to + 2 * s + 1, best.index[s]);
    }
}
template <int SIDES>
WROW_DEVICE void get_word(const uint64_t *from, arg_best<SIDES> *best)
{
    WROW_UNROLL
    for (int s = 0; s < SIDES; ++s) {
        get_word(from + 2 * s, &best->key[s]);
        get_word(from + 2 * s + 1, &best->index[s]);
    }
}

template <int BYTES_, int SIDES> struct any_arg {
    enum {
        BYTES = BYTES_,
        FLIGHT = BYTES < 4 ? 4 : 8,
        WORDS = 2 * SIDES,
        ROW_BY_ROW = 0
    };
    enum { SLOTS = 4, COUNT = REDUCE_STRIP_BYTES / BYTES };
    typedef arg_best<SIDES> word;
    typedef arg_best<SIDES> lanes;
    const segments_job &job;

    /* An index of nothing is the largest, so that even an element equal to the identity
     * wins the tie. */
    WROW_DEVICE_METHOD word nothing() const
    {
        word w;
        WROW_UNROLL
        for (int s = 0; s < SIDES; ++s) {
            w.key[s] = job.identity[s];
            w.index[s] = ~(uint64_t)0;
        }
        return w;
    }
    WROW_DEVICE_METHOD void start(lanes &l) const
    {
        l = nothing();
    }
    WROW_DEVICE_METHOD void see(lanes &l, uint64_t bits, uint64_t index) const
    {
        WROW_UNROLL
        for (int s = 0; s < SIDES; ++s) {
            const uint64_t key = arg_key(&job.arg[s], bits);
            if (is_before(key, index, l, s)) {
                l.key[s] = key;
                l.index[s] = index;
            }
        }
    }
    WROW_DEVICE_METHOD bool has_fill() const
    {
        return false; /* it would have an index */
    }
    WROW_DEVICE_METHOD uint64_t fill() const
    {
        return 0;
    }
    template <int N>
    WROW_DEVICE_METHOD void take_rows(lanes &l, const wrow_words4 (&strips)[N],
                                      uint64_t slot) const
    {
        WROW_UNROLL
        for (int k = 0; k < N; ++k)
            WROW_UNROLL
        for (int p = 0; p < COUNT; ++p)
            see(l, strip_element<BYTES>(strips[k], p),
                (slot + k * WROW_WARP) * COUNT + p);
    }
    template <bool WHOLE, int N>
    WROW_DEVICE_METHOD void take_each(lanes (&l)[N], const wrow_words4 (&strips)[N],
                                      const uint32_t (&valid)[N], uint64_t slot,
                                      uint32_t step) const
    {
        WROW_UNROLL
        for (int k = 0; k < N; ++k)
            WROW_UNROLL
        for (int p = 0; p < COUNT; ++p)
            if (WHOLE ? valid[k] != 0 : (uint32_t)p < valid[k])
                see(l[k], strip_element<BYTES>(strips[k], p),
                    (slot + (uint64_t)k * step) * COUNT + p);
    }
    WROW_DEVICE bool is_before(uint64_t key, uint64_t index, const word &w, int s)
    {
        return key < w.key[s] || (key == w.key[s] && index < w.index[s]);
    }
    template <typename DO> WROW_DEVICE_METHOD void choose_join(const DO &act) const
    {
        act(join_least());
    }
    template <typename JOIN> WROW_DEVICE_METHOD word word_of(const lanes &l) const
    {
        return l;
    }
    template <typename JOIN> WROW_DEVICE word combine_by(word x, const word &y)
    {
        WROW_UNROLL
        for (int s = 0; s < SIDES; ++s)
            if (is_before(y.key[s], y.index[s], x, s)) {
                x.key[s] = y.key[s];
                x.index[s] = y.index[s];
            }
        return x;
    }
    WROW_DEVICE_METHOD word combine(const word &x, const word &y) const
    {
        return combine_by<join_least>(x, y);
    }
    WROW_DEVICE_METHOD void store(uint64_t segment, uint64_t, const word &w) const
    {
        WROW_UNROLL
        for (int s = 0; s < SIDES; ++s)
            job.extremes[s][segment] = arg_finish(&job.arg[s], w.key[s], w.index[s]);
    }
};

#endif
