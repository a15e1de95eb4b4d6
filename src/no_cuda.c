/* no_cuda.c -- stands in for backend_cuda.c and every *_cuda.cu in a build without
 * CUDA. Only `open` can be reached, and it says so. */
#include "core/backend.h"
#include "histogram/histogram_impl.h"
#include "reduce/arg_impl.h"
#include "reduce/describe_merge_impl.h"
#include "reduce/dot_impl.h"
#include "reduce/reduce_impl.h"
#include "reduce/segments_impl.h"

static wrow_status refuse(wrow_context *context)
{
    return wrow_fail(context, WROW_E_DEVICE,
                     "options->backend is cuda, but this library was built without CUDA");
}

static wrow_status open_nothing(wrow_context *context,
                                const wrow_context_options *options)
{
    (void)options;
    return refuse(context);
}

const struct backend wrow_backend_cuda = {.id = WROW_CUDA, .open = open_nothing};

wrow_status wrow_reduce_cuda(wrow_context *context, const struct reduce_call *call)
{
    (void)call;
    return refuse(context);
}

wrow_status wrow_describe_cuda(wrow_context *context, const struct describe_call *call)
{
    (void)call;
    return refuse(context);
}

wrow_status wrow_describe_merge_cuda(wrow_context *context,
                                     const struct describe_merge_call *call)
{
    (void)call;
    return refuse(context);
}

wrow_status wrow_dot_cuda(wrow_context *context, const struct dot_call *call)
{
    (void)call;
    return refuse(context);
}

wrow_status wrow_arg_cuda(wrow_context *context, const struct arg_call *call)
{
    (void)call;
    return refuse(context);
}

wrow_status wrow_segments_cuda(wrow_context *context, const struct segments_call *call)
{
    (void)call;
    return refuse(context);
}

wrow_status wrow_describe_segments_cuda(wrow_context *context,
                                        const struct describe_segments_call *call)
{
    (void)call;
    return refuse(context);
}

wrow_status wrow_histogram_edges_cuda(wrow_context *context,
                                      const struct histogram_edges_call *call)
{
    (void)call;
    return refuse(context);
}
