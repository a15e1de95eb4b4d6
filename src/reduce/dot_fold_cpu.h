/* dot_fold_cpu.h -- the innermost loops of wrow_dot on the CPU, compiled from one source
 * for each instruction set; as reduce_fold_cpu.h. */
#ifndef WROW_REDUCE_DOT_FOLD_CPU_H
#define WROW_REDUCE_DOT_FOLD_CPU_H

#include "reduce/reduce_order.h"
#include <windrow/base.h>

/* Accumulators of one run: one for each (lane, position) where the order matters, else
 * one word. A weight is an f64 for each element of a row, and there are 512 bytes. */
union dot_state {
    float f32[REDUCE_ROW_BYTES / sizeof(uint16_t)];
    double f64[REDUCE_ROW_BYTES];
    uint64_t word;
};

/* `count` consecutive pairs, the first of them at the start of a row. */
typedef void dot_elements(union dot_state *state, const void *a, const void *b,
                          uint64_t count);

/* Halving trees over positions, then lanes: the word of the run. */
typedef uint64_t dot_close(const union dot_state *state);

struct dot_fold {
    dot_elements *elements;
    dot_close *close; /* NULL: any order will do, and state->word is the word */
};

/* Of a's type: times elements of the same type, and weighted by f32 and f64. */
struct dot_table {
    struct dot_fold same[WROW_F64 + 1], by_f32[WROW_F64 + 1], by_f64[WROW_F64 + 1];
};

extern const struct dot_table wrow_dots_base;
#if defined(__x86_64__)
extern const struct dot_table wrow_dots_v3;
extern const struct dot_table wrow_dots_v4;
#endif

#endif
