/* histogram_impl.h -- what histogram.c hands to a backend, after every check. */
#ifndef WROW_HISTOGRAM_IMPL_H
#define WROW_HISTOGRAM_IMPL_H

#include "core/context_impl.h"
#include <windrow/histogram.h>

#if defined(__cplusplus)
extern "C" {
#endif

struct histogram_edges_call {
    wrow_type in_type; /* WROW_F32 or WROW_F64 */
    const void *in;
    size_t count;
    const double *edges;
    uint32_t edge_count;
    bool closed_right;
    void *counts;
    wrow_type count_type; /* WROW_U32 or WROW_U64 */
};

/* The CPU backend cuts the input into at most this many tasks, each with its own
 * bins of 8 bytes in scratch; CUDA keeps its bins on the chip and in the state area. */
enum { HISTOGRAM_TASKS_MAX = 64 };

/* Scratch bytes of a call on any backend. */
size_t wrow_histogram_edges_scratch(size_t edge_count);

wrow_status wrow_histogram_edges_cpu(wrow_context *context,
                                     const struct histogram_edges_call *call);
wrow_status wrow_histogram_edges_cuda(wrow_context *context,
                                      const struct histogram_edges_call *call);

#if defined(__cplusplus)
}
#endif

#endif
