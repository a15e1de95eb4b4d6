/* describe_merge.c -- wrow_describe_merge: validate, then dispatch by backend. */
#include "core/backend.h"
#include "core/check.h"
#include "reduce/describe_merge_impl.h"

static wrow_type wide_type_of(wrow_type type)
{
    const char class_ = reduce_format_of(type).class_;
    return class_ == 'F' ? WROW_F64 : class_ == 'S' ? WROW_I64 : WROW_U64;
}

wrow_status wrow_describe_merge(wrow_context *context,
                                const wrow_describe_options *options,
                                const wrow_summary *parts, wrow_type type,
                                size_t part_count, wrow_summary *out)
{
    wrow_describe_options known;
    size_t parts_bytes;
    WROW_TRY(wrow_enter(context));
    WROW_TRY(wrow_check_type(context, "type", type));
    WROW_TRY(wrow_read_options(context, "options", options, sizeof known, &known));
    WROW_TRY(wrow_check_flag(context, "options->skip_nan", known.skip_nan));
    if (part_count == 0)
        return wrow_fail(context, WROW_E_EMPTY,
                         "part_count is 0, but there must be at least 1 part");
    WROW_TRY(wrow_check_array(context, "parts", parts, part_count, sizeof *parts,
                              sizeof(uint64_t), &parts_bytes));
    WROW_TRY(
        wrow_check_array(context, "out", out, 1, sizeof *out, sizeof(uint64_t), NULL));
    WROW_TRY(
        wrow_check_apart(context, "out", out, sizeof *out, "parts", parts, parts_bytes));

    const struct describe_merge_call call = {
        .parts = parts,
        .count = part_count,
        .out = out,
        .rule = describe_rule_of(type, 0, known.skip_nan == 1),
        .wide = describe_rule_of(wide_type_of(type), 0, known.skip_nan == 1),
    };
    return context->backend->id == WROW_CUDA ? wrow_describe_merge_cuda(context, &call)
                                             : wrow_describe_merge_cpu(context, &call);
}
