/* dot.c -- wrow_dot: validate, then dispatch by backend. */
#include "core/backend.h"
#include "core/check.h"
#include "reduce/dot_impl.h"

static bool is_integer(wrow_type type)
{
    return type >= WROW_I8 && type <= WROW_U64;
}

static bool is_half(wrow_type type)
{
    return type == WROW_F16 || type == WROW_BF16;
}

static bool is_real(wrow_type type)
{
    return type == WROW_F32 || type == WROW_F64;
}

/* Whether any output will do; a is a type. */
static bool takes_pair(wrow_type a, wrow_type b)
{
    return is_real(b) || (a == b && (is_integer(a) || is_half(a)));
}

int wrow_dot_supported(wrow_type a, wrow_type b, wrow_type out)
{
    if (wrow_type_size(a) == 0 || !takes_pair(a, b))
        return 0;
    if (is_integer(b))
        return out == WROW_I64 || out == WROW_U64;
    if (is_half(b))
        return out == a || is_real(out);
    return out == WROW_F64 ||
           (out == WROW_F32 && b == WROW_F32 && (is_half(a) || a == WROW_F32));
}

wrow_status wrow_dot(wrow_context *context, const void *a, wrow_type a_type,
                     const void *b, wrow_type b_type, size_t count, void *out,
                     wrow_type out_type)
{
    const size_t a_size = wrow_type_size(a_type), b_size = wrow_type_size(b_type);
    const size_t out_size = wrow_type_size(out_type);
    size_t a_bytes, b_bytes;
    WROW_TRY(wrow_enter(context));
    WROW_TRY(wrow_check_type(context, "a_type", a_type));
    WROW_TRY(wrow_check_type(context, "b_type", b_type));
    WROW_TRY(wrow_check_type(context, "out_type", out_type));
    if (!wrow_dot_supported(a_type, b_type, out_type))
        return wrow_fail(context, WROW_E_TYPE,
                         "a dot product does not take %s times %s to %s; see "
                         "wrow_dot_supported",
                         wrow_type_name(a_type), wrow_type_name(b_type),
                         wrow_type_name(out_type));
    WROW_TRY(wrow_check_array(context, "a", a, count, a_size, a_size, &a_bytes));
    WROW_TRY(wrow_check_array(context, "b", b, count, b_size, b_size, &b_bytes));
    WROW_TRY(wrow_check_array(context, "out", out, 1, out_size, out_size, NULL));
    WROW_TRY(wrow_check_apart(context, "out", out, out_size, "a", a, a_bytes));
    WROW_TRY(wrow_check_apart(context, "out", out, out_size, "b", b, b_bytes));

    const struct dot_call call = {
        .a = a,
        .b = b,
        .a_type = a_type,
        .b_type = b_type,
        .sum_type = a_type == b_type ? a_type : WROW_F64,
        .out = out,
        .out_type = out_type,
        .shape = reduce_shape_of(count, (uint32_t)a_size),
    };
    return context->backend->id == WROW_CUDA ? wrow_dot_cuda(context, &call)
                                             : wrow_dot_cpu(context, &call);
}

wrow_status wrow_dot_workspace(wrow_type a_type, wrow_type b_type, size_t count,
                               size_t *bytes)
{
    const size_t a_size = wrow_type_size(a_type);
    if (!bytes)
        return wrow_fail(NULL, WROW_E_ARGUMENT, "bytes is NULL");
    WROW_TRY(wrow_check_type(NULL, "a_type", a_type));
    WROW_TRY(wrow_check_type(NULL, "b_type", b_type));
    if (!takes_pair(a_type, b_type))
        return wrow_fail(NULL, WROW_E_TYPE,
                         "a dot product does not take %s times %s; see "
                         "wrow_dot_supported",
                         wrow_type_name(a_type), wrow_type_name(b_type));
    WROW_TRY(wrow_check_count(NULL, "count", count, a_size));
    WROW_TRY(wrow_check_count(NULL, "count", count, wrow_type_size(b_type)));
    const reduce_shape shape = reduce_shape_of(count, (uint32_t)a_size);
    *bytes = wrow_workspace_bytes(wrow_dot_scratch(&shape));
    return WROW_OK;
}
