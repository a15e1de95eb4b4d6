/*
 * reduce_cuda.cu -- chooses kernel and grid of a reduction and launches it. The only
 * file that instantiates reduce kernels.
 */
#include "core/cuda_impl.h"
#include "reduce/reduce_fold_bits.cuh"
#include "reduce/reduce_fold_integer.cuh"
#include "reduce/reduce_fold_key.cuh"
#include "reduce/reduce_impl.h"
#include "reduce/reduce_kernel.cuh"

/* Kernels that are one for several types: the job carries what differs. */
#define KERNEL(...)         WROW_KERNEL_POINTER(reduce_runs<__VA_ARGS__>)
#define SUM_OF(E)           KERNEL(fold_integer<E, add>)
#define PRODUCT_OF(E)       KERNEL(fold_integer<E, multiply>)
#define FLOAT_SUM_OF(E)     KERNEL(fold_float<E, add>)
#define FLOAT_PRODUCT_OF(E) KERNEL(fold_float<E, multiply>)

/* One row a type; columns: sum, product, min and max, count_nonzero any all. */
struct kernel_row {
    const void *sum, *product, *key, *nonzero;
};
static const kernel_row kernels[] = {
    {},
    {SUM_OF(sum_i8), PRODUCT_OF(product_i8), KERNEL(fold_key8), KERNEL(fold_nonzero<8>)},
    {SUM_OF(sum_u8), PRODUCT_OF(product_u8), KERNEL(fold_key8), KERNEL(fold_nonzero<8>)},
    {SUM_OF(sum_i16), PRODUCT_OF(product_i16), KERNEL(fold_key16),
     KERNEL(fold_nonzero<16>)},
    {SUM_OF(sum_u16), PRODUCT_OF(product_u16), KERNEL(fold_key16),
     KERNEL(fold_nonzero<16>)},
    {SUM_OF(sum_i32), PRODUCT_OF(product_i32), KERNEL(fold_key32),
     KERNEL(fold_nonzero<32>)},
    {SUM_OF(sum_u32), PRODUCT_OF(product_u32), KERNEL(fold_key32),
     KERNEL(fold_nonzero<32>)},
    {SUM_OF(sum_64), PRODUCT_OF(product_64), KERNEL(fold_key64),
     KERNEL(fold_nonzero<64>)},
    {SUM_OF(sum_64), PRODUCT_OF(product_64), KERNEL(fold_key64),
     KERNEL(fold_nonzero<64>)},
    {FLOAT_SUM_OF(elements_f16), FLOAT_PRODUCT_OF(elements_f16), KERNEL(fold_float_key16),
     KERNEL(fold_nonzero<16>)},
    {FLOAT_SUM_OF(elements_bf16), FLOAT_PRODUCT_OF(elements_bf16),
     KERNEL(fold_float_key16), KERNEL(fold_nonzero<16>)},
    {FLOAT_SUM_OF(elements_f32), FLOAT_PRODUCT_OF(elements_f32), KERNEL(fold_float_key32),
     KERNEL(fold_nonzero<32>)},
    {FLOAT_SUM_OF(elements_f64), FLOAT_PRODUCT_OF(elements_f64), KERNEL(fold_float_key64),
     KERNEL(fold_nonzero<64>)},
};

static const void *kernel_of(const reduce_call *call)
{
    const kernel_row &row = kernels[call->in_type];
    const void *const by_operation[] = {
        NULL,
        row.sum,
        row.product,
        row.key,
        row.key,
        KERNEL(fold_bits<bits_and>),
        KERNEL(fold_bits<bits_or>),
        KERNEL(fold_bits<bits_xor>),
        row.nonzero,
        row.nonzero,
        row.nonzero,
    };
    return by_operation[call->operation];
}

static bool is_bitwise(wrow_operation operation)
{
    return operation == WROW_BIT_AND || operation == WROW_BIT_OR ||
           operation == WROW_BIT_XOR;
}

static reduce_job job_of(wrow_context *context, const reduce_call *call)
{
    const reduce_format format = reduce_format_of(call->in_type);
    const uint32_t bytes = format.width / 8;
    const uint64_t mask = reduce_mask(format.width);
    const uint64_t sign = format.class_ == 'F' ? (uint64_t)1 << (format.width - 1) : 0;
    reduce_job job = {};
    if (is_bitwise(call->operation)) /* whole words are folded: bytes will do */
        job.source = strip_source_of(call->in, call->shape.count * bytes, 1);
    else
        job.source = strip_source_of(call->in, call->shape.count, bytes);
    job.shape = call->shape;
    job.element_bytes = bytes;
    job.state = (state_area *)context->workspace.state;
    job.record = context->record_device;
    job.out = call->out;
    job.finish = reduce_finish_of(call->operation, call->in_type, call->out_type,
                                  call->shape.count);
    job.identity_word = reduce_identity_word(call->operation, call->in_type);
    job.infinity = format.infinity;
    job.fill =
        strip_repeat(reduce_identity_element(call->operation, call->in_type), bytes);
    job.keep = strip_repeat(mask ^ sign, bytes);
    job.flip_word = strip_repeat(job.finish.flip & mask, bytes).w[0];
    return job;
}

static const reduce_policy policies[] = {
#define X(name, threads, blocks) {threads, blocks},
    REDUCE_POLICY_MAP(X)
#undef X
};

int wrow_reduce_policy_forced = -1;

extern "C" wrow_status wrow_reduce_cuda(wrow_context *context, const reduce_call *call)
{
    const bool few = call->shape.runs <= REDUCE_FAN_MAX;
    const int row = wrow_reduce_policy_forced >= 0 ? wrow_reduce_policy_forced
                    : few                          ? REDUCE_POLICY_ALONE
                                                   : REDUCE_POLICY_MANY;
    const reduce_grid grid =
        reduce_grid_of(&call->shape, policies[row], context->multiprocessors,
                       row == REDUCE_POLICY_ALONE);
    reduce_job job = job_of(context, call);
    void *scratch; /* asked for even where it is not needed: one rule for the caller */

    WROW_TRY(wrow_scratch(context, wrow_reduce_scratch(&call->shape), &scratch));
    job.partials = grid.alone ? NULL : (uint64_t *)scratch;
    job.tile_runs = grid.tile_runs;
    return wrow_cuda_launch(context, "wrow_reduce", kernel_of(call), grid.blocks,
                            policies[row].threads, 0, &job);
}
