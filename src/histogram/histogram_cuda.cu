/* histogram_cuda.cu -- chooses kernel and grid of a histogram and launches it. The
 * only file that instantiates histogram kernels. */
#include "core/cuda_impl.h"
#include "core/element.h"
#include "histogram/histogram_impl.h"
#include <math.h>

#include "histogram/histogram_kernel.cuh"

enum { BLOCKS_PER_MULTIPROCESSOR = 2 };

extern "C" wrow_status wrow_histogram_edges_cuda(wrow_context *context,
                                                 const histogram_edges_call *call)
{
    const uint64_t each = HISTOGRAM_THREADS * HISTOGRAM_EACH;
    const uint64_t needed = call->count / each + 1;
    const uint64_t most = (uint64_t)context->multiprocessors * BLOCKS_PER_MULTIPROCESSOR;
    histogram_edges_job job = {};
    job.in = call->in;
    job.count = call->count;
    job.edges = call->edges;
    job.edge_count = call->edge_count;
    job.closed_right = call->closed_right;
    job.counts = call->counts;
    job.count_bytes = call->count_type == WROW_U64 ? 8 : 4;
    for (job.search_step = 1; job.search_step * 2 < call->edge_count;)
        job.search_step *= 2;
    job.state = (state_area *)context->workspace.state;
    job.record = context->record_device;
    return wrow_cuda_launch(
        context, "wrow_histogram_edges",
        call->in_type == WROW_F32 ? WROW_KERNEL_POINTER(count_between_edges<float>)
                                  : WROW_KERNEL_POINTER(count_between_edges<double>),
        (unsigned)(needed < most ? needed : most), HISTOGRAM_THREADS, 0, &job);
}
