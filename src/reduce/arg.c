/* arg.c -- wrow_arg_reduce: validate, then dispatch by backend. */
#include "core/backend.h"
#include "core/check.h"
#include "reduce/arg_impl.h"

size_t wrow_arg_scratch(const reduce_shape *shape)
{
    return (size_t)shape->partials * 4 * sizeof(uint64_t);
}

static wrow_status check_extreme(wrow_context *context, const char *name,
                                 const wrow_extreme *extreme, const void *in,
                                 size_t in_bytes)
{
    if (!extreme)
        return WROW_OK;
    WROW_TRY(wrow_check_array(context, name, extreme, 1, sizeof *extreme,
                              sizeof(uint64_t), NULL));
    return wrow_check_apart(context, name, extreme, sizeof *extreme, "in", in, in_bytes);
}

wrow_status wrow_arg_reduce(wrow_context *context, const void *in, wrow_type type,
                            size_t count, wrow_extreme *min, wrow_extreme *max)
{
    const size_t size = wrow_type_size(type);
    size_t in_bytes;
    WROW_TRY(wrow_enter(context));
    WROW_TRY(wrow_check_type(context, "type", type));
    if (count == 0)
        return wrow_fail(context, WROW_E_EMPTY,
                         "count is 0, but an extreme needs at least 1 element");
    WROW_TRY(wrow_check_array(context, "in", in, count, size, size, &in_bytes));
    if (!min && !max)
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "min and max are NULL, but one of them must be wanted");
    WROW_TRY(check_extreme(context, "min", min, in, in_bytes));
    WROW_TRY(check_extreme(context, "max", max, in, in_bytes));
    if (min && max)
        WROW_TRY(
            wrow_check_apart(context, "max", max, sizeof *max, "min", min, sizeof *min));

    const struct arg_call call = {
        .type = type,
        .in = in,
        .min = min,
        .max = max,
        .shape = reduce_shape_of(count, (uint32_t)size),
    };
    return context->backend->id == WROW_CUDA ? wrow_arg_cuda(context, &call)
                                             : wrow_arg_cpu(context, &call);
}

wrow_status wrow_arg_reduce_workspace(wrow_type type, size_t count, size_t *bytes)
{
    if (!bytes)
        return wrow_fail(NULL, WROW_E_ARGUMENT, "bytes is NULL");
    WROW_TRY(wrow_check_type(NULL, "type", type));
    WROW_TRY(wrow_check_count(NULL, "count", count, wrow_type_size(type)));
    const reduce_shape shape = reduce_shape_of(count, (uint32_t)wrow_type_size(type));
    *bytes = wrow_workspace_bytes(wrow_arg_scratch(&shape));
    return WROW_OK;
}
