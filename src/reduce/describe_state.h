/*
 * describe_state.h -- what a describe knows about some of its elements, how two
 * such states become one, and what the caller gets of the last. The CPU and the
 * kernels compile this text; docs/order.md states the same in words.
 *
 * Every product is rounded on its own: hosts compile without contraction, and a
 * kernel asks for it by name, whatever its flags say.
 */
#ifndef WROW_DESCRIBE_STATE_H
#define WROW_DESCRIBE_STATE_H

#include "core/element.h"
#include "core/inline.h"
#include "reduce/reduce_finish.h"
#include <windrow/reduce.h>

#define DESCRIBE_NO_INDEX (~(uint64_t)0)

struct describe_state {
    uint64_t n; /* elements that are not NaN */
    double sum;
    double deviations;
    uint64_t nan_count;
    uint64_t nan_index; /* of the first NaN */
    uint64_t min_key;   /* ascending keys of the element's width, zero-extended */
    uint64_t min_index; /* of the first element with this key */
    uint64_t max_key;
    uint64_t max_index;
};

/* Built once on the host: how states of one call are read. */
struct describe_rule {
    uint64_t count;
    uint32_t type; /* a wrow_type */
    uint32_t width;
    uint32_t is_float;
    uint32_t is_signed;
    uint32_t skip_nan;
    uint32_t reserved;
    uint64_t lowest, highest; /* keys of the identities of max and min */
};

static inline struct describe_rule describe_rule_of(wrow_type type, uint64_t count,
                                                    int skip_nan)
{
    const struct reduce_format format = reduce_format_of(type);
    struct describe_rule rule = {0, 0, 0, 0, 0, 0, 0, 0, 0};
    const uint64_t sign = (uint64_t)1 << (format.width - 1);
    rule.count = count;
    rule.type = (uint32_t)type;
    rule.width = format.width;
    rule.is_float = format.class_ == 'F';
    rule.is_signed = format.class_ == 'S';
    rule.skip_nan = skip_nan != 0;
    rule.lowest = rule.is_float ? float_key(format.infinity | sign, format.width) : 0;
    rule.highest = rule.is_float ? float_key(format.infinity, format.width)
                                 : reduce_mask(format.width);
    return rule;
}

WROW_INLINE double describe_multiply(double a, double b)
{
#if defined(__CUDA_ARCH__)
    return __dmul_rn(a, b);
#else
    return a * b;
#endif
}

WROW_INLINE double describe_add(double a, double b)
{
#if defined(__CUDA_ARCH__)
    return __dadd_rn(a, b);
#else
    return a + b;
#endif
}

WROW_INLINE struct describe_state describe_nothing(void)
{
    struct describe_state state;
    state.n = 0;
    state.sum = -0.0;
    state.deviations = 0.0;
    state.nan_count = 0;
    state.nan_index = DESCRIBE_NO_INDEX;
    state.min_key = ~(uint64_t)0;
    state.min_index = DESCRIBE_NO_INDEX;
    state.max_key = 0;
    state.max_index = DESCRIBE_NO_INDEX;
    return state;
}

/* (sum, deviations) of a followed by b, by Chan, Golub and LeVeque's rule. The
 * moments of an empty side are not read: its mean would be 0 / 0. */
WROW_INLINE void describe_merge_moments(struct describe_state *a,
                                        const struct describe_state *b)
{
    if (b->n == 0)
        return;
    if (a->n == 0) {
        a->sum = b->sum;
        a->deviations = b->deviations;
    } else {
        const double na = (double)a->n;
        const double nb = (double)b->n;
        const double d = describe_add(b->sum / nb, -(a->sum / na));
        const double share =
            describe_multiply(na, nb / (double)(a->n + b->n)); /* na * nb overflows */
        a->sum = describe_add(a->sum, b->sum);
        a->deviations = describe_add(describe_add(a->deviations, b->deviations),
                                     describe_multiply(describe_multiply(d, d), share));
    }
    a->n += b->n;
}

/* a becomes a followed by b. An index of nothing is the largest, so that even a
 * real key equal to the identity's wins the tie. */
WROW_INLINE void describe_merge(struct describe_state *a, const struct describe_state *b)
{
    describe_merge_moments(a, b);
    a->nan_count += b->nan_count;
    if (b->nan_index < a->nan_index)
        a->nan_index = b->nan_index;
    if (b->min_key < a->min_key ||
        (b->min_key == a->min_key && b->min_index < a->min_index)) {
        a->min_key = b->min_key;
        a->min_index = b->min_index;
    }
    if (b->max_key > a->max_key ||
        (b->max_key == a->max_key && b->max_index < a->max_index)) {
        a->max_key = b->max_key;
        a->max_index = b->max_index;
    }
}

/* The value behind a key. */
WROW_INLINE wrow_value describe_value(const struct describe_rule *rule, uint64_t key)
{
    const uint64_t sign = (uint64_t)1 << (rule->width - 1);
    wrow_value value;
    if (rule->is_float) {
        const uint64_t bits = float_unkey(key, rule->width);
        if (rule->type == WROW_F16)
            value.f = (double)f16_to_f32((uint16_t)bits);
        else if (rule->type == WROW_BF16)
            value.f = (double)bf16_to_f32((uint16_t)bits);
        else if (rule->type == WROW_F32)
            value.f = (double)f32_from_bits((uint32_t)bits);
        else
            value.f = f64_from_bits(bits);
    } else {
        /* The key is the value plus 2^(width-1); taking it off sign-extends. */
        value.u = rule->is_signed ? key - sign : key;
    }
    return value;
}

WROW_INLINE wrow_summary describe_finish(const struct describe_rule *rule,
                                         const struct describe_state *state)
{
    const double nan = f64_from_bits(0x7ff8000000000000u);
    const double n = (double)state->n;
    wrow_summary out;
    out.count = rule->count;
    out.nan_count = state->nan_count;
    if (state->nan_count != 0 && !rule->skip_nan) {
        out.min_index = out.max_index = state->nan_index;
        out.min.f = out.max.f = nan;
        out.sum = out.mean = out.squared_deviations = nan;
        out.variance = out.sample_variance = nan;
        return out;
    }
    out.min_index = state->min_index;
    out.max_index = state->max_index;
    out.sum = state->n ? f64_canonical(state->sum) : 0.0;
    out.squared_deviations = f64_canonical(state->deviations);
    if (state->n == 0) {
        out.min = describe_value(rule, rule->highest);
        out.max = describe_value(rule, rule->lowest);
        out.mean = out.variance = out.sample_variance = nan;
        return out;
    }
    out.min = describe_value(rule, state->min_key);
    out.max = describe_value(rule, state->max_key);
    out.mean = f64_canonical(state->sum / n);
    out.variance = f64_canonical(state->deviations / n);
    out.sample_variance =
        state->n == 1 ? nan : f64_canonical(state->deviations / (double)(state->n - 1));
    return out;
}

#endif
