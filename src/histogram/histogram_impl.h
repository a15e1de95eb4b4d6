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

/* The CPU backend cuts the input into at most this many tasks. In scratch are a table of
 * cells and, for each task, a sum and copies of every bin; nothing of this is on the
 * stack, which may be small. CUDA keeps its bins on the chip and in the state area. */
enum {
    HISTOGRAM_TASKS_MAX = 64,
    HISTOGRAM_CELLS = 4096, /* four for each bin at most: most elements look once */
    HISTOGRAM_COPIES = 4,   /* equal elements in a row then add to different words */
};

/* Bytes of one task, whole pairs of cache lines: two threads never write to one. */
static inline size_t histogram_task_bytes(size_t bins)
{
    return (bins * (sizeof(uint64_t) + HISTOGRAM_COPIES * sizeof(uint32_t)) + 127) / 128 *
           128;
}

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
