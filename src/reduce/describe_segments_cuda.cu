/* describe_segments_cuda.cu -- chooses the kernels of a describe of many segments. The
 * only file that instantiates them. */
#include "reduce/describe_fold.cuh"
#include "reduce/segments_kernel.cuh"
#include "reduce/segments_launch.h"

static const segments_kernels kernels[] = {{},
#define X(name, bytes, is_float, as_f64, as_key)                                         \
    {WROW_KERNEL_POINTER(segments_short<describe_fold<describe_##name>>),                \
     WROW_KERNEL_POINTER(segments_long<describe_fold<describe_##name>>), NULL, NULL},
                                           DESCRIBE_ELEMENT_MAP(X)
#undef X
};

extern "C" wrow_status wrow_describe_segments_cuda(wrow_context *context,
                                                   const describe_segments_call *call)
{
    const wrow_type type = call->segments.type;
    segments_job job = {};
    WROW_TRY(
        wrow_segments_prepare(context, &call->segments,
                              wrow_describe_segments_scratch(
                                  call->segments.count, (uint32_t)wrow_type_size(type)),
                              &job));
    job.out = call->out;
    job.describe = describe_rule_of(type, 0, call->skip_nan);
    return wrow_segments_launch(context, "wrow_describe_segments", &kernels[type], &job);
}
