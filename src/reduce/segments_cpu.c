/* segments_cpu.c -- segments, rows and columns on the CPU: which way each call goes. */
#include "reduce/columns_cpu.h"
#include "reduce/jobs_cpu.h"

wrow_status wrow_segments_cpu(wrow_context *context, const struct segments_call *call)
{
    const struct segments *const segments = &call->segments;
    const uint32_t bytes = (uint32_t)wrow_type_size(segments->type);
    const uint64_t elements = wrow_elements_of(segments);
    void *scratch;
    WROW_TRY(wrow_scratch(context, wrow_segments_scratch(elements, bytes), &scratch));
    if (!call->out) {
        const struct arg_job job = wrow_arg_job(segments->type, call->min, call->max);
        wrow_fold_cuts(context, segments, &wrow_arg_cuts, &job, scratch);
        return WROW_OK;
    }
    const struct rule_job job = wrow_rule_job(&call->rule, segments->type, call->out);
    if (segments->step == 1)
        wrow_fold_cuts(context, segments, &wrow_rule_cuts, &job, scratch);
    else
        wrow_fold_columns(context, segments, &job, scratch);
    return WROW_OK;
}
