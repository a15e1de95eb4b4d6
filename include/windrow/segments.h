/*
 * windrow/segments.h -- many reductions in one call: of the segments of an array, of the
 * rows and of the columns of a matrix.
 *
 * Each result has the very bits that the call for one array gives for the same
 * elements: wrow_transform_reduce, wrow_arg_reduce, wrow_describe (docs/order.md).
 */
#ifndef WROW_SEGMENTS_H
#define WROW_SEGMENTS_H

#include <windrow/reduce.h>
#include <windrow/transform.h>

/*
 * wrow_reduce_segments -- out[s] = the reduction of in[offsets[s] .. offsets[s+1] - 1].
 *
 *   operation   see wrow_transform_supported for the types each one takes
 *   options     NULL or a wrow_reduce_options; count_device must be NULL
 *   in          count elements of in_type, aligned to the element
 *   offsets     segments + 1 elements where the context works, aligned to 8: ascending,
 *               none above count. Gaps before the first and behind the last are fine.
 *   segments    0 is legal: nothing is done
 *   out         segments elements of out_type, aligned to the element, outside in,
 *               offsets and the workspace
 *
 * An empty segment has the identity (as wrow_reduce of count 0; a mean is NaN).
 *
 * WROW_OK; or, with out untouched, WROW_E_ARGUMENT, WROW_E_TYPE, WROW_E_POINTER
 * (validating), WROW_E_WORKSPACE, WROW_E_MEMORY; or WROW_E_DEVICE with out unspecified.
 * Data errors: WROW_E_ORDER (an offset is below the one before or above count; segments
 * that it bounds are taken as empty; if offsets descend by so much that segments overlap
 * for more than count elements, others may be), WROW_E_BUSY (out unspecified).
 */
WROW_API WROW_MUST_CHECK wrow_status wrow_reduce_segments(
    wrow_context *context, wrow_operation operation, const wrow_reduce_options *options,
    const void *in, wrow_type in_type, size_t count, const uint64_t *offsets,
    size_t segments, void *out, wrow_type out_type);

/*
 * wrow_arg_reduce_segments -- min[s] and max[s] = the extremes of segment s, each with
 * the first index, counted from the segment's own beginning, that holds it.
 *
 *   min, max    segments elements each, aligned to 8, outside everything else; NULL: not
 *               wanted, but not both
 *
 * An empty segment has the identity of min (max) as value, and index 2^64-1. Otherwise
 * as wrow_arg_reduce and wrow_reduce_segments.
 */
WROW_API WROW_MUST_CHECK wrow_status wrow_arg_reduce_segments(
    wrow_context *context, const void *in, wrow_type type, size_t count,
    const uint64_t *offsets, size_t segments, wrow_extreme *min, wrow_extreme *max);

/*
 * wrow_describe_segments -- out[s] = what wrow_describe tells of segment s; indices are
 * counted from the segment's own beginning.
 *
 *   out         segments wrow_summary, aligned to 8, outside in, offsets and workspace
 *
 * An empty segment has count 0, sum +0, squared_deviations 0, mean and variances NaN, the
 * identities of min and max, and both indices 2^64-1. Otherwise as wrow_describe and
 * wrow_reduce_segments.
 */
WROW_API WROW_MUST_CHECK wrow_status
wrow_describe_segments(wrow_context *context, const wrow_describe_options *options,
                       const void *in, wrow_type type, size_t count,
                       const uint64_t *offsets, size_t segments, wrow_summary *out);

/*
 * wrow_reduce_fixed_segments -- out[s] = the reduction of in[s * length .. (s + 1) *
 * length - 1]: segments of one length, without offsets.
 *
 *   in          segments * length elements of in_type, aligned to the element
 *   length      elements of a segment; 0 is legal: all results are the identity
 *
 * Otherwise as wrow_reduce_segments, without its WROW_E_ORDER.
 */
WROW_API WROW_MUST_CHECK wrow_status wrow_reduce_fixed_segments(
    wrow_context *context, wrow_operation operation, const wrow_reduce_options *options,
    const void *in, wrow_type in_type, size_t segments, size_t length, void *out,
    wrow_type out_type);

/* What one result of wrow_reduce_rows is made of. */
typedef enum wrow_axis {
    WROW_ALONG_ROWS = 1,    /* a row: `rows` results */
    WROW_ALONG_COLUMNS = 2, /* a column: `columns` results */
    WROW_AXIS_MAX_ = 0x7fffffff
} wrow_axis;

/*
 * wrow_reduce_rows -- reduces every row, or every column, of a matrix that is stored row
 * by row: element (r, c) is in[r * pitch + c].
 *
 *   axis        along rows: out[r]; along columns: out[c]
 *   rows, columns   either may be 0: no results, or identities
 *   pitch       elements from one row to the next, at least columns; what lies between
 *               rows is not read
 *   out         rows (or columns) elements of out_type
 *
 * Otherwise as wrow_reduce_fixed_segments.
 */
WROW_API WROW_MUST_CHECK wrow_status wrow_reduce_rows(
    wrow_context *context, wrow_operation operation, const wrow_reduce_options *options,
    wrow_axis axis, const void *in, wrow_type in_type, size_t rows, size_t columns,
    size_t pitch, void *out, wrow_type out_type);

/*
 * *bytes = the workspace that a call of this file needs in fixed mode: for segments of
 * `count` elements of in_type together (for a matrix rows * columns), whatever the
 * operation, the options and the number of segments. WROW_OK; WROW_E_ARGUMENT or
 * WROW_E_TYPE with *bytes untouched.
 */
WROW_API WROW_MUST_CHECK wrow_status wrow_reduce_segments_workspace(wrow_type in_type,
                                                                    size_t count,
                                                                    size_t *bytes);
WROW_API WROW_MUST_CHECK wrow_status wrow_describe_segments_workspace(wrow_type type,
                                                                      size_t count,
                                                                      size_t *bytes);

#endif
