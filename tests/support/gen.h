/*
 * tests/support/gen.h -- seeded inputs, never all ones. Each kind is meant to
 * betray one class of mistake; together they hold every special value.
 */
#ifndef WINDROW_TESTS_GEN_H
#define WINDROW_TESTS_GEN_H

#include <windrow/base.h>

enum gen_kind {
    GEN_MIXED,         /* mixed magnitudes and signs, all finite */
    GEN_TIES,          /* five values, so that extremes repeat */
    GEN_EQUAL,         /* one value everywhere */
    GEN_BITS,          /* random bits: for floats also NaNs with payload */
    GEN_SPECIAL,       /* -0, +0, subnormals, infinities, extremes; no NaN */
    GEN_NAN,           /* mixed with some NaNs of either sign */
    GEN_NEGATIVE_ZERO, /* all -0; integers: all 0 */
    GEN_FACTORS,       /* odd integers, floats near 1: products stay alive */
    GEN_CANCEL,        /* large terms that cancel: every order has its own sum;
                          integers near their limits, so that sums wrap */
    GEN_SPARSE,        /* nearly all zero */
    GEN_KINDS
};

extern const char *const gen_names[GEN_KINDS];

/* A generator is one word; any seed will do. */
uint64_t gen_next(uint64_t *state);
uint64_t gen_below(uint64_t *state, uint64_t limit);

/* elements[0 .. count-1], any alignment. */
void gen_elements(enum gen_kind kind, wrow_type type, uint64_t seed, size_t count,
                  void *elements);

#endif
