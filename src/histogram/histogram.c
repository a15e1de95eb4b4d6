/* histogram.c -- wrow_histogram_edges: validate, then dispatch by backend. */
#include "core/backend.h"
#include "core/check.h"
#include "histogram/histogram_impl.h"

static wrow_status check_types(wrow_context *context, wrow_type in_type,
                               wrow_type count_type)
{
    if (in_type != WROW_F32 && in_type != WROW_F64)
        return wrow_fail(context, WROW_E_TYPE,
                         "in_type is %s (%d), but must be f32 or f64",
                         wrow_type_name(in_type), (int)in_type);
    if (count_type != WROW_U32 && count_type != WROW_U64)
        return wrow_fail(context, WROW_E_TYPE,
                         "count_type is %s (%d), but must be u32 or u64",
                         wrow_type_name(count_type), (int)count_type);
    return WROW_OK;
}

static wrow_status check_edge_count(wrow_context *context, size_t edge_count)
{
    if (edge_count < 2 || edge_count > WROW_HISTOGRAM_EDGES_MAX)
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "edge_count is %zu, but must be from 2 to %d", edge_count,
                         WROW_HISTOGRAM_EDGES_MAX);
    return WROW_OK;
}

wrow_status wrow_histogram_edges(wrow_context *context,
                                 const wrow_histogram_options *options, const void *in,
                                 wrow_type in_type, size_t count, const double *edges,
                                 size_t edge_count, void *counts, wrow_type count_type)
{
    const size_t in_size = wrow_type_size(in_type);
    const size_t count_size = wrow_type_size(count_type);
    wrow_histogram_options known;
    size_t in_bytes, edge_bytes, count_bytes;
    WROW_TRY(wrow_enter(context));
    WROW_TRY(check_types(context, in_type, count_type));
    WROW_TRY(wrow_read_options(context, "options", options, sizeof known, &known));
    if (known.closed_right > 1)
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "options->closed_right is %u, but must be 0 or 1",
                         known.closed_right);
    WROW_TRY(check_edge_count(context, edge_count));
    WROW_TRY(wrow_check_array(context, "in", in, count, in_size, in_size, &in_bytes));
    WROW_TRY(wrow_check_array(context, "edges", edges, edge_count, sizeof *edges,
                              sizeof *edges, &edge_bytes));
    WROW_TRY(wrow_check_array(context, "counts", counts, edge_count - 1, count_size,
                              count_size, &count_bytes));
    WROW_TRY(
        wrow_check_apart(context, "counts", counts, count_bytes, "in", in, in_bytes));
    WROW_TRY(wrow_check_apart(context, "counts", counts, count_bytes, "edges", edges,
                              edge_bytes));

    const struct histogram_edges_call call = {.in_type = in_type,
                                              .in = in,
                                              .count = count,
                                              .edges = edges,
                                              .edge_count = (uint32_t)edge_count,
                                              .closed_right = known.closed_right == 1,
                                              .counts = counts,
                                              .count_type = count_type};
    return context->backend->id == WROW_CUDA ? wrow_histogram_edges_cuda(context, &call)
                                             : wrow_histogram_edges_cpu(context, &call);
}

size_t wrow_histogram_edges_scratch(size_t edge_count)
{
    return HISTOGRAM_CELLS * sizeof(uint16_t) +
           HISTOGRAM_TASKS_MAX * histogram_task_bytes(edge_count - 1);
}

wrow_status wrow_histogram_edges_workspace(wrow_type in_type, size_t count,
                                           size_t edge_count, wrow_type count_type,
                                           size_t *bytes)
{
    if (!bytes)
        return wrow_fail(NULL, WROW_E_ARGUMENT, "bytes is NULL");
    WROW_TRY(check_types(NULL, in_type, count_type));
    WROW_TRY(check_edge_count(NULL, edge_count));
    WROW_TRY(wrow_check_count(NULL, "count", count, wrow_type_size(in_type)));
    *bytes = wrow_workspace_bytes(wrow_histogram_edges_scratch(edge_count));
    return WROW_OK;
}
