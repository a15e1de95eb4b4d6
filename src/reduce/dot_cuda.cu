/* dot_cuda.cu -- chooses kernel and grid of a dot product and launches it. The only file
 * that instantiates dot kernels. */
#include "core/cuda_impl.h"
#include "reduce/dot_impl.h"
#include "reduce/dot_kernel.cuh"

#define KERNEL(...)   WROW_KERNEL_POINTER(dot_runs<__VA_ARGS__>)
#define INTEGER(bits) KERNEL(dot_integer<int##bits##_t, uint##bits##_t>)

/* One row a type of a; columns: b is of that type, f32, f64. */
#define ROW(same, bytes)                                                                 \
    {                                                                                    \
        same, KERNEL(dot_weighted<bytes, 4>), KERNEL(dot_weighted<bytes, 8>)             \
    }
static const void *const kernels[][3] = {
    {NULL, NULL, NULL},
    ROW(INTEGER(8), 1),
    ROW(INTEGER(8), 1),
    ROW(INTEGER(16), 2),
    ROW(INTEGER(16), 2),
    ROW(INTEGER(32), 4),
    ROW(INTEGER(32), 4),
    ROW(INTEGER(64), 8),
    ROW(INTEGER(64), 8),
    ROW(KERNEL(dot_half<elements_f16>), 2),
    ROW(KERNEL(dot_half<elements_bf16>), 2),
    ROW(NULL, 4),
    ROW(NULL, 8),
};

static const void *kernel_of(const dot_call *call)
{
    const int column = call->b_type == WROW_F32 ? 1 : call->b_type == WROW_F64 ? 2 : 0;
    return kernels[call->a_type][column];
}

/* Missing elements are 0 in a and the identity of the sum in b, which is -0 for floats:
 * so is the product. */
static dot_job job_of(wrow_context *context, const dot_call *call)
{
    const uint32_t a_bytes = (uint32_t)wrow_type_size(call->a_type);
    const uint32_t b_bytes = (uint32_t)wrow_type_size(call->b_type);
    dot_job job = {};
    job.fold.source = strip_source_of(call->a, call->shape.count, a_bytes);
    job.fold.shape = call->shape;
    job.fold.element_bytes = a_bytes;
    job.fold.state = (state_area *)context->workspace.state;
    job.fold.record = context->record_device;
    job.fold.out = call->out;
    job.fold.finish =
        reduce_finish_of(WROW_SUM, call->sum_type, call->out_type, call->shape.count);
    job.fold.identity_word = reduce_identity_word(WROW_SUM, call->sum_type);
    job.b = strip_source_of(call->b, call->shape.count, b_bytes);
    job.b_fill = strip_repeat(reduce_identity_element(WROW_SUM, call->b_type), b_bytes);
    job.a_type = call->a_type;
    return job;
}

extern "C" wrow_status wrow_dot_cuda(wrow_context *context, const dot_call *call)
{
    const reduce_policy policy = {REDUCE_THREADS, REDUCE_BLOCKS};
    const reduce_grid grid =
        reduce_grid_of(&call->shape, policy, context->multiprocessors, true);
    dot_job job = job_of(context, call);
    void *scratch; /* asked for even where it is not needed: one rule for the caller */

    WROW_TRY(wrow_scratch(context, wrow_dot_scratch(&call->shape), &scratch));
    job.fold.partials = grid.alone ? NULL : (uint64_t *)scratch;
    job.fold.tile_runs = grid.tile_runs;
    return wrow_cuda_launch(context, "wrow_dot", kernel_of(call), grid.blocks,
                            policy.threads, 0, &job);
}
