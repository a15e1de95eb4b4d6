/*
 * trial.h -- kernels under thousands of schedules. A case is a body that makes one call
 * (or a few) and compares with an oracle; round k of it runs under the k-th schedule
 * and on the k-th choice of type, count, data and alignment.
 */
#ifndef WINDROW_TESTS_TRIAL_H
#define WINDROW_TESTS_TRIAL_H

#include "support/case.h"

struct trial {
    wrow_context *context; /* on the fake device */
    uint64_t round;
    uint64_t random; /* a generator of this round: gen_below(&trial->random, n) */
};

struct trial_case {
    const char *name;
    uint32_t kernels; /* that it visits in turn: round k is the turn of k % kernels */
    uint32_t rounds;  /* of each */
    void (*run)(struct trial *trial);
};

/* Kernels that wait for another block can hang; they get more. */
enum { ROUNDS = 1000, ROUNDS_OF_WAITING = 10000 };

/*
 * Runs them as tests, and a last one: every kernel of the program had its rounds.
 *   --case TEXT      only cases whose names start so
 *   --rounds N       instead of each case's own
 *   --part I/N       the I-th of N equal parts of them
 *   --round N        only this one
 *   --replay SCHEDULE   instead of the round's own
 */
int trial_main(int argc, char **argv, const struct trial_case *cases, size_t count);

/* Around strip, row, chunk, one block, many blocks, fans and long runs. */
size_t trial_count(struct trial *trial, size_t element_bytes);
/* A number of elements that the input's base is off an alignment of 256. */
size_t trial_skew(struct trial *trial, size_t element_bytes);
enum gen_kind trial_kind(struct trial *trial);

/* Bodies that are not in test_kernels.c. Round k visits kernel k % DOT_KERNELS, or
 * those of fold k % SEGMENT_FOLDS, EXTREME_FOLDS or TYPE_COUNT. */
enum { DOT_KERNELS = 14, SEGMENT_FOLDS = 16, EXTREME_FOLDS = 4 };
void trial_dot(struct trial *trial);
void trial_describe_merge(struct trial *trial);
void trial_segments(struct trial *trial);
void trial_columns(struct trial *trial);
void trial_rows(struct trial *trial);
void trial_transform(struct trial *trial);
void trial_extremes(struct trial *trial);
void trial_summaries(struct trial *trial);

#endif
