/*
 * windrow/device/grid.cuh -- what the blocks of one launch share through a
 * wrow_grid_state: tickets, and who is last to finish.
 *
 * The block that arrives last sees everything the others wrote before they
 * arrived, and may fold it. It alone rewinds the state for the next execution, and
 * so it must call wrow_grid_finish once it needs nothing of it any more. No block
 * waits for another, so nothing here can hang.
 */
#ifndef WROW_DEVICE_GRID_CUH
#define WROW_DEVICE_GRID_CUH

#include <windrow/device/grid_state.h>
#include <windrow/device/memory.cuh>

/* The next ticket: 0, 1, 2, ... in the order in which blocks ask. One thread of a
 * block calls it. Where a block waits for another, its work must be the ticket's,
 * never blockIdx's: only blocks that have started are sure to make progress. */
WROW_DEVICE uint32_t wrow_grid_ticket(wrow_grid_state *grid)
{
    return wrow_add_relaxed_device(&grid->tickets, 1u);
}

/*
 * Counts this block out; returns how many blocks had arrived before. One thread
 * calls it, after a barrier behind the block's last write. The block whose answer
 * is wrow_blocks() - 1 is last; a larger answer means that two executions overlap.
 *
 * Why it is right: the add releases what this block wrote (its barrier made the
 * writes of all its threads this thread's own past) and acquires what every
 * earlier add released, since a chain of read-modify-writes is one release
 * sequence.
 */
WROW_DEVICE uint32_t wrow_grid_arrive(wrow_grid_state *grid)
{
    return wrow_add_acq_rel_device(&grid->arrivals, 1u);
}

/* The last block's last word: ready for the next execution. Relaxed is enough: the
 * next kernel of the stream is ordered behind this one. */
WROW_DEVICE void wrow_grid_finish(wrow_grid_state *grid)
{
    wrow_store_relaxed_device(&grid->tickets, 0u);
    wrow_store_relaxed_device(&grid->arrivals, 0u);
    wrow_store_relaxed_device(&grid->epoch, wrow_load_relaxed_device(&grid->epoch) + 1u);
}

#endif
