/*
 * describe_merge_impl.h -- what describe_merge.c hands to a backend, after every check,
 * and how a summary becomes a state of describe_state.h again. The CPU and the kernel
 * compile this text; docs/order.md states the same in words.
 *
 * Until the very end the index of an extreme is the number of the part that holds it:
 * of equal extremes the first part's wins, and only the winners' offsets are needed.
 * Values are f64 or 64 bits wide in a summary, so keys are, whatever the type.
 */
#ifndef WROW_REDUCE_DESCRIBE_MERGE_IMPL_H
#define WROW_REDUCE_DESCRIBE_MERGE_IMPL_H

#include "core/context_impl.h"
#include "core/shrink.h"
#include "reduce/describe_state.h"

#if defined(__cplusplus)
extern "C" {
#endif

enum { MERGE_LANES = WROW_SHRINK(256, 64) }; /* lane j takes parts j, j + 256, ... */

struct describe_merge_call {
    const wrow_summary *parts;
    uint64_t count; /* of parts, at least 1 */
    wrow_summary *out;
    struct describe_rule rule; /* of the elements */
    struct describe_rule wide; /* of values as a summary holds them */
};

/* A state of some parts, and the elements of these parts. */
struct merged_parts {
    struct describe_state state;
    uint64_t elements;
};

WROW_INLINE struct merged_parts merged_nothing(void)
{
    struct merged_parts nothing;
    nothing.state = describe_nothing();
    nothing.elements = 0;
    return nothing;
}

/* a becomes a followed by b. */
WROW_INLINE void merge_parts(struct merged_parts *a, const struct merged_parts *b)
{
    describe_merge(&a->state, &b->state);
    a->elements += b->elements;
}

WROW_INLINE uint64_t merge_key(const struct describe_rule *wide, wrow_value value)
{
    const uint64_t bits = value.u;
    if (wide->is_float)
        return float_key(bits, 64);
    return wide->is_signed ? bits ^ (uint64_t)1 << 63 : bits;
}

/* Adds the part of that number; what nothing was read for is not looked at. */
WROW_INLINE void merge_part(struct merged_parts *all, const struct describe_rule *wide,
                            const wrow_summary *part, uint64_t number)
{
    struct merged_parts one = merged_nothing();
    one.elements = part->count;
    one.state.n = part->count - part->nan_count;
    one.state.nan_count = part->nan_count;
    if (part->nan_count != 0)
        one.state.nan_index = number;
    if (one.state.n != 0) {
        one.state.sum = part->sum;
        one.state.deviations = part->squared_deviations;
        one.state.min_key = merge_key(wide, part->min);
        one.state.max_key = merge_key(wide, part->max);
        one.state.min_index = one.state.max_index = number;
    }
    merge_parts(all, &one);
}

/* Elements in front of the parts that hold the least, the greatest and the first NaN. */
struct merge_offsets {
    uint64_t min, max, nan;
};

WROW_INLINE void merge_offset(struct merge_offsets *offsets,
                              const struct describe_state *winners, uint64_t count,
                              uint64_t number)
{
    offsets->min += number < winners->min_index ? count : 0;
    offsets->max += number < winners->max_index ? count : 0;
    offsets->nan += number < winners->nan_index ? count : 0;
}

WROW_INLINE wrow_summary merge_finish(const struct describe_merge_call *call,
                                      const struct merged_parts *all,
                                      const struct merge_offsets *offsets)
{
    struct describe_state state = all->state;
    struct describe_rule rule = state.n != 0 ? call->wide : call->rule;
    rule.count = all->elements;
    if (state.nan_index != DESCRIBE_NO_INDEX) /* where NaNs are not skipped: its index */
        state.nan_index = offsets->nan + call->parts[state.nan_index].min_index;
    if (state.n != 0) {
        state.min_index = offsets->min + call->parts[state.min_index].min_index;
        state.max_index = offsets->max + call->parts[state.max_index].max_index;
    }
    return describe_finish(&rule, &state);
}

wrow_status wrow_describe_merge_cpu(wrow_context *context,
                                    const struct describe_merge_call *call);
wrow_status wrow_describe_merge_cuda(wrow_context *context,
                                     const struct describe_merge_call *call);

#if defined(__cplusplus)
}
#endif

#endif
