/*
 * describe_cuda.cu -- chooses kernel and grid of a describe and launches it. The
 * only file that instantiates describe kernels.
 */
#include "core/cuda_impl.h"
#include "reduce/describe_kernel.cuh"
#include "reduce/reduce_impl.h"

static const void *const kernels[] = {NULL,
#define X(name, bytes, is_float, as_f64, as_key)                                         \
    (const void *)describe_runs<describe_##name>,
                                      DESCRIBE_ELEMENT_MAP(X)
#undef X
};

extern "C" wrow_status wrow_describe_cuda(wrow_context *context,
                                          const describe_call *call)
{
    const uint32_t bytes = (uint32_t)wrow_type_size(call->type);
    const bool alone = call->shape.runs <= REDUCE_FAN_MAX;
    const uint32_t warps = REDUCE_THREADS / WROW_WARP;
    uint64_t blocks = 1;
    void *scratch; /* asked for even where it is not needed: one rule for the caller */

    WROW_TRY(wrow_scratch(context, wrow_describe_scratch(&call->shape), &scratch));
    describe_job job = {};
    job.source = strip_source_of(call->in, call->shape.count, bytes);
    job.shape = call->shape;
    job.tile_runs = alone ? (uint32_t)REDUCE_FAN_MAX
                          : (call->shape.fan > warps ? call->shape.fan : warps);
    job.state = (state_area *)context->workspace.state;
    job.record = context->record_device;
    job.out = call->out;
    job.rule = describe_rule_of(call->type, call->shape.count, call->skip_nan);
    if (!alone) {
        job.partials = (describe_moments *)scratch;
        job.extremes = (describe_state *)(job.partials + call->shape.partials);
        const uint64_t tiles = reduce_ceil_div(call->shape.runs, job.tile_runs);
        const uint64_t most = (uint64_t)context->multiprocessors * REDUCE_BLOCKS;
        blocks = tiles < most ? tiles : most;
    }
    return wrow_cuda_launch(context, "wrow_describe", kernels[call->type],
                            (unsigned)blocks, REDUCE_THREADS, 0, &job);
}
