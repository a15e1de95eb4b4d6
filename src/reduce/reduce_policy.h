/*
 * reduce_policy.h -- how a reduction is spread over a GPU. Nothing here can change a
 * bit of a result: a test forces every row on one input and compares.
 */
#ifndef WROW_REDUCE_POLICY_H
#define WROW_REDUCE_POLICY_H

#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

enum {
    REDUCE_THREADS_MAX = 512, /* with 2 blocks a multiprocessor: 64 registers a thread */
    REDUCE_BLOCKS_MIN = 2,
    DESCRIBE_THREADS = 256,
    DESCRIBE_BLOCKS = 2,
    REDUCE_FOLDERS = 256 /* threads that fold the partials; no block is smaller */
};

/* X(name, threads of a block, blocks a multiprocessor) */
#define REDUCE_POLICY_MAP(X)                                                             \
    X(ALONE, 512, 1) /* up to 32 runs: one block, no partials */                         \
    X(MANY, 256, 4)

enum reduce_policy_row {
#define X(name, threads, blocks) REDUCE_POLICY_##name,
    REDUCE_POLICY_MAP(X)
#undef X
        REDUCE_POLICY_COUNT
};

struct reduce_policy {
    uint32_t threads;
    uint32_t blocks;
};

/* For tests: the row to use, wherever it can be; -1 lets the count choose. */
extern int wrow_reduce_policy_forced;

#if defined(__cplusplus)
}
#endif

#endif
