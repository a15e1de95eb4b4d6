/* describe_segments_cpu.c -- wrow_describe_segments on the CPU: what wrow_describe does,
 * for many segments. */
#include "reduce/jobs_cpu.h"

wrow_status wrow_describe_segments_cpu(wrow_context *context,
                                       const struct describe_segments_call *call)
{
    const struct segments *const segments = &call->segments;
    const struct describe_job job =
        wrow_describe_job(segments->type, call->skip_nan, call->out);
    void *scratch;
    WROW_TRY(wrow_scratch(
        context, wrow_describe_segments_scratch(segments->count, job.bytes), &scratch));
    wrow_fold_cuts(context, segments, &wrow_describe_cuts, &job, scratch);
    return WROW_OK;
}
