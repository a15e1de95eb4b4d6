/* segments_policy.h -- how many reductions are spread over a GPU. Nothing here can change
 * a bit of a result. */
#ifndef WROW_REDUCE_SEGMENTS_POLICY_H
#define WROW_REDUCE_SEGMENTS_POLICY_H

#include "core/shrink.h"

enum {
    SEGMENTS_THREADS = WROW_SHRINK(256, 64),
    SEGMENTS_SHORT_BLOCKS = 3, /* a multiprocessor: 80 registers a thread */
    SEGMENTS_LONG_BLOCKS = 2,
    COLUMNS_BLOCKS = 3,
    /* Fewer columns than this are a block's each at last. */
    COLUMNS_TOGETHER = WROW_SHRINK(16384, 8),
    /* Units that a warp takes at a time: one search of the list for all. */
    SEGMENTS_UNITS_MOST = WROW_SHRINK(32, 3),
    SEGMENTS_UNIT_RUNS = WROW_SHRINK(8, 2) /* of a unit at most */
};

#endif
