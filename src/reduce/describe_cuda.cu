/*
 * describe_cuda.cu -- chooses kernel and grid of a describe and launches it. The
 * only file that instantiates describe kernels.
 */
#include "core/cuda_impl.h"
#include "reduce/describe_kernel.cuh"
#include "reduce/reduce_impl.h"

static const void *const kernels[] = {NULL,
#define X(name, bytes, is_float, as_f64, as_key)                                         \
    WROW_KERNEL_POINTER(describe_runs<describe_##name>),
                                      DESCRIBE_ELEMENT_MAP(X)
#undef X
};

extern "C" wrow_status wrow_describe_cuda(wrow_context *context,
                                          const describe_call *call)
{
    const reduce_policy policy = {REDUCE_THREADS, REDUCE_BLOCKS};
    const reduce_grid grid =
        reduce_grid_of(&call->shape, policy, context->multiprocessors, true);
    void *scratch; /* asked for even where it is not needed: one rule for the caller */
    describe_job job = {};

    WROW_TRY(wrow_scratch(context, wrow_describe_scratch(&call->shape), &scratch));
    job.source = strip_source_of(call->in, call->shape.count,
                                 (uint32_t)wrow_type_size(call->type));
    job.shape = call->shape;
    job.tile_runs = grid.tile_runs;
    if (!grid.alone) {
        job.partials = (describe_moments *)scratch;
        job.extremes = (describe_state *)(job.partials + call->shape.partials);
    }
    job.state = (state_area *)context->workspace.state;
    job.record = context->record_device;
    job.out = call->out;
    job.rule = describe_rule_of(call->type, call->shape.count, call->skip_nan);
    return wrow_cuda_launch(context, "wrow_describe", kernels[call->type], grid.blocks,
                            policy.threads, 0, &job);
}
