/*
 * segment_span.cuh -- where a segment lies, and its strips: 16 bytes chosen by the
 * element's index in the segment, wherever that begins.
 *
 * A strip that does not begin on 16 bytes straddles two aligned ones, which are loaded
 * and shifted into place; in a row the second one is the neighbour lane's first. What
 * lies before and behind the segment is read only if it belongs to the array; at the
 * array's ends elements are read one by one.
 */
#ifndef WROW_REDUCE_SEGMENT_SPAN_CUH
#define WROW_REDUCE_SEGMENT_SPAN_CUH

#include "core/record.cuh"
#include "reduce/segments_job.h"
#include "reduce/strip.cuh"

struct segment_span {
    uint64_t begin, count; /* elements */
};

/* Offsets that descend or leave the array are told, and their segments are empty. */
WROW_DEVICE segment_span checked_span(const segments_job &job, uint64_t s, uint64_t begin,
                                      uint64_t end)
{
    const bool bad_begin = begin > job.segments.count;
    if (!bad_begin && end >= begin && end <= job.segments.count)
        return {begin, end - begin};
    record_data_error(job.record, job.state, WROW_E_ORDER, DATA_OFFSET,
                      bad_begin ? s : s + 1, bad_begin ? begin : end);
    return {0, 0};
}

WROW_DEVICE segment_span span_of(const segments_job &job, uint64_t s)
{
    const segments &all = job.segments;
    if (s >= all.segments)
        return {0, 0};
    if (all.offsets)
        return checked_span(job, s, all.offsets[s], all.offsets[s + 1]);
    if (!all.count_device)
        return {s * all.stride, all.length};
    if (*all.count_device <= all.count)
        return {0, *all.count_device};
    record_data_error(job.record, job.state, WROW_E_ORDER, DATA_LENGTH, all.count,
                      *all.count_device);
    return {0, 0};
}

WROW_DEVICE const unsigned char *base_of(const segments_job &job,
                                         const segment_span &span, int bytes)
{
    return (const unsigned char *)job.segments.in + span.begin * bytes;
}

template <int BYTES> WROW_DEVICE uint64_t slots_of(uint64_t count)
{
    return reduce_ceil_div(count, REDUCE_STRIP_BYTES / BYTES);
}

/* Elements of strip `slot` of a segment of `count`; 0 beyond its end. */
template <int BYTES, typename T> WROW_DEVICE uint32_t valid_in(T count, T slot)
{
    enum { COUNT = REDUCE_STRIP_BYTES / BYTES };
    const T first = slot * COUNT;
    return first >= count          ? 0
           : count - first < COUNT ? (uint32_t)(count - first)
                                   : (uint32_t)COUNT;
}

/* `valid` elements `step` apart, one by one; the rest is `fill`. */
template <int BYTES>
WROW_DEVICE wrow_words4 gather_elements(const unsigned char *at, uint32_t valid,
                                        uint64_t step, uint64_t fill)
{
    enum { COUNT = REDUCE_STRIP_BYTES / BYTES, WORD = COUNT / 2 };
    typedef typename element_bits<BYTES>::type element;
    const element *const from = (const element *)at;
    uint64_t half[2] = {0, 0};
    WROW_UNROLL
    for (int p = 0; p < COUNT; ++p) {
        element e = (element)fill;
        if ((uint32_t)p < valid)
            e = from[p * step];
        half[p / WORD] |= (uint64_t)e << p % WORD * BYTES * 8;
    }
    return {{(uint32_t)half[0], (uint32_t)(half[0] >> 32), (uint32_t)half[1],
             (uint32_t)(half[1] >> 32)}};
}

/* Everything behind the first `valid` elements becomes `fill`. */
template <int BYTES>
WROW_DEVICE void fill_behind(wrow_words4 &strip, uint32_t valid, uint64_t fill)
{
    const strip_words all = strip_repeat(fill, BYTES);
    WROW_UNROLL
    for (int w = 0; w < 4; ++w) {
        const int bits = (int)(valid * BYTES * 8) - w * 32; /* of this word */
        const uint32_t keep = bits <= 0    ? 0
                              : bits >= 32 ? ~0u
                                           : ((uint32_t)1 << bits) - 1;
        strip.w[w] = (strip.w[w] & keep) | (all.w[w] & ~keep);
    }
}

/* Elements of a strip of `most`, where the segment has `left` from its first on. */
WROW_DEVICE uint32_t clamp_valid(int32_t left, int32_t most)
{
    return (uint32_t)(left < 0 ? 0 : left < most ? left : most);
}

/* Strips of a lane, elements of each that are there, and the lanes that have any. */
template <int N> struct lane_strips {
    wrow_words4 strips[N];
    uint32_t valid[N], voters[N];
};

/* Elements `at` and on, of which the segment has `left`; what is missing is `fill`. */
template <int BYTES, int N>
WROW_DEVICE void gather_strips(lane_strips<N> &lane, const unsigned char *at,
                               int32_t left, uint32_t step, uint64_t fill)
{
    enum { COUNT = REDUCE_STRIP_BYTES / BYTES };
    const int32_t stride = (int32_t)step * COUNT;
    if (wrow_ballot(WROW_ALL_LANES, left < (N - 1) * stride + COUNT) == 0) {
        WROW_UNROLL
        for (int k = 0; k < N; ++k) {
            lane.valid[k] = COUNT;
            lane.voters[k] = WROW_ALL_LANES;
            lane.strips[k] =
                gather_elements<BYTES>(at + k * stride * BYTES, COUNT, 1, fill);
        }
        return;
    }
    WROW_UNROLL
    for (int k = 0; k < N; ++k) {
        const int32_t of_it = left - k * stride;
        lane.valid[k] = clamp_valid(of_it, COUNT);
        lane.voters[k] = wrow_ballot(WROW_ALL_LANES, of_it > 0);
        lane.strips[k] = {};
        if (lane.voters[k] != 0)
            lane.strips[k] =
                gather_elements<BYTES>(at + k * stride * BYTES, lane.valid[k], 1, fill);
    }
}

/* As above, by aligned 16 bytes, which lie in the array. */
template <int BYTES, int N>
WROW_DEVICE void shift_strips(lane_strips<N> &lane, const unsigned char *at, int32_t left,
                              uint32_t step, uint64_t fill)
{
    enum { COUNT = REDUCE_STRIP_BYTES / BYTES };
    const int32_t stride = (int32_t)step * COUNT;
    const uint32_t shift = (uint32_t)((uintptr_t)at % REDUCE_STRIP_BYTES);
    wrow_words4 high[N];
    WROW_UNROLL
    for (int k = 0; k < N; ++k) {
        const unsigned char *const from = at + k * stride * BYTES - shift;
        const int32_t of_it = left - k * stride;
        lane.valid[k] = clamp_valid(of_it, COUNT);
        lane.voters[k] = wrow_ballot(WROW_ALL_LANES, of_it > 0);
        lane.strips[k] = {};
        high[k] = {};
        if (of_it > 0)
            lane.strips[k] = wrow_load16_constant(from);
        if (of_it > 0 && shift + lane.valid[k] * BYTES > REDUCE_STRIP_BYTES)
            high[k] = wrow_load16_constant(from + REDUCE_STRIP_BYTES);
    }
    const bool is_whole =
        wrow_ballot(WROW_ALL_LANES, left < (N - 1) * stride + COUNT) == 0;
    WROW_UNROLL
    for (int k = 0; k < N; ++k)
        if (lane.voters[k] != 0) {
            if (shift != 0)
                lane.strips[k] = shift_strip(lane.strips[k], high[k], shift);
            if (!is_whole)
                fill_behind<BYTES>(lane.strips[k], lane.valid[k], fill);
        }
}

/* Strips first, first + step, ... of a segment of at most a chunk, for each lane its own;
 * the whole warp calls. What is missing is `fill`. Loads are issued for all before the
 * first is put together. Wide elements come one by one, which takes fewer steps than
 * shifting; so do all where the array begins or ends.
 */
template <int BYTES, int N>
WROW_DEVICE void load_strips(lane_strips<N> &lane, const segments_job &job,
                             const segment_span &span, uint32_t first, uint32_t step,
                             uint64_t fill)
{
    enum { COUNT = REDUCE_STRIP_BYTES / BYTES };
    const unsigned char *const base = base_of(job, span, BYTES);
    const unsigned char *const at = base + first * REDUCE_STRIP_BYTES;
    const int32_t left = (int32_t)span.count - (int32_t)(first * COUNT);
    const uintptr_t behind = (uintptr_t)base + span.count * BYTES;
    const bool is_edge =
        (uintptr_t)base / REDUCE_STRIP_BYTES * REDUCE_STRIP_BYTES < (uintptr_t)job.low ||
        (behind + REDUCE_STRIP_BYTES - 1) / REDUCE_STRIP_BYTES * REDUCE_STRIP_BYTES >
            (uintptr_t)job.high;
    if (BYTES >= 4 || wrow_ballot(WROW_ALL_LANES, is_edge && left > 0))
        gather_strips<BYTES>(lane, at, left, step, fill);
    else
        shift_strips<BYTES>(lane, at, left, step, fill);
}

/* Rows of a segment that can be read 16 aligned bytes at a time: first .. end-1. */
struct safe_rows {
    uint64_t first, end;
};
template <int BYTES>
WROW_DEVICE safe_rows safe_rows_of(const segments_job &job, const segment_span &span,
                                   uint64_t first, uint64_t end)
{
    enum { ROW = REDUCE_ROW_BYTES / BYTES };
    const unsigned char *const base = base_of(job, span, BYTES);
    const uint32_t shift = (uint32_t)((uintptr_t)base % REDUCE_STRIP_BYTES);
    const uint64_t full = span.count / ROW;
    safe_rows safe = {first, full < end ? full : end};
    if (shift == 0 || safe.end <= first)
        return safe;
    if (base + first * REDUCE_ROW_BYTES - shift < job.low)
        safe.first += 1;
    if (base + safe.end * REDUCE_ROW_BYTES - shift + REDUCE_STRIP_BYTES > job.high)
        safe.end -= 1;
    return safe;
}

/* Strips that begin WORDS words and some bits into the lane's own 16 bytes, and end in
 * its neighbour's: `beyond` is lane 0's of the row after the last. Only the words that
 * are needed move between lanes. */
template <int WORDS, bool HAS_BITS, int ROWS>
WROW_DEVICE void straddle_rows(wrow_words4 (&strips)[ROWS], const wrow_words4 &beyond,
                               uint32_t bits)
{
    enum { NEEDED = 4 + HAS_BITS, OWN = 4 - WORDS };
    const uint32_t lane = wrow_lane();
    WROW_UNROLL
    for (int k = 0; k < ROWS; ++k) {
        const wrow_words4 below =
            k + 1 < ROWS ? strips[k + 1 < ROWS ? k + 1 : 0] : beyond;
        uint32_t w[5] = {};
        WROW_UNROLL
        for (int i = 0; i < NEEDED; ++i)
            w[i] = i < OWN ? strips[k].w[(i + WORDS) % 4]
                           : wrow_shuffle(WROW_ALL_LANES,
                                          lane ? strips[k].w[(i + WORDS) % 4]
                                               : below.w[(i + WORDS) % 4],
                                          (lane + 1) % WROW_WARP);
        WROW_UNROLL
        for (int i = 0; i < 4; ++i)
            strips[k].w[i] = HAS_BITS ? wrow_funnel(w[i], w[i + 1], bits) : w[i];
    }
}

/* The lanes' strips of ROWS safe rows; the whole warp calls. Lane 31 straddles into the
 * next row, so lane 0 loads one strip more. */
template <int BYTES, int ROWS>
WROW_DEVICE void load_rows(wrow_words4 (&strips)[ROWS], const unsigned char *base,
                           uint64_t row)
{
    enum { HAS_BITS = BYTES < 4 };
    const uint32_t lane = wrow_lane();
    const uint32_t shift = (uint32_t)((uintptr_t)base % REDUCE_STRIP_BYTES);
    const unsigned char *const from =
        base + row * REDUCE_ROW_BYTES + lane * REDUCE_STRIP_BYTES - shift;
    WROW_UNROLL
    for (int k = 0; k < ROWS; ++k)
        strips[k] = wrow_load16_once(from + k * REDUCE_ROW_BYTES);
    if (shift == 0)
        return;
    wrow_words4 beyond = {};
    if (lane == 0)
        beyond = wrow_load16_once(from + ROWS * REDUCE_ROW_BYTES);
    const uint32_t bits = shift % 4 * 8;
    if (shift < 4)
        straddle_rows<0, HAS_BITS>(strips, beyond, bits);
    else if (shift < 8)
        straddle_rows<1, HAS_BITS>(strips, beyond, bits);
    else if (shift < 12)
        straddle_rows<2, HAS_BITS>(strips, beyond, bits);
    else
        straddle_rows<3, HAS_BITS>(strips, beyond, bits);
}

#endif
