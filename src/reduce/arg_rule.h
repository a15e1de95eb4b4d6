/*
 * arg_rule.h -- the key of an element and the result behind a key, for both backends.
 * Keys are those of min and max in reduce_finish.h: unsigned, the smallest wins, and 0
 * is a NaN, which wins both.
 */
#ifndef WROW_REDUCE_ARG_RULE_H
#define WROW_REDUCE_ARG_RULE_H

#include "reduce/describe_state.h"

/* Built once on the host, for min or for max. */
struct arg_rule {
    struct describe_rule rule; /* what a value is */
    uint64_t flip;             /* reduce_flip of the operation */
    uint64_t infinity;         /* bits of a float's infinity */
};

static inline struct arg_rule arg_rule_of(wrow_operation operation, wrow_type type,
                                          uint64_t count)
{
    struct arg_rule arg;
    arg.rule = describe_rule_of(type, count, 0);
    arg.flip = reduce_flip(operation, type);
    arg.infinity = reduce_format_of(type).infinity;
    return arg;
}

WROW_INLINE uint64_t arg_key(const struct arg_rule *arg, uint64_t bits)
{
    return arg->rule.is_float
               ? reduce_float_key(bits, arg->rule.width, arg->infinity, arg->flip)
               : bits ^ arg->flip;
}

/* describe_value reads ascending keys: those of a min. */
WROW_INLINE wrow_extreme arg_finish(const struct arg_rule *arg, uint64_t key,
                                    uint64_t index)
{
    const uint64_t sign = (uint64_t)1 << (arg->rule.width - 1);
    const uint64_t rising = arg->rule.is_float || !arg->rule.is_signed
                                ? key ^ arg->flip
                                : key ^ arg->flip ^ sign;
    wrow_extreme extreme;
    extreme.index = index;
    if (arg->rule.is_float && key == 0)
        extreme.value.f = f64_from_bits(0x7ff8000000000000u);
    else
        extreme.value = describe_value(&arg->rule, rising);
    return extreme;
}

#endif
