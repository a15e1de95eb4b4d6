/* reduce.c -- wrow_reduce and wrow_describe: validate, then dispatch by backend. */
#include "core/backend.h"
#include "core/check.h"
#include "reduce/describe_state.h"
#include "reduce/reduce_check.h"
#include "reduce/reduce_impl.h"
#include "reduce/rule_of.h"

size_t wrow_reduce_scratch(const reduce_shape *shape)
{
    return shape->partials * sizeof(uint64_t);
}

size_t wrow_describe_scratch(const reduce_shape *shape)
{
    /* CUDA keeps moments (three words) of partials and extremes of blocks, of which
     * there are no more than partials, apart. */
    return shape->partials * (sizeof(struct describe_state) + 3 * sizeof(uint64_t));
}

wrow_status wrow_reduce(wrow_context *context, wrow_operation operation, const void *in,
                        wrow_type in_type, size_t count, void *out, wrow_type out_type)
{
    const size_t in_size = wrow_type_size(in_type), out_size = wrow_type_size(out_type);
    size_t in_bytes;
    WROW_TRY(wrow_enter(context));
    WROW_TRY(wrow_check_triple(context, operation, in_type, out_type));
    if (operation == WROW_MEAN && count == 0)
        return wrow_fail(context, WROW_E_EMPTY,
                         "count is 0, but a mean needs at least 1 element");
    WROW_TRY(wrow_check_array(context, "in", in, count, in_size, in_size, &in_bytes));
    WROW_TRY(wrow_check_array(context, "out", out, 1, out_size, out_size, NULL));
    WROW_TRY(wrow_check_apart(context, "out", out, out_size, "in", in, in_bytes));

    if (operation == WROW_MEAN) {
        const struct segments_call mean = {
            .name = "wrow_reduce",
            .segments = wrow_one_segment(in, in_type, count),
            .rule = wrow_rule_of(operation, NULL, in_type, out_type),
            .out = out,
            .out_type = out_type};
        return wrow_segments_run(context, &mean);
    }
    const struct reduce_call call = {.operation = operation,
                                     .in_type = in_type,
                                     .in = in,
                                     .out = out,
                                     .out_type = out_type,
                                     .shape = reduce_shape_of(count, (uint32_t)in_size)};
    return context->backend->id == WROW_CUDA ? wrow_reduce_cuda(context, &call)
                                             : wrow_reduce_cpu(context, &call);
}

wrow_status wrow_reduce_workspace(wrow_operation operation, wrow_type in_type,
                                  size_t count, wrow_type out_type, size_t *bytes)
{
    if (!bytes)
        return wrow_fail(NULL, WROW_E_ARGUMENT, "bytes is NULL");
    WROW_TRY(wrow_check_triple(NULL, operation, in_type, out_type));
    if (operation == WROW_MEAN)
        return wrow_transform_reduce_workspace(in_type, count, bytes);
    WROW_TRY(wrow_check_count(NULL, "count", count, wrow_type_size(in_type)));
    const reduce_shape shape = reduce_shape_of(count, (uint32_t)wrow_type_size(in_type));
    *bytes = wrow_workspace_bytes(wrow_reduce_scratch(&shape));
    return WROW_OK;
}

wrow_status wrow_describe(wrow_context *context, const wrow_describe_options *options,
                          const void *in, wrow_type type, size_t count, wrow_summary *out)
{
    const size_t size = wrow_type_size(type);
    wrow_describe_options known;
    size_t in_bytes;
    WROW_TRY(wrow_enter(context));
    WROW_TRY(wrow_check_type(context, "type", type));
    WROW_TRY(wrow_read_options(context, "options", options, sizeof known, &known));
    WROW_TRY(wrow_check_flag(context, "options->skip_nan", known.skip_nan));
    if (count == 0)
        return wrow_fail(context, WROW_E_EMPTY,
                         "count is 0, but a mean needs at least 1 element");
    WROW_TRY(wrow_check_array(context, "in", in, count, size, size, &in_bytes));
    WROW_TRY(
        wrow_check_array(context, "out", out, 1, sizeof *out, sizeof(uint64_t), NULL));
    WROW_TRY(wrow_check_apart(context, "out", out, sizeof *out, "in", in, in_bytes));

    const struct describe_call call = {.type = type,
                                       .skip_nan = known.skip_nan == 1,
                                       .in = in,
                                       .out = out,
                                       .shape = reduce_shape_of(count, (uint32_t)size)};
    return context->backend->id == WROW_CUDA ? wrow_describe_cuda(context, &call)
                                             : wrow_describe_cpu(context, &call);
}

wrow_status wrow_describe_workspace(wrow_type type, size_t count, size_t *bytes)
{
    if (!bytes)
        return wrow_fail(NULL, WROW_E_ARGUMENT, "bytes is NULL");
    WROW_TRY(wrow_check_type(NULL, "type", type));
    WROW_TRY(wrow_check_count(NULL, "count", count, wrow_type_size(type)));
    const reduce_shape shape = reduce_shape_of(count, (uint32_t)wrow_type_size(type));
    *bytes = wrow_workspace_bytes(wrow_describe_scratch(&shape));
    return WROW_OK;
}
