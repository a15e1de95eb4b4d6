/* reduce_check.c -- see reduce_check.h. */
#include "reduce/reduce_check.h"
#include "core/backend.h"
#include "core/check.h"
#include <math.h>

wrow_status wrow_check_triple(wrow_context *context, wrow_operation operation,
                              wrow_type in, wrow_type out)
{
    WROW_TRY(wrow_check_type(context, "in_type", in));
    WROW_TRY(wrow_check_type(context, "out_type", out));
    if (!wrow_supported(operation, in, out))
        return wrow_fail(context, WROW_E_TYPE,
                         "operation %s (%d) does not take %s to %s; see wrow_supported",
                         wrow_operation_name(operation), (int)operation,
                         wrow_type_name(in), wrow_type_name(out));
    return WROW_OK;
}

static bool skips_nan(wrow_operation operation)
{
    return operation == WROW_SUM || operation == WROW_MEAN || operation == WROW_MIN ||
           operation == WROW_MAX;
}

/* Whether the operation takes the transform of any type at all. */
static bool takes(wrow_operation operation, wrow_transform transform)
{
    return wrow_transform_supported(transform, operation, WROW_I64, WROW_U64) ||
           wrow_transform_supported(transform, operation, WROW_F64, WROW_F64) ||
           transform == WROW_IDENTITY;
}

static wrow_status check_factor(wrow_context *context, const char *name, double factor,
                                wrow_transform transform)
{
    if (transform == WROW_SCALE_SHIFT && !isfinite(factor))
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "options->%s is %g, but must be finite", name, factor);
    if (transform != WROW_SCALE_SHIFT && !(factor == 0))
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "options->%s is %g, but must be 0 without scale_shift", name,
                         factor);
    return WROW_OK;
}

static wrow_status check_options(wrow_context *context, wrow_operation operation,
                                 const wrow_reduce_options *options)
{
    const wrow_transform transform = (wrow_transform)options->transform;
    if (options->transform > WROW_SCALE_SHIFT)
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "options->transform is %u, which is no wrow_transform",
                         options->transform);
    WROW_TRY(wrow_check_flag(context, "options->skip_nan", options->skip_nan));
    if (options->reserved)
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "options->reserved is %u, but must be 0", options->reserved);
    if (options->skip_nan && !skips_nan(operation))
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "options->skip_nan is 1, but operation %s leaves no NaN out",
                         wrow_operation_name(operation));
    if (!takes(operation, transform))
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "options->transform is %s, but operation %s does not take it",
                         wrow_transform_name(transform), wrow_operation_name(operation));
    WROW_TRY(check_factor(context, "scale", options->scale, transform));
    return check_factor(context, "shift", options->shift, transform);
}

wrow_status wrow_read_reduction(wrow_context *context, wrow_operation operation,
                                const wrow_reduce_options *options, wrow_type in,
                                wrow_type out, wrow_reduce_options *known)
{
    WROW_TRY(wrow_read_options(context, "options", options, sizeof *known, known));
    const wrow_transform transform = (wrow_transform)known->transform;
    WROW_TRY(wrow_check_type(context, "in_type", in));
    WROW_TRY(wrow_check_type(context, "out_type", out));
    if (known->transform == WROW_IDENTITY) /* no operation at all is told before flags */
        WROW_TRY(wrow_check_triple(context, operation, in, out));
    WROW_TRY(check_options(context, operation, known));
    if (!wrow_transform_supported(transform, operation, in, out))
        return wrow_fail(context, WROW_E_TYPE,
                         "operation %s (%d) of %s does not take %s to %s; see "
                         "wrow_transform_supported",
                         wrow_operation_name(operation), (int)operation,
                         wrow_transform_name(transform), wrow_type_name(in),
                         wrow_type_name(out));
    return WROW_OK;
}

struct segments wrow_one_segment(const void *in, wrow_type type, size_t count)
{
    return (struct segments){.in = in,
                             .type = type,
                             .count = count,
                             .segments = 1,
                             .length = count,
                             .stride = count,
                             .step = 1};
}

wrow_status wrow_segments_run(wrow_context *context, const struct segments_call *call)
{
    return context->backend->id == WROW_CUDA ? wrow_segments_cuda(context, call)
                                             : wrow_segments_cpu(context, call);
}
