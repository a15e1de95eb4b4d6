/*
 * core/state_area.h -- the part of a workspace that kernels find clean and leave
 * clean. Zeroed whole by wrow_context_create and wrow_context_set_workspace.
 */
#ifndef WROW_CORE_STATE_AREA_H
#define WROW_CORE_STATE_AREA_H

#include <stdint.h>
#include <windrow/device/grid_state.h>

enum { STATE_BINS = 1024 };

struct state_area {
    wrow_grid_state grid;
    uint32_t
        record_claimed; /* 1: the data record has been written since the last check */
    uint32_t reserved;
    uint64_t long_segments;    /* of one call (reduce/segments_list.cuh) */
    uint64_t spare[12];        /* counters below start on a line of their own */
    uint64_t bins[STATE_BINS]; /* sums over blocks; whoever reads them zeroes them */
};

#endif
