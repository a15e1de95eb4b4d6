/* describe_fold.cuh -- the fold of a describe for many segments (any_fold.cuh tells what
 * a fold has); in the order of docs/order.md. A word is a whole describe_state. */
#ifndef WROW_REDUCE_DESCRIBE_FOLD_CUH
#define WROW_REDUCE_DESCRIBE_FOLD_CUH

#include "reduce/any_fold.cuh"
#include "reduce/describe_chunk.cuh"
#include "reduce/segments_fold.cuh"

/* X(number, field): a state as 64-bit words */
#define DESCRIBE_STATE_MAP(X)                                                            \
    X(0, n)                                                                              \
    X(1, sum)                                                                            \
    X(2, deviations)                                                                     \
    X(3, nan_count)                                                                      \
    X(4, nan_index)                                                                      \
    X(5, min_key)                                                                        \
    X(6, min_index)                                                                      \
    X(7, max_key)                                                                        \
    X(8, max_index)
enum { DESCRIBE_STATE_WORDS = 9 };

#define DESCRIBE_SHUFFLE(name)                                                           \
    WROW_DEVICE describe_state name(uint32_t mask, const describe_state &state,          \
                                    uint32_t which)                                      \
    {                                                                                    \
        describe_state other;                                                            \
        DESCRIBE_STATE_MAP(DESCRIBE_SHUFFLE_FIELD)                                       \
        return other;                                                                    \
    }
#define DESCRIBE_SHUFFLE_FIELD(k, field)                                                 \
    other.field = wrow_shuffle_down(mask, state.field, which);
DESCRIBE_SHUFFLE(wrow_shuffle_down)
#undef DESCRIBE_SHUFFLE_FIELD
#define DESCRIBE_SHUFFLE_FIELD(k, field)                                                 \
    other.field = wrow_shuffle(mask, state.field, which);
DESCRIBE_SHUFFLE(wrow_shuffle)
#undef DESCRIBE_SHUFFLE_FIELD
#undef DESCRIBE_SHUFFLE

WROW_DEVICE void put_word(uint64_t *to, const describe_state &state)
{
#define X(k, field) wrow_store_relaxed_device(to + k, word_bits(state.field));
    DESCRIBE_STATE_MAP(X)
#undef X
}
WROW_DEVICE void get_word(const uint64_t *from, describe_state *state)
{
#define X(k, field) word_from_bits(wrow_load_relaxed_device(from + k), &state->field);
    DESCRIBE_STATE_MAP(X)
#undef X
}

template <typename E> struct describe_fold {
    enum { BYTES = E::BYTES, SLOTS = BYTES < 4 ? 1 : 4, ROW_BY_ROW = 1 };
    enum { WORDS = DESCRIBE_STATE_WORDS };
    typedef describe_state word;
    const segments_job &job;

    WROW_DEVICE_METHOD word nothing() const
    {
        return describe_nothing();
    }
    WROW_DEVICE_METHOD word combine(word x, const word &y) const
    {
        describe_merge(&x, &y);
        return x;
    }
    WROW_DEVICE_METHOD void store(uint64_t s, uint64_t count, const word &state) const
    {
        describe_rule rule = job.describe;
        rule.count = count;
        ((wrow_summary *)job.out)[s] = describe_finish(&rule, &state);
    }
};

/* A lane's strips of a row. */
template <typename E> struct describe_strips {
    enum { COUNT = REDUCE_STRIP_BYTES / E::BYTES, SLOTS = describe_fold<E>::SLOTS };
    lane_strips<SLOTS> lane;

    WROW_DEVICE_METHOD uint64_t bits(int k, int p) const
    {
        return strip_element<E::BYTES>(lane.strips[k], p);
    }
    WROW_DEVICE_METHOD bool is_there(int k, int p) const
    {
        return (uint32_t)p < lane.valid[k];
    }
    WROW_DEVICE_METHOD bool counts(int k, int p) const
    {
        const double x = E::value(bits(k, p));
        return is_there(k, p) && !(E::IS_FLOAT && x != x);
    }
};

#define DESCRIBE_EACH_OF_LANE(k, p)                                                      \
    WROW_UNROLL                                                                          \
    for (int k = 0; k < describe_strips<E>::SLOTS; ++k)                                  \
        if (strips.lane.voters[k] != 0)                                                  \
            WROW_UNROLL                                                                  \
    for (int p = 0; p < describe_strips<E>::COUNT; ++p)

/* Positions, then the lane's strips, then the lanes of the group: the same bits in each.
 */
template <int SLOTS, int COUNT>
WROW_DEVICE double sum_of_group(double (&v)[SLOTS][COUNT], uint32_t group)
{
    WROW_UNROLL
    for (int k = 0; k < SLOTS; ++k)
        WROW_UNROLL
    for (int h = COUNT / 2; h > 0; h /= 2)
        WROW_UNROLL
    for (int p = 0; p < h; ++p)
        v[k][p] = describe_add(v[k][p], v[k][p + h]);
    WROW_UNROLL
    for (int h = SLOTS / 2; h > 0; h /= 2)
        WROW_UNROLL
    for (int k = 0; k < h; ++k)
        v[k][0] = describe_add(v[k][0], v[k + h][0]);
    for (uint32_t h = group / 2; h > 0; h /= 2)
        v[0][0] = describe_add(v[0][0], wrow_shuffle_xor(WROW_ALL_LANES, v[0][0], h));
    return v[0][0];
}

/* Counts, extremes and NaNs of a group. A lane's elements ascend, so a strict comparison
 * keeps the first. */
template <typename E>
WROW_DEVICE describe_state see_strips(const describe_strips<E> &strips, uint32_t first,
                                      uint32_t group)
{
    typedef typename E::key_type key_type;
    const uint32_t nowhere = ~0u;
    key_type low = 0, high = 0;
    uint32_t low_at = nowhere, high_at = nowhere, nan_at = nowhere, n = 0, nans = 0;
    DESCRIBE_EACH_OF_LANE(k, p)
    {
        const key_type key = (key_type)E::key(strips.bits(k, p));
        const uint32_t index = (first + k * group) * describe_strips<E>::COUNT + p;
        const bool counts = strips.counts(k, p);
        if (counts && (key < low || low_at == nowhere)) {
            low = key;
            low_at = index;
        }
        if (counts && (key > high || high_at == nowhere)) {
            high = key;
            high_at = index;
        }
        if (E::IS_FLOAT && !counts && strips.is_there(k, p)) {
            nan_at = nans == 0 ? index : nan_at;
            nans += 1;
        }
        n += counts;
    }
    describe_state state = describe_nothing();
    state.n = n;
    if (n != 0) {
        state.min_key = low;
        state.max_key = high;
        state.min_index = low_at;
        state.max_index = high_at;
    }
    if (nans != 0) {
        state.nan_count = nans;
        state.nan_index = nan_at;
    }
    for (uint32_t h = group / 2; h > 0; h /= 2) {
        const describe_state other = shuffle_extremes_xor(state, h);
        const uint64_t more = wrow_shuffle_xor(WROW_ALL_LANES, state.n, h);
        describe_merge(&state, &other);
        state.n += more;
    }
    return state;
}

/* One chunk of a segment, row .. end-1 if it is the last. */
template <typename E>
WROW_DEVICE void load_chunk(describe_chunk<E> &chunk, const segments_job &job,
                            const segment_span &span, const safe_rows &safe, uint64_t row,
                            uint64_t end)
{
    const unsigned char *const base = base_of(job, span, E::BYTES);
    if (row >= safe.first && row + REDUCE_CHUNK_ROWS <= safe.end) {
        load_rows<E::BYTES>(chunk.strips, base, row);
    } else {
        WROW_UNROLL
        for (int r = 0; r < REDUCE_CHUNK_ROWS; ++r) {
            const uint64_t slot = (row + r) * WROW_WARP + wrow_lane();
            const uint32_t valid =
                row + r < end ? valid_in<E::BYTES>(span.count, slot) : 0;
            chunk.strips[r] =
                gather_elements<E::BYTES>(base + slot * REDUCE_STRIP_BYTES, valid, 1, 0);
        }
    }
    chunk.first = (row * WROW_WARP + wrow_lane()) * describe_chunk<E>::COUNT;
    chunk.count = span.count;
}

/* Rows first .. end-1 of a segment, all of one run; right in every lane. */
template <typename E>
WROW_DEVICE describe_state fold_rows(const describe_fold<E> &fold,
                                     const segment_span &span, uint64_t first,
                                     uint64_t end)
{
    const safe_rows safe = safe_rows_of<E::BYTES>(fold.job, span, first, end);
    describe_state state = describe_nothing(), seen = describe_nothing();
    for (uint64_t row = first; row < end; row += REDUCE_CHUNK_ROWS) {
        describe_chunk<E> chunk;
        load_chunk(chunk, fold.job, span, safe, row, end);
        const bool whole =
            (row + REDUCE_CHUNK_ROWS) * describe_chunk<E>::ROW <= span.count;
        const describe_state moments = digest_chunk(seen, chunk, whole);
        describe_merge_moments(&state, &moments);
    }
    seen.n = state.n;
    seen.sum = state.sum;
    seen.deviations = state.deviations;
    return seen;
}

template <typename E>
WROW_DEVICE describe_state fold_group(const describe_fold<E> &fold,
                                      const segment_span &span, uint32_t group)
{
    enum { COUNT = describe_strips<E>::COUNT, SLOTS = describe_strips<E>::SLOTS };
    if (group == WROW_WARP)
        return fold_rows(fold, span, 0,
                         reduce_ceil_div(span.count, describe_chunk<E>::ROW));
    const uint32_t first = wrow_lane() & (group - 1);
    describe_strips<E> strips;
    double v[SLOTS][COUNT];
    load_strips<E::BYTES>(strips.lane, fold.job, span, first, group, 0);
    describe_state state = see_strips(strips, first, group);
    WROW_UNROLL
    for (int k = 0; k < SLOTS; ++k)
        WROW_UNROLL
    for (int p = 0; p < COUNT; ++p)
        v[k][p] = strips.counts(k, p) ? E::value(strips.bits(k, p)) : -0.0;
    state.sum = sum_of_group(v, group);
    const double mean = state.sum / (double)state.n;
    WROW_UNROLL
    for (int k = 0; k < SLOTS; ++k)
        WROW_UNROLL
    for (int p = 0; p < COUNT; ++p)
        v[k][p] = 0.0;
    DESCRIBE_EACH_OF_LANE(k, p)
    if (strips.counts(k, p)) {
        const double d = describe_add(E::value(strips.bits(k, p)), -mean);
        v[k][p] = describe_multiply(d, d);
    }
    state.deviations = sum_of_group(v, group);
    return state;
}

#endif
