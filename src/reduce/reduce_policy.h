/*
 * reduce_policy.h -- how a reduction is spread over a GPU. Nothing here can change a
 * bit of a result: a test forces every row on one input and compares.
 */
#ifndef WROW_REDUCE_POLICY_H
#define WROW_REDUCE_POLICY_H

#include "reduce/reduce_order.h"

#if defined(__cplusplus)
extern "C" {
#endif

enum {
    REDUCE_THREADS = WROW_SHRINK(256, 64), /* the most a kernel is compiled for, */
    REDUCE_BLOCKS = 2, /* this many blocks a multiprocessor: 128 registers a thread */
    REDUCE_FOLDERS =
        REDUCE_THREADS /* threads that fold the partials; no block is smaller */
};

/* X(name, threads of a block, blocks a multiprocessor): evidence */
#define REDUCE_POLICY_MAP(X)                                                             \
    X(ALONE, REDUCE_THREADS, 1) /* up to 32 runs: one block, no partials */              \
    X(MANY, REDUCE_THREADS, 2)  /* h200 2026-12, f32 sum 2^28: 246 us; docs/tuning.md */
/* tried: 256 x 4 at 64 registers 254 us, 512 x 2 255, 128 x 4 252, 1024 x 1 268 */

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

/* How one call is cut for one policy. */
struct reduce_grid {
    uint32_t tile_runs; /* runs a block folds at a time: a multiple of fan */
    uint32_t blocks;
    uint32_t alone; /* 1: one tile is all, so there are no partials */
};

static inline struct reduce_grid reduce_grid_of(const reduce_shape *shape,
                                                struct reduce_policy policy,
                                                int multiprocessors, int may_be_alone)
{
    const uint32_t warps = policy.threads / REDUCE_LANES;
    const uint64_t most = (uint64_t)multiprocessors * policy.blocks;
    struct reduce_grid grid = {REDUCE_FAN_MAX, 1, 1};
    if (may_be_alone && shape->runs <= REDUCE_FAN_MAX)
        return grid;
    grid.alone = 0;
    grid.tile_runs = shape->fan > warps ? shape->fan : warps;
    const uint64_t tiles = reduce_ceil_div(shape->runs, grid.tile_runs);
    grid.blocks = (uint32_t)(tiles < most ? tiles : most);
    if (grid.blocks == 0)
        grid.blocks = 1; /* nothing to reduce: one block stores the identity */
    return grid;
}

/* For tests: the row to use, wherever it can be; -1 lets the count choose. */
extern int wrow_reduce_policy_forced;

#if defined(__cplusplus)
}
#endif

#endif
