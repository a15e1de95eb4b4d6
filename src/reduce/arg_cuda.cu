/*
 * arg_cuda.cu -- chooses kernel and grid of an arg and launches it. The only file that
 * instantiates arg kernels.
 */
#include "core/cuda_impl.h"
#include "reduce/arg_impl.h"
#include "reduce/arg_kernel.cuh"

/* One row a type; columns: one extreme, both. */
#define ROW(F)                                                                           \
    {                                                                                    \
        WROW_KERNEL_POINTER(arg_chunks<F, 1>), WROW_KERNEL_POINTER(arg_chunks<F, 2>)     \
    }
static const void *const kernels[][2] = {
    {NULL, NULL},          ROW(fold_key8),        ROW(fold_key8),
    ROW(fold_key16),       ROW(fold_key16),       ROW(fold_key32),
    ROW(fold_key32),       ROW(fold_key64),       ROW(fold_key64),
    ROW(fold_float_key16), ROW(fold_float_key16), ROW(fold_float_key32),
    ROW(fold_float_key64),
};

static arg_side side_of(wrow_operation operation, const arg_call *call)
{
    const reduce_format format = reduce_format_of(call->type);
    arg_side side = {};
    side.rule = arg_rule_of(operation, call->type, call->shape.count);
    side.fold.finish.flip = side.rule.flip;
    side.fold.flip_word = strip_repeat(side.rule.flip, format.width / 8).w[0];
    side.fold.infinity = format.infinity;
    side.out = operation == WROW_MIN ? call->min : call->max;
    return side;
}

extern "C" wrow_status wrow_arg_cuda(wrow_context *context, const arg_call *call)
{
    const uint32_t warps = REDUCE_THREADS / REDUCE_LANES;
    const uint64_t chunks = reduce_ceil_div(call->shape.rows, REDUCE_CHUNK_ROWS);
    const uint64_t most = (uint64_t)context->multiprocessors * REDUCE_BLOCKS;
    const uint64_t blocks = reduce_ceil_div(chunks, warps);
    void *scratch; /* asked for even where it is not needed: one rule for the caller */
    arg_job job = {};
    int sides = 0;

    WROW_TRY(wrow_scratch(context, wrow_arg_scratch(&call->shape), &scratch));
    job.source = strip_source_of(call->in, call->shape.count,
                                 (uint32_t)wrow_type_size(call->type));
    job.shape = call->shape;
    job.alone = call->shape.runs <= REDUCE_FAN_MAX;
    job.seen = (arg_seen *)scratch;
    job.state = (state_area *)context->workspace.state;
    job.record = context->record_device;
    if (call->min)
        job.side[sides++] = side_of(WROW_MIN, call);
    if (call->max)
        job.side[sides++] = side_of(WROW_MAX, call);
    return wrow_cuda_launch(context, "wrow_arg_reduce", kernels[call->type][sides - 1],
                            job.alone ? 1u : (uint32_t)(blocks < most ? blocks : most),
                            REDUCE_THREADS, 0, &job);
}
