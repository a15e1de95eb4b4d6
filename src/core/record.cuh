/* core/record.cuh -- the kernels' side of the data record; see record.h. */
#ifndef WROW_CORE_RECORD_CUH
#define WROW_CORE_RECORD_CUH

#include "core/record.h"
#include "core/state_area.h"
#include <windrow/device/memory.cuh>

/* One thread reports; only the first report since the host last took one stays. */
WROW_DEVICE void record_data_error(device_record *record, state_area *state,
                                   uint32_t status, uint32_t source, uint64_t index,
                                   uint64_t value)
{
    const uint32_t generation = wrow_load_relaxed_system(&record->generation);
    if (wrow_exchange_relaxed_device(&state->record_claimed, generation) == generation)
        return;
    wrow_store_relaxed_system(&record->source, source);
    wrow_store_relaxed_system(&record->index, index);
    wrow_store_relaxed_system(&record->value, value);
    wrow_store_release_system(&record->code, status);
}

#endif
