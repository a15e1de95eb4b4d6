/*
 * windrow/device/grid_state.h -- what the blocks of one kernel after another
 * share: tickets, arrivals, epoch. Plain C, so that a host can place it.
 *
 * Zero it once. Each execution of a kernel that uses it (device/grid.cuh) leaves
 * tickets and arrivals at zero and the epoch one higher, so that no memset is
 * needed between launches or graph replays. One execution at a time.
 */
#ifndef WROW_DEVICE_GRID_STATE_H
#define WROW_DEVICE_GRID_STATE_H

#include <stdint.h>

typedef struct wrow_grid_state {
    uint32_t tickets;  /* handed out in this execution */
    uint32_t arrivals; /* blocks that have finished */
    uint32_t epoch;    /* executions so far, modulo 2^32 */
    uint32_t reserved;
} wrow_grid_state;

#endif
