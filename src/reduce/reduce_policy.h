/*
 * reduce_policy.h -- how a reduction is spread over a GPU. Nothing here can change a
 * bit of a result: a test runs every row on one input and compares.
 */
#ifndef WROW_REDUCE_POLICY_H
#define WROW_REDUCE_POLICY_H

#include <stdint.h>

enum {
    REDUCE_THREADS_MAX = 512, /* with 2 blocks an SM: 64 registers a thread */
    REDUCE_BLOCKS_MIN = 2,
    DESCRIBE_THREADS = 256,
    DESCRIBE_BLOCKS = 2,
    REDUCE_FOLDERS = 256 /* threads that fold the partials; no block is smaller */
};

/* X(name, threads of a block, blocks a multiprocessor) */
#define REDUCE_POLICY_MAP(X)                                                             \
    X(SMALL, 512, 1)                                                                     \
    X(LARGE, 256, 4)

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

#endif
