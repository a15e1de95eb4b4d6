/*
 * reduce_fold_cpu.h -- the innermost loops of the CPU backend, compiled from one
 * source for each instruction set. All of them combine in the order of
 * docs/order.md, so which one runs can never change a bit.
 */
#ifndef WROW_REDUCE_FOLD_CPU_H
#define WROW_REDUCE_FOLD_CPU_H

#include "reduce/describe_state.h"
#include "reduce/reduce_order.h"

/* Accumulators of one run: one for each (lane, position) where the order
 * matters, else one accumulator word (reduce_finish.h). */
union fold_state {
    float f32[REDUCE_ROW_BYTES / sizeof(uint16_t)];
    double f64[REDUCE_ROW_BYTES / sizeof(float)];
    uint64_t word;
};

/* `count` consecutive elements, the first of them at the start of a row. */
typedef void fold_elements(union fold_state *state, const void *in, uint64_t count);

/* Halving trees over positions, then lanes: the word of the run. */
typedef uint64_t fold_close(union fold_state *state);

/* At most a chunk of elements, at least 1. Indices in the state are those of the
 * chunk's first element, `index`: only the last winner's is looked for. */
typedef struct describe_state fold_chunk(const void *in, uint32_t count, uint64_t index);

struct fold {
    fold_elements *elements;
    fold_close *close; /* NULL: any order will do, and state->word is the word */
};

struct rule_folds; /* rule_fold_cpu.h */

struct fold_table {
    struct fold reduce[WROW_COUNT_NONZERO + 1][WROW_F64 + 1];
    fold_chunk *describe[WROW_F64 + 1];
    const struct rule_folds *rule;
};

extern const struct fold_table wrow_folds_base;
#if defined(__x86_64__)
extern const struct fold_table wrow_folds_v3;
extern const struct fold_table wrow_folds_v4;
#endif

/* The best of them for this processor. */
const struct fold_table *wrow_folds(void);

#endif
