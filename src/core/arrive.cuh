/* core/arrive.cuh -- the end of every kernel whose last block folds what all have
 * stored; see device/grid.cuh for why the last one sees it. */
#ifndef WROW_CORE_ARRIVE_CUH
#define WROW_CORE_ARRIVE_CUH

#include "core/record.cuh"
#include <windrow/base.h>
#include <windrow/device/grid.cuh>

/* Whether this block is the last to finish; the whole block calls it. */
WROW_DEVICE bool arrive_last(state_area *state, device_record *record,
                             wrow_shared<uint32_t> &shared)
{
    wrow_barrier(); /* all stores of the block come before its arrival */
    if (wrow_thread() == 0)
        shared = wrow_grid_arrive(&state->grid);
    wrow_barrier();
    if (shared >= wrow_blocks() && wrow_thread() == 0)
        record_data_error(record, state, WROW_E_BUSY, DATA_BUSY, shared + 1ull,
                          wrow_blocks());
    return shared == wrow_blocks() - 1;
}

#endif
