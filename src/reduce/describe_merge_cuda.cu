/*
 * describe_merge_cuda.cu -- wrow_describe_merge on a GPU: one block, a thread for each
 * lane of docs/order.md, and no scratch.
 *
 * The parts are read twice: for what they say, and then for the elements in front of the
 * winners, which nobody knows earlier. Parts are few beside the elements they describe,
 * so one multiprocessor is enough.
 */
#include "core/cuda_impl.h"
#include "reduce/describe_merge_impl.h"
#include <windrow/device/block.cuh>

/* The halving tree over the block's states, in every thread. */
WROW_DEVICE merged_parts merge_block(const merged_parts &own,
                                     wrow_shared<merged_parts> *shared)
{
    const uint32_t lane = wrow_thread();
    shared[lane] = own;
    wrow_barrier();
    for (uint32_t half = MERGE_LANES / 2; half > 0; half /= 2) {
        if (lane < half) {
            merged_parts earlier = shared[lane];
            const merged_parts later = shared[lane + half];
            merge_parts(&earlier, &later);
            shared[lane] = earlier;
        }
        wrow_barrier();
    }
    return shared[0];
}

struct merge_add {
    WROW_DEVICE uint64_t combine(uint64_t x, uint64_t y)
    {
        return x + y;
    }
};

/* Right in thread 0. */
WROW_DEVICE merge_offsets add_block(const merge_offsets &own,
                                    wrow_shared<uint64_t> (&shared)[3][MERGE_LANES])
{
    merge_offsets all;
    all.min = wrow_block_fold<merge_add, MERGE_LANES>(own.min, shared[0]);
    all.max = wrow_block_fold<merge_add, MERGE_LANES>(own.max, shared[1]);
    all.nan = wrow_block_fold<merge_add, MERGE_LANES>(own.nan, shared[2]);
    return all;
}

WROW_KERNEL(MERGE_LANES, 1)
describe_merge_parts(WROW_ARGUMENT(describe_merge_call, call))
{
    WROW_SHARED(merged_parts, states, [MERGE_LANES]);
    WROW_SHARED(uint64_t, counts, [3][MERGE_LANES]);
    merged_parts own = merged_nothing();
    merge_offsets offsets = {0, 0, 0};
    for (uint64_t number = wrow_thread(); number < call.count; number += MERGE_LANES)
        merge_part(&own, &call.wide, &call.parts[number], number);
    const merged_parts all = merge_block(own, states);
    for (uint64_t number = wrow_thread(); number < call.count; number += MERGE_LANES)
        merge_offset(&offsets, &all.state, call.parts[number].count, number);
    offsets = add_block(offsets, counts);
    if (wrow_thread() == 0)
        *call.out = merge_finish(&call, &all, &offsets);
}

extern "C" wrow_status wrow_describe_merge_cuda(wrow_context *context,
                                                const describe_merge_call *call)
{
    return wrow_cuda_launch(context, "wrow_describe_merge",
                            WROW_KERNEL_POINTER(describe_merge_parts), 1, MERGE_LANES, 0,
                            call);
}
