/*
 * rule_cpu.h -- the fold of some elements by a reduce_rule on the CPU, in the order of
 * docs/order.md: of a run, of a partial, and the halving trees above them. A rule that is
 * a plain operation has the loops of wrow_reduce (reduce_fold_cpu.h), any other those of
 * rule_fold_cpu.h; the words are the same.
 */
#ifndef WROW_REDUCE_RULE_CPU_H
#define WROW_REDUCE_RULE_CPU_H

#include "reduce/reduce_fold_cpu.h"
#include "reduce/rule_fold_cpu.h"

/* Halving tree over words[0 .. count-1] into words[0], count at least 1. A missing right
 * side is the identity: the left one stays as it is. */
typedef void fold_tree(uint64_t *words, uint32_t count);
fold_tree *wrow_fold_tree(enum rule_word word, enum rule_join join);

/* All that is looked up once in a call. */
struct rule_plan {
    struct reduce_rule rule;
    fold_elements *plain; /* NULL: load and fold */
    rule_range *range;    /* NULL, or what counts the elements as they are */
    rule_load *load;
    rule_fold_words *fold;
    rule_join *join;
    rule_close *close; /* NULL: an integer word, folded in any order */
    fold_tree *tree;
    rule_few *few;         /* plain sums only, or NULL */
    rule_columns *columns; /* likewise */
    uint32_t bytes;        /* of an element */
    uint32_t row;          /* elements of a row of the order */
    uint32_t positions;    /* of a lane */
    uint32_t word_bytes;
};

struct rule_plan wrow_rule_plan(const struct reduce_rule *rule, wrow_type type);

/* Counts the NaNs that a rule leaves out. */
struct rule_plan wrow_nan_plan(const struct reduce_rule *rule, wrow_type type);

/* Whether the result depends on the number of elements that took part. */
static inline int rule_counts(const struct reduce_rule *rule)
{
    return rule->skip_nan && (rule->mean || rule->sum);
}

/* The accumulators of a run. */
union rule_state {
    union fold_state plain;
    uint64_t words[REDUCE_ROW_BYTES];
    float f32[REDUCE_ROW_BYTES / sizeof(uint16_t)];
    double f64[REDUCE_ROW_BYTES];
};

/* A run in steps: `count` is that of the whole run; steps but the last end with a row. */
uint32_t wrow_rule_begin(const struct rule_plan *plan, union rule_state *state,
                         uint64_t count);
void wrow_rule_step(const struct rule_plan *plan, union rule_state *state, uint32_t width,
                    const void *in, uint64_t count);
uint64_t wrow_rule_end(const struct rule_plan *plan, union rule_state *state,
                       uint32_t width);

/* The word of a partial of a contiguous array. */
uint64_t wrow_rule_partial(const struct rule_plan *plan, const void *in,
                           const reduce_shape *shape, uint64_t partial);

/* Word i of those that lie side by side in the width of their type. */
static inline void rule_put_word(const struct rule_plan *plan, void *words, uint64_t i,
                                 uint64_t word)
{
    reduce_store_bits((char *)words + i * plan->word_bytes, 8 * plan->word_bytes, word);
}

static inline uint64_t rule_word_at(const struct rule_plan *plan, const void *words,
                                    uint64_t i)
{
    const uint32_t *const narrow = words;
    const uint64_t *const wide = words;
    return plan->word_bytes == sizeof *narrow ? narrow[i] : wide[i];
}

/* `width` accumulators of their own become the identity. */
void wrow_rule_fill(const struct rule_plan *plan, void *accumulators, uint32_t width);

#endif
