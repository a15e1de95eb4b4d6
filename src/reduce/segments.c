/* segments.c -- the calls of windrow/segments.h: validate, make the rules, dispatch by
 * backend. */
#include "core/backend.h"
#include "core/check.h"
#include "reduce/reduce_check.h"
#include "reduce/rule_of.h"

/* ------------------------------------------------------------- the arguments */

static struct segments cut_at(const void *in, wrow_type type, size_t count,
                              const uint64_t *offsets, size_t segments)
{
    return (struct segments){.in = in,
                             .type = type,
                             .count = count,
                             .segments = segments,
                             .offsets = offsets,
                             .step = 1};
}

static wrow_status check_in(wrow_context *context, const struct segments *segments)
{
    const size_t size = wrow_type_size(segments->type);
    return wrow_check_array(context, "in", segments->in, segments->count, size, size,
                            NULL);
}

/* in, and segments + 1 offsets; nothing is read where there is no segment. */
static wrow_status check_cut(wrow_context *context, const struct segments *segments)
{
    const uint64_t many = segments->segments;
    const size_t count = many == 0 || many == SIZE_MAX ? many : many + 1;
    WROW_TRY(check_in(context, segments));
    return wrow_check_array(context, "offsets", segments->offsets, count,
                            sizeof(uint64_t), sizeof(uint64_t), NULL);
}

/* One element of `bytes` for each segment, outside what is read. */
static wrow_status check_out(wrow_context *context, const char *argument, const void *out,
                             size_t bytes, size_t alignment,
                             const struct segments *segments)
{
    const size_t in_bytes = segments->count * wrow_type_size(segments->type);
    const size_t offset_bytes = segments->offsets && segments->segments
                                    ? (segments->segments + 1) * sizeof *segments->offsets
                                    : 0;
    size_t out_bytes;
    WROW_TRY(wrow_check_array(context, argument, out, segments->segments, bytes,
                              alignment, &out_bytes));
    WROW_TRY(wrow_check_apart(context, argument, out, out_bytes, "in", segments->in,
                              in_bytes));
    return wrow_check_apart(context, argument, out, out_bytes, "offsets",
                            segments->offsets, offset_bytes);
}

static wrow_status multiply(wrow_context *context, const char *a_name, size_t a,
                            const char *b_name, size_t b, size_t *product)
{
    if (b != 0 && a > SIZE_MAX / b)
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "%s is %zu, %s is %zu: more than the address space has", a_name,
                         a, b_name, b);
    *product = a * b;
    return WROW_OK;
}

static wrow_status read_options(wrow_context *context, wrow_operation operation,
                                const wrow_reduce_options *options, wrow_type in_type,
                                wrow_type out_type, wrow_reduce_options *known)
{
    WROW_TRY(wrow_enter(context));
    WROW_TRY(wrow_read_reduction(context, operation, options, in_type, out_type, known));
    if (known->count_device)
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "options->count_device is %p, but must be NULL here",
                         (const void *)known->count_device);
    return WROW_OK;
}

/* ---------------------------------------------------------------- reductions */

/* The common end: `call` lacks only the rule, and `in` and offsets are checked. */
static wrow_status reduce(wrow_context *context, wrow_operation operation,
                          const wrow_reduce_options *options, struct segments_call *call)
{
    const size_t size = wrow_type_size(call->out_type);
    WROW_TRY(check_out(context, "out", call->out, size, size, &call->segments));
    if (call->segments.segments == 0)
        return WROW_OK;
    call->rule = wrow_rule_of(operation, options, call->segments.type, call->out_type);
    return wrow_segments_run(context, call);
}

wrow_status wrow_reduce_segments(wrow_context *context, wrow_operation operation,
                                 const wrow_reduce_options *options, const void *in,
                                 wrow_type in_type, size_t count, const uint64_t *offsets,
                                 size_t segments, void *out, wrow_type out_type)
{
    wrow_reduce_options known;
    struct segments_call call = {.name = "wrow_reduce_segments",
                                 .segments =
                                     cut_at(in, in_type, count, offsets, segments),
                                 .out = out,
                                 .out_type = out_type};
    WROW_TRY(read_options(context, operation, options, in_type, out_type, &known));
    WROW_TRY(check_cut(context, &call.segments));
    return reduce(context, operation, &known, &call);
}

wrow_status wrow_reduce_fixed_segments(wrow_context *context, wrow_operation operation,
                                       const wrow_reduce_options *options, const void *in,
                                       wrow_type in_type, size_t segments, size_t length,
                                       void *out, wrow_type out_type)
{
    wrow_reduce_options known;
    size_t count = 0;
    WROW_TRY(read_options(context, operation, options, in_type, out_type, &known));
    WROW_TRY(multiply(context, "segments", segments, "length", length, &count));
    struct segments_call call = {.name = "wrow_reduce_fixed_segments",
                                 .segments = {.in = in,
                                              .type = in_type,
                                              .count = count,
                                              .segments = segments,
                                              .length = length,
                                              .stride = length,
                                              .step = 1},
                                 .out = out,
                                 .out_type = out_type};
    WROW_TRY(check_in(context, &call.segments));
    return reduce(context, operation, &known, &call);
}

/* Elements from the first to the last that is read: nothing lies behind the last row. */
static wrow_status measure(wrow_context *context, size_t rows, size_t columns,
                           size_t pitch, size_t *count)
{
    if (pitch < columns)
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "pitch is %zu, but must be at least columns, %zu", pitch,
                         columns);
    *count = 0;
    if (rows == 0 || columns == 0)
        return WROW_OK;
    WROW_TRY(multiply(context, "rows", rows - 1, "pitch", pitch, count));
    if (*count > SIZE_MAX - columns)
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "rows is %zu, pitch is %zu: more than the address space has",
                         rows, pitch);
    *count += columns;
    return WROW_OK;
}

wrow_status wrow_reduce_rows(wrow_context *context, wrow_operation operation,
                             const wrow_reduce_options *options, wrow_axis axis,
                             const void *in, wrow_type in_type, size_t rows,
                             size_t columns, size_t pitch, void *out, wrow_type out_type)
{
    const bool along_rows = axis == WROW_ALONG_ROWS;
    wrow_reduce_options known;
    size_t count = 0;
    WROW_TRY(read_options(context, operation, options, in_type, out_type, &known));
    if (!along_rows && axis != WROW_ALONG_COLUMNS)
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "axis is %d, but must be %d (along rows) or %d (along columns)",
                         (int)axis, WROW_ALONG_ROWS, WROW_ALONG_COLUMNS);
    WROW_TRY(measure(context, rows, columns, pitch, &count));
    struct segments_call call = {.name = "wrow_reduce_rows",
                                 .segments = {.in = in,
                                              .type = in_type,
                                              .count = count,
                                              .segments = along_rows ? rows : columns,
                                              .length = along_rows ? columns : rows,
                                              .stride = along_rows ? pitch : 1,
                                              .step = along_rows ? 1 : pitch},
                                 .out = out,
                                 .out_type = out_type};
    WROW_TRY(check_in(context, &call.segments));
    return reduce(context, operation, &known, &call);
}

wrow_status wrow_reduce_segments_workspace(wrow_type in_type, size_t count, size_t *bytes)
{
    return wrow_transform_reduce_workspace(in_type, count, bytes);
}

/* --------------------------------------------------- extremes, descriptions */

wrow_status wrow_arg_reduce_segments(wrow_context *context, const void *in,
                                     wrow_type type, size_t count,
                                     const uint64_t *offsets, size_t segments,
                                     wrow_extreme *min, wrow_extreme *max)
{
    struct segments_call call = {.name = "wrow_arg_reduce_segments",
                                 .segments = cut_at(in, type, count, offsets, segments),
                                 .min = min,
                                 .max = max};
    WROW_TRY(wrow_enter(context));
    WROW_TRY(wrow_check_type(context, "type", type));
    WROW_TRY(check_cut(context, &call.segments));
    if (!min && !max)
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "min and max are NULL, but one of them must be wanted");
    if (min)
        WROW_TRY(check_out(context, "min", min, sizeof *min, sizeof(uint64_t),
                           &call.segments));
    if (max)
        WROW_TRY(check_out(context, "max", max, sizeof *max, sizeof(uint64_t),
                           &call.segments));
    if (min && max)
        WROW_TRY(wrow_check_apart(context, "max", max, segments * sizeof *max, "min", min,
                                  segments * sizeof *min));
    if (segments == 0)
        return WROW_OK;
    call.rule = wrow_rule_of(WROW_MIN, NULL, type, type);
    call.max_rule = wrow_rule_of(WROW_MAX, NULL, type, type);
    return wrow_segments_run(context, &call);
}

wrow_status wrow_describe_segments(wrow_context *context,
                                   const wrow_describe_options *options, const void *in,
                                   wrow_type type, size_t count, const uint64_t *offsets,
                                   size_t segments, wrow_summary *out)
{
    wrow_describe_options known;
    struct describe_segments_call call = {
        .segments = cut_at(in, type, count, offsets, segments), .out = out};
    WROW_TRY(wrow_enter(context));
    WROW_TRY(wrow_check_type(context, "type", type));
    WROW_TRY(wrow_read_options(context, "options", options, sizeof known, &known));
    WROW_TRY(wrow_check_flag(context, "options->skip_nan", known.skip_nan));
    WROW_TRY(check_cut(context, &call.segments));
    WROW_TRY(
        check_out(context, "out", out, sizeof *out, sizeof(uint64_t), &call.segments));
    if (segments == 0)
        return WROW_OK;
    call.skip_nan = known.skip_nan == 1;
    return context->backend->id == WROW_CUDA ? wrow_describe_segments_cuda(context, &call)
                                             : wrow_describe_segments_cpu(context, &call);
}

wrow_status wrow_describe_segments_workspace(wrow_type type, size_t count, size_t *bytes)
{
    const size_t size = wrow_type_size(type);
    if (!bytes)
        return wrow_fail(NULL, WROW_E_ARGUMENT, "bytes is NULL");
    WROW_TRY(wrow_check_type(NULL, "type", type));
    WROW_TRY(wrow_check_count(NULL, "count", count, size));
    *bytes = wrow_workspace_bytes(wrow_describe_segments_scratch(count, (uint32_t)size));
    return WROW_OK;
}
