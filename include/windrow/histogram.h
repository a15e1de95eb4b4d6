/*
 * windrow/histogram.h -- how many elements fall into each bin.
 */
#ifndef WROW_HISTOGRAM_H
#define WROW_HISTOGRAM_H

#include <windrow/context.h>

/* All zero is the default. */
typedef struct wrow_histogram_options {
    uint32_t size;         /* sizeof(wrow_histogram_options), or 0: the layout of 0.1 */
    uint32_t closed_right; /* 1: the last bin holds its upper edge too, as in NumPy */
} wrow_histogram_options;

#define WROW_HISTOGRAM_EDGES_MAX 1024

/*
 * wrow_histogram_edges -- counts[b] = how many x have edges[b] <= x < edges[b+1].
 *
 *   options      NULL or a wrow_histogram_options
 *   in           count elements of in_type (WROW_F32 or WROW_F64), aligned to
 *                the element; compared with the edges in f64
 *   count        elements; 0 is legal: all counts are 0
 *   edges        edge_count doubles where the context works, aligned to 8, not
 *                NaN, none below the one before; infinities are fine. Between
 *                equal edges lies an empty bin: x goes to the last bin whose
 *                lower edge is <= x.
 *   edge_count   2 .. WROW_HISTOGRAM_EDGES_MAX
 *   counts       edge_count - 1 elements of count_type (WROW_U32 or WROW_U64),
 *                aligned to the element, overwritten; outside in, edges and the
 *                workspace
 *
 * NaNs and elements outside the edges are not counted.
 *
 * WROW_OK; or, with counts untouched, WROW_E_ARGUMENT, WROW_E_TYPE,
 * WROW_E_POINTER (validating), WROW_E_WORKSPACE, WROW_E_MEMORY; or
 * WROW_E_DEVICE with counts unspecified. Data errors: WROW_E_ORDER (an edge is NaN or
 * below the one before; all counts are 0), WROW_E_OVERFLOW (a count exceeds
 * 2^32-1 in WROW_U32; it holds 2^32-1), WROW_E_BUSY (counts unspecified).
 */
WROW_API WROW_MUST_CHECK wrow_status
wrow_histogram_edges(wrow_context *context, const wrow_histogram_options *options,
                     const void *in, wrow_type in_type, size_t count, const double *edges,
                     size_t edge_count, void *counts, wrow_type count_type);

/* *bytes = the workspace that wrow_histogram_edges needs in fixed mode. WROW_OK;
 * WROW_E_ARGUMENT or WROW_E_TYPE with *bytes untouched. */
WROW_API WROW_MUST_CHECK wrow_status wrow_histogram_edges_workspace(wrow_type in_type,
                                                                    size_t count,
                                                                    size_t edge_count,
                                                                    wrow_type count_type,
                                                                    size_t *bytes);

#endif
