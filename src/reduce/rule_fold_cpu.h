/*
 * rule_fold_cpu.h -- the innermost loops of a reduce_rule on the CPU, compiled from one
 * source for each instruction set. Elements are first made words (rule.h: uint64_t of
 * bits, float or double), a few at a time, so that there is one loop for a fold and not
 * one for each type. A loop folds words into accumulators that lie side by side: those of
 * a row of docs/order.md, or of as many columns of a matrix.
 */
#ifndef WROW_REDUCE_RULE_FOLD_CPU_H
#define WROW_REDUCE_RULE_FOLD_CPU_H

#include "reduce/reduce_order.h"
#include "reduce/rule.h"

enum { RULE_FOLDS = FOLD_FLOAT_PRODUCT + 1, RULE_JOINS = JOIN_XOR + 1, RULE_WORDS = 3 };

/* `count` elements become words. */
typedef void rule_load(void *words, const void *in, uint32_t count);

/* accumulators[i % width] takes what becomes of words[i], for i below count, ascending.
 */
typedef void rule_fold_words(const struct reduce_rule *rule, void *accumulators,
                             uint32_t width, const void *words, uint32_t count);

/* left[i] = left[i] op right[i] */
typedef void rule_join(void *left, const void *right, uint32_t count);

/* Halving trees over the positions of each lane, then over the lanes (a power of two):
 * the word. */
typedef uint64_t rule_close(const void *accumulators, uint32_t lanes);

/* *found += how many of `count` elements have a key in the rule's range. */
typedef void rule_range(const struct reduce_rule *rule, uint64_t *found, const void *in,
                        uint64_t count);

/* The word of a sum of 1 element to a row of them. */
typedef uint64_t rule_few(const void *in, uint32_t count);

/* sums[i] = x[i] + x[i + step] + ..., `rows` of them, for i below width. */
typedef void rule_columns(void *sums, const void *x, size_t step, uint64_t rows,
                          uint32_t width);

struct rule_folds {
    rule_load *load[RULE_WORDS][WROW_F64 + 1]; /* NULL: elements are words */
    rule_fold_words *fold[RULE_WORDS][RULE_FOLDS];
    rule_join *join[RULE_WORDS][RULE_JOINS];
    rule_close
        *close[RULE_WORDS][RULE_JOINS][sizeof(uint64_t) + 1]; /* by element bytes */
    rule_range *range[2][sizeof(uint64_t) + 1]; /* FOLD_RANGE, FOLD_RANGE_FLOAT */
    /* Plain sums, which deserve it: to the words of wrow_reduce. */
    rule_few *few[WROW_F64 + 1]; /* of floats */
    rule_columns *columns[WROW_F64 + 1];
};

extern const struct rule_folds wrow_rule_folds_base;
#if defined(__x86_64__)
extern const struct rule_folds wrow_rule_folds_v3;
extern const struct rule_folds wrow_rule_folds_v4;
#endif

#endif
