/* rule_of.c -- see rule_of.h: operation and transform choose a fold, types the rest. */
#include "reduce/rule_of.h"

/* By transform: of integer words, of float words. */
static const uint32_t sums[][2] = {
    [WROW_IDENTITY] = {FOLD_SUM, FOLD_FLOAT_SUM},
    [WROW_ABSOLUTE] = {FOLD_SUM_MAGNITUDE, FOLD_FLOAT_SUM_MAGNITUDE},
    [WROW_SQUARE] = {FOLD_SUM_SQUARE, FOLD_FLOAT_SUM_SQUARE},
    [WROW_NONZERO] = {FOLD_RANGE, FOLD_RANGE},
    [WROW_IS_NAN] = {FOLD_RANGE, FOLD_RANGE},
    [WROW_SCALE_SHIFT] = {FOLD_FLOAT_SUM_SCALED, FOLD_FLOAT_SUM_SCALED},
};

static const uint32_t joins[] = {
#define X(name, join, word) join##_of,
#define RULE_ADD_of         JOIN_ADD
#define RULE_MULTIPLY_of    JOIN_MULTIPLY
#define rule_least_of       JOIN_LEAST
#define RULE_AND_of         JOIN_AND
#define RULE_OR_of          JOIN_OR
#define RULE_XOR_of         JOIN_XOR
    RULE_INTEGER_MAP(X) RULE_FLOAT_MAP(X)
#undef X
};

static int is_extreme(wrow_operation operation)
{
    return operation == WROW_MIN || operation == WROW_MAX;
}

static uint32_t fold_of(wrow_operation operation, uint32_t transform, int is_float,
                        int as_float)
{
    const int magnitude = transform == WROW_ABSOLUTE;
    switch (operation) {
    case WROW_SUM:
    case WROW_MEAN:
        return sums[transform][as_float];
    case WROW_PRODUCT:
        return as_float ? FOLD_FLOAT_PRODUCT : FOLD_PRODUCT;
    case WROW_MIN:
    case WROW_MAX:
        return is_float ? FOLD_KEY_FLOAT : magnitude ? FOLD_KEY_MAGNITUDE : FOLD_KEY;
    case WROW_BIT_AND:
        return FOLD_AND;
    case WROW_BIT_OR:
        return FOLD_OR;
    case WROW_BIT_XOR:
        return FOLD_XOR;
    default:
        return FOLD_RANGE; /* of what is not zero */
    }
}

/* The unsigned type of a signed one's width. */
static wrow_type without_sign(wrow_type type)
{
    return reduce_format_of(type).class_ == 'S' ? (wrow_type)(type + 1) : type;
}

/* What only the elements' type says. */
static struct reduce_rule rule_of_type(wrow_type type)
{
    const struct reduce_format format = reduce_format_of(type);
    struct reduce_rule rule = {.width = format.width,
                               .keep = reduce_mask(format.width),
                               .infinity = format.infinity};
    if (format.class_ == 'S')
        rule.sign = (uint64_t)1 << (format.width - 1);
    return rule;
}

/* The magnitudes that count as 1: of what is not zero, or of NaNs. A NaN's lie above
 * infinity's; one that is skipped is neither, and integers have none. */
static void choose_range(struct reduce_rule *rule, uint32_t transform)
{
    const int are_numbers = rule->skip_nan || rule->infinity == 0;
    if (transform != WROW_IS_NAN) {
        rule->low = 1;
        rule->span = (rule->skip_nan ? rule->infinity : rule->keep) - 1;
    } else if (!are_numbers) {
        rule->low = rule->infinity + 1;
        rule->span = rule->keep - rule->low;
    } else {
        rule->keep = 0;
        rule->low = 1;
        rule->span = 0;
    }
}

/* An element that changes nothing, so that a missing one can be read as it: a NaN where
 * NaNs are left out, 0 also where it is transformed to +0. A count may count anything, a
 * shift moves everything, and a magnitude has no identity of an extreme. */
static void choose_fill(struct reduce_rule *rule, wrow_operation operation,
                        uint32_t transform, wrow_type type)
{
    const int is_bitwise = rule->join >= JOIN_AND;
    const int has_sum = rule->join == JOIN_ADD && rule->fold != FOLD_RANGE &&
                        transform != WROW_SCALE_SHIFT;
    rule->has_fill = has_sum || is_bitwise || rule->join == JOIN_MULTIPLY ||
                     (rule->join == JOIN_LEAST && transform == WROW_IDENTITY) ||
                     rule->skip_nan;
    rule->fill = rule->skip_nan
                     ? reduce_format_of(type).nan
                     : reduce_identity_element(
                           operation == WROW_MEAN ? WROW_SUM : operation, type);
}

struct reduce_rule wrow_rule_of(wrow_operation operation,
                                const wrow_reduce_options *options, wrow_type in_type,
                                wrow_type out_type)
{
    static const wrow_reduce_options none = {.size = sizeof none};
    const struct reduce_format format = reduce_format_of(in_type);
    const uint32_t transform = (options ? options : &none)->transform;
    const int is_float = format.class_ == 'F', is_sum = operation == WROW_SUM;
    const int is_number = is_float || operation == WROW_MEAN ||
                          transform == WROW_SCALE_SHIFT; /* an integer taken as an f64 */
    const int counted = transform == WROW_NONZERO || transform == WROW_IS_NAN;
    const int as_float = is_number && !counted &&
                         (is_sum || operation == WROW_MEAN || operation == WROW_PRODUCT);
    const wrow_type key_type =
        transform == WROW_ABSOLUTE ? without_sign(in_type) : in_type;
    struct reduce_rule rule = rule_of_type(in_type);

    if (!options)
        options = &none;
    rule.fold = fold_of(operation, transform, is_float, as_float);
    rule.join = joins[rule.fold];
    if (is_float && (rule.fold == FOLD_RANGE || transform == WROW_ABSOLUTE))
        rule.keep >>= 1;
    rule.flip = reduce_flip(operation, key_type);
    rule.skip_nan = options->skip_nan && is_float;
    choose_range(&rule, transform);
    rule.nan_key = options->skip_nan ? ~(uint64_t)0 : 0;
    rule.scale = options->scale;
    rule.shift = options->shift;
    rule.mean = operation == WROW_MEAN;
    rule.sum = as_float && is_sum;
    rule.word = !as_float                        ? RULE_INTEGER
                : is_float && format.width == 16 ? RULE_F32
                                                 : RULE_F64;
    rule.identity = counted ? 0 : reduce_identity_word(operation, key_type);
    if (as_float)
        rule.identity =
            reduce_identity_word(operation == WROW_PRODUCT ? WROW_PRODUCT : WROW_SUM,
                                 rule.word == RULE_F32 ? WROW_F16 : WROW_F64);
    choose_fill(&rule, operation, transform, in_type);
    rule.finish = reduce_finish_of(operation, key_type, out_type, 1);
    if (!as_float && !is_extreme(operation) && operation != WROW_ANY &&
        operation != WROW_ALL)
        rule.finish.kind = FINISH_BITS;
    if (as_float)
        rule.finish.kind = rule.word == RULE_F32 ? FINISH_F32 : FINISH_F64;
    return rule;
}

/* ------------------------------------------------------------- comparisons */

/* Where a range of keys begins or ends: at the first, behind the last, or at the first
 * whose number is not below (is above) a value. */
enum edge { AT_FIRST, NOT_BELOW, ABOVE, BEHIND_LAST };

/* The number behind an ascending key. */
static wrow_value value_of(const struct reduce_rule *rule, wrow_type type, uint64_t key)
{
    wrow_value value = {.u = rule->sign ? key - rule->sign : key};
    const uint64_t bits = rule->infinity ? float_unkey(key, rule->width) : 0;
    if (type == WROW_F16)
        value.f = (double)f16_to_f32((uint16_t)bits);
    else if (type == WROW_BF16)
        value.f = (double)bf16_to_f32((uint16_t)bits);
    else if (type == WROW_F32)
        value.f = (double)f32_from_bits((uint32_t)bits);
    else if (type == WROW_F64)
        value.f = f64_from_bits(bits);
    return value;
}

static int is_below(const struct reduce_rule *rule, const wrow_value *a,
                    const wrow_value *b)
{
    return rule->infinity ? a->f < b->f : rule->sign ? a->i < b->i : a->u < b->u;
}

/* Whether the key lies at or behind the edge. */
static int is_behind(const struct reduce_rule *rule, wrow_type type, uint64_t key,
                     enum edge edge, const wrow_value *value)
{
    const wrow_value x = value_of(rule, type, key);
    if (edge == NOT_BELOW)
        return !is_below(rule, &x, value);
    return edge == AT_FIRST || (edge == ABOVE && is_below(rule, value, &x));
}

/* Counts the elements whose keys lie between two edges. Each is found by bisection over
 * all keys, so that no value is ever rounded to the type. */
static struct reduce_rule count_between(wrow_type type, enum edge from,
                                        const wrow_value *lower, enum edge to,
                                        const wrow_value *upper, uint32_t complement)
{
    const enum edge edges[] = {from, to};
    const wrow_value *const values[] = {lower, upper};
    struct reduce_rule rule = rule_of_type(type);
    const uint64_t sign = (uint64_t)1 << (rule.width - 1);
    const uint64_t first =
        rule.infinity ? float_key(rule.infinity | sign, rule.width) : 0;
    const uint64_t last =
        rule.infinity ? float_key(rule.infinity, rule.width) : reduce_mask(rule.width);
    uint64_t keys[2];
    int some[2]; /* whether there is a key behind the edge */
    for (int e = 0; e < 2; ++e) {
        uint64_t low = first, high = last;
        some[e] = is_behind(&rule, type, last, edges[e], values[e]);
        while (low < high) {
            const uint64_t middle = low + (high - low) / 2;
            if (is_behind(&rule, type, middle, edges[e], values[e]))
                high = middle;
            else
                low = middle + 1;
        }
        keys[e] = low;
    }
    rule.fold = rule.infinity ? FOLD_RANGE_FLOAT : FOLD_RANGE;
    rule.join = JOIN_ADD;
    rule.flip = rule.infinity ? 0 : rule.sign;
    rule.finish = reduce_finish_of(WROW_COUNT_NONZERO, type, WROW_U64, 1);
    rule.complement = complement;
    rule.low = keys[0];
    rule.span = (some[1] ? keys[1] - 1 : last) - keys[0];
    if (!some[0] || (some[1] && keys[1] == keys[0])) { /* none: not one of all words */
        rule.low = 0;
        rule.span = ~(uint64_t)0;
        rule.complement = !complement;
    }
    return rule;
}

struct reduce_rule wrow_rule_of_comparison(wrow_comparison comparison,
                                           const wrow_value *value, wrow_type type)
{
    static const struct {
        enum edge from, to;
        uint32_t complement;
    } rows[] = {
        [WROW_LESS] = {AT_FIRST, NOT_BELOW, 0},
        [WROW_LESS_EQUAL] = {AT_FIRST, ABOVE, 0},
        [WROW_EQUAL] = {NOT_BELOW, ABOVE, 0},
        [WROW_NOT_EQUAL] = {NOT_BELOW, ABOVE, 1},
        [WROW_GREATER_EQUAL] = {NOT_BELOW, BEHIND_LAST, 0},
        [WROW_GREATER] = {ABOVE, BEHIND_LAST, 0},
    };
    return count_between(type, rows[comparison].from, value, rows[comparison].to, value,
                         rows[comparison].complement);
}

struct reduce_rule wrow_rule_of_range(const wrow_value *lower, const wrow_value *upper,
                                      wrow_type type)
{
    return count_between(type, NOT_BELOW, lower, ABOVE, upper, 0);
}
