/*
 * rule.h -- a reduction as data: what an element becomes, how two such words become one,
 * and how the last becomes the output. One rule stands for any operation, transform and
 * comparison, so that the many forms (segments, rows, transforms) need few loops: both
 * backends expand the tables below, and choose their row outside the loop.
 *
 * Words are those of reduce_finish.h. A word that is an integer may be folded in any
 * order; one that is a float is folded in that of docs/order.md.
 */
#ifndef WROW_REDUCE_RULE_H
#define WROW_REDUCE_RULE_H

#include "core/element.h"
#include "reduce/reduce_finish.h"
#include <windrow/transform.h>

enum rule_word { RULE_INTEGER, RULE_F32, RULE_F64 };

enum rule_join { JOIN_ADD, JOIN_MULTIPLY, JOIN_LEAST, JOIN_AND, JOIN_OR, JOIN_XOR };

struct reduce_rule {
    uint32_t fold;     /* an enum rule_fold: of RULE_INTEGER_MAP or RULE_FLOAT_MAP */
    uint32_t join;     /* an enum rule_join */
    uint32_t word;     /* an enum rule_word */
    uint32_t width;    /* bits of an element */
    uint32_t skip_nan; /* float words: NaNs are left out and not counted */
    uint32_t mean;     /* the result is the sum over the number of elements */
    uint64_t sign;     /* the top bit of signed integers; 0 for others */
    uint64_t keep; /* the bits of an element that count: for a magnitude all but sign */
    uint64_t flip; /* of keys; as in reduce_finish.h */
    uint64_t infinity; /* bits of a float's; 0 for integers */
    uint64_t nan_key;  /* what a NaN's key is: 0, or all ones if it is skipped */
    uint64_t low;      /* keys of low .. low + span are in the range */
    uint64_t span;
    uint64_t identity; /* the word that changes nothing */
    uint64_t fill;     /* has_fill: bits of an element that changes nothing */
    uint32_t has_fill;
    double scale, shift;
    struct reduce_finish finish; /* its count is that of the segment */
    uint32_t complement;         /* 1: the result is the number of elements - word */
    uint32_t sum;                /* 1: of floats; the sum of nothing is +0 */
};

/* ------------------------------------------------------------- integer words */

/* Bits of an element, zero-extended, as an integer modulo 2^64. */
WROW_INLINE uint64_t rule_value(const struct reduce_rule *rule, uint64_t bits)
{
    return (bits ^ rule->sign) - rule->sign;
}

WROW_INLINE uint64_t rule_magnitude(const struct reduce_rule *rule, uint64_t bits)
{
    const uint64_t value = rule_value(rule, bits);
    return bits & rule->sign ? 0 - value : value;
}

/* The key of a float whose bits are masked already; a NaN has the rule's. */
WROW_INLINE uint64_t rule_float_key(const struct reduce_rule *rule, uint64_t bits)
{
    const uint64_t sign = (uint64_t)1 << (rule->width - 1);
    return (bits & (sign - 1)) > rule->infinity
               ? rule->nan_key
               : float_key(bits, rule->width) ^ rule->flip;
}

WROW_INLINE uint64_t rule_least(uint64_t a, uint64_t b)
{
    return b < a ? b : a;
}

#define RULE_ADD(a, b)      ((a) + (b))
#define RULE_MULTIPLY(a, b) ((a) * (b))
#define RULE_AND(a, b)      ((a) & (b))
#define RULE_OR(a, b)       ((a) | (b))
#define RULE_XOR(a, b)      ((a) ^ (b))

/* X(name, join, what `bits` of an element become) */
#define RULE_INTEGER_MAP(X)                                                              \
    X(SUM, RULE_ADD, rule_value(rule, bits))                                             \
    X(SUM_MAGNITUDE, RULE_ADD, rule_magnitude(rule, bits))                               \
    X(SUM_SQUARE, RULE_ADD, rule_value(rule, bits) * rule_value(rule, bits))             \
    X(PRODUCT, RULE_MULTIPLY, rule_value(rule, bits))                                    \
    X(KEY, rule_least, bits ^ rule->flip)                                                \
    X(KEY_MAGNITUDE, rule_least, rule_magnitude(rule, bits) ^ rule->flip)                \
    X(KEY_FLOAT, rule_least, rule_float_key(rule, bits & rule->keep))                    \
    X(AND, RULE_AND, bits)                                                               \
    X(OR, RULE_OR, bits)                                                                 \
    X(XOR, RULE_XOR, bits)                                                               \
    X(RANGE, RULE_ADD,                                                                   \
      (uint64_t)(((bits & rule->keep) ^ rule->flip) - rule->low <= rule->span))          \
    X(RANGE_FLOAT, RULE_ADD,                                                             \
      (uint64_t)(rule_float_key(rule, bits) - rule->low <= rule->span))

/* --------------------------------------------------------------- float words */

#define RULE_ITSELF(x) (x)

/* X(name, join, what x becomes; scale and shift are of the word's type) */
#define RULE_FLOAT_MAP(X)                                                                \
    X(FLOAT_SUM, RULE_ADD, x)                                                            \
    X(FLOAT_SUM_MAGNITUDE, RULE_ADD, x < 0 ? -x : x + 0)                                 \
    X(FLOAT_SUM_SQUARE, RULE_ADD, x *x)                                                  \
    X(FLOAT_SUM_SCALED, RULE_ADD, x *scale + shift)                                      \
    X(FLOAT_PRODUCT, RULE_MULTIPLY, x)

enum rule_fold {
#define X(name, join, word) FOLD_##name,
    RULE_INTEGER_MAP(X) RULE_FLOAT_MAP(X)
#undef X
};

/* The output element's bits. `count`: elements of the segment; `number`: of them those
 * that took part. */
WROW_INLINE uint64_t rule_finish_bits(const struct reduce_rule *rule, uint64_t word,
                                      uint64_t count, uint64_t number)
{
    struct reduce_finish finish = rule->finish;
    finish.count = count;
    if (rule->complement)
        word = count - word;
    if (rule->mean && rule->word == RULE_F32)
        word = f32_bits(f32_from_bits((uint32_t)word) / (float)number);
    else if (rule->mean)
        word = f64_bits(f64_from_bits(word) / (double)number);
    else if (rule->sum && number == 0)
        word = 0;
    return reduce_finish_bits(&finish, word);
}

#endif
