/* segments_impl.h -- what segments.c and transform.c hand to a backend, after every
 * check: many folds of one rule. */
#ifndef WROW_REDUCE_SEGMENTS_IMPL_H
#define WROW_REDUCE_SEGMENTS_IMPL_H

#include "core/context_impl.h"
#include "reduce/describe_state.h"
#include "reduce/reduce_order.h"
#include "reduce/rule.h"
#include <windrow/segments.h>

#if defined(__cplusplus)
extern "C" {
#endif

/* Where the segments lie. Element i of segment s is in[begin(s) + i * step]:
 *   offsets        begin and end are offsets[s], offsets[s + 1]; step 1
 *   count_device   one segment, from 0 to *count_device; step 1
 *   neither        begin(s) = s * stride, `length` elements, step 1 (rows) or else
 *                  (columns: stride 1, step the pitch) */
struct segments {
    const void *in;
    wrow_type type;
    uint64_t count;    /* elements that may be read, those between rows included */
    uint64_t segments; /* at least 1 */
    const uint64_t *offsets;
    const uint64_t *count_device;
    uint64_t length, stride, step;
};

struct segments_call {
    const char *name; /* of the public function */
    struct segments segments;
    struct reduce_rule rule;
    void *out; /* NULL: extremes are wanted */
    wrow_type out_type;
    /* wrow_arg_reduce_segments: min and max have a rule each; NULL: not wanted */
    struct reduce_rule max_rule; /* `rule` is that of min */
    wrow_extreme *min, *max;
};

struct describe_segments_call {
    struct segments segments; /* with offsets */
    bool skip_nan;
    wrow_summary *out;
};

/* A segment of more than one run, waiting for the warps that fold its units
 * (segments_kernel.cuh). */
struct long_segment {
    uint64_t begin, index, first_unit;
    reduce_shape shape;
    uint32_t units, done;
};

/* Elements of all segments together, at most. */
static inline uint64_t wrow_elements_of(const struct segments *segments)
{
    return segments->offsets || segments->count_device
               ? segments->count
               : segments->segments * segments->length;
}

/* Scratch bytes of a call whose segments hold `count` elements in all: the CPU keeps one
 * array's partials; CUDA the list of long segments, each above 4 KB, and `words` for each
 * of their units, of which only a segment's last may be shorter. */
static inline uint64_t wrow_long_segments_most(uint64_t count, uint32_t element_bytes)
{
    const uint64_t chunk = REDUCE_CHUNK_ROWS * REDUCE_ROW_BYTES;
    return count / chunk * element_bytes + element_bytes;
}

static inline size_t wrow_long_scratch(uint64_t count, uint32_t element_bytes,
                                       size_t word_bytes)
{
    return (size_t)wrow_long_segments_most(count, element_bytes) *
           (sizeof(struct long_segment) + 2 * word_bytes);
}

static inline size_t wrow_segments_scratch(uint64_t count, uint32_t element_bytes)
{
    return REDUCE_PARTIALS_MAX * 2 * sizeof(uint64_t) +
           wrow_long_scratch(count, element_bytes, 4 * sizeof(uint64_t));
}

static inline size_t wrow_describe_segments_scratch(uint64_t count,
                                                    uint32_t element_bytes)
{
    return REDUCE_PARTIALS_MAX * sizeof(struct describe_state) +
           wrow_long_scratch(count, element_bytes, sizeof(struct describe_state));
}

wrow_status wrow_segments_cpu(wrow_context *context, const struct segments_call *call);
wrow_status wrow_segments_cuda(wrow_context *context, const struct segments_call *call);
wrow_status wrow_describe_segments_cpu(wrow_context *context,
                                       const struct describe_segments_call *call);
wrow_status wrow_describe_segments_cuda(wrow_context *context,
                                        const struct describe_segments_call *call);

#if defined(__cplusplus)
}
#endif

#endif
