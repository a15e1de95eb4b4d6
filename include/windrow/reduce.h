/*
 * windrow/reduce.h -- many elements to one value.
 *
 * The order in which floating-point elements are combined depends on the
 * operation, the types and the count alone (docs/order.md), so a result is the
 * same bits on every run, every GPU and the CPU backend.
 */
#ifndef WROW_REDUCE_H
#define WROW_REDUCE_H

#include <windrow/context.h>

/*
 * wrow_reduce -- *out = in[0] op in[1] op ... op in[count-1].
 *
 *   operation   see wrow_supported for the types each one takes
 *   in          count elements of in_type, aligned to the element
 *   count       elements; 0 is legal and stores the identity (sum 0, product 1,
 *               min the type's largest value or +inf, max the smallest or -inf,
 *               bit_and all ones, bit_or and bit_xor 0, any 0, all 1)
 *   out         one element of out_type, aligned to it, outside in and the workspace
 *
 * Integers add and multiply modulo 2^64. f16 and bf16 accumulate in f32; f32
 * and f64 in f64; the result is rounded once. min and max return NaN if any
 * element is one, and order -0 before +0. A NaN is stored as the type's
 * positive quiet NaN without payload. For any, all and count_nonzero a NaN is
 * not zero, -0 is.
 *
 * WROW_OK; or, with *out untouched, WROW_E_ARGUMENT, WROW_E_TYPE,
 * WROW_E_POINTER (validating), WROW_E_WORKSPACE, WROW_E_MEMORY; or
 * WROW_E_DEVICE with *out unspecified. Data error: WROW_E_BUSY, *out
 * unspecified.
 */
WROW_API WROW_MUST_CHECK wrow_status wrow_reduce(wrow_context *context,
                                                 wrow_operation operation, const void *in,
                                                 wrow_type in_type, size_t count,
                                                 void *out, wrow_type out_type);

/* *bytes = the workspace that wrow_reduce with these arguments needs in fixed
 * mode. WROW_OK; WROW_E_ARGUMENT or WROW_E_TYPE with *bytes untouched (there
 * is no context here, so wrow_last_error(NULL) has the sentence). */
WROW_API WROW_MUST_CHECK wrow_status wrow_reduce_workspace(wrow_operation operation,
                                                           wrow_type in_type,
                                                           size_t count,
                                                           wrow_type out_type,
                                                           size_t *bytes);

/* A smallest or largest element: .i, .u or .f by the class of its type, exact. */
typedef struct wrow_extreme {
    wrow_value value;
    uint64_t index;
} wrow_extreme;

/*
 * wrow_arg_reduce -- smallest and largest element, each with the first index that
 * holds it, in one pass.
 *
 *   in          count elements of type, aligned to the element
 *   count       elements, at least 1
 *   min, max    one wrow_extreme each where the context works, aligned to 8, outside
 *               in, each other and the workspace; NULL: not wanted, but not both
 *
 * Ordered as by wrow_reduce: -0 before +0. If an element is NaN, both values are NaN
 * and both indices that of the first one.
 *
 * WROW_OK; or, with outputs untouched, WROW_E_EMPTY (count 0), WROW_E_ARGUMENT,
 * WROW_E_TYPE (not a type), WROW_E_POINTER, WROW_E_WORKSPACE, WROW_E_MEMORY; or
 * WROW_E_DEVICE with outputs unspecified. Data error: WROW_E_BUSY, outputs
 * unspecified.
 */
WROW_API WROW_MUST_CHECK wrow_status wrow_arg_reduce(wrow_context *context,
                                                     const void *in, wrow_type type,
                                                     size_t count, wrow_extreme *min,
                                                     wrow_extreme *max);

/* As wrow_reduce_workspace, for wrow_arg_reduce. */
WROW_API WROW_MUST_CHECK wrow_status wrow_arg_reduce_workspace(wrow_type type,
                                                               size_t count,
                                                               size_t *bytes);

/* All zero is the default. */
typedef struct wrow_describe_options {
    uint32_t size;     /* sizeof(wrow_describe_options), or 0: the layout of 0.1 */
    uint32_t skip_nan; /* 1: statistics of the elements that are not NaN */
} wrow_describe_options;

/*
 * What wrow_describe stores. With N = count, or count - nan_count when NaNs are
 * skipped. Integers are converted to f64 (rounded to nearest beyond 2^53) for
 * sum, mean and deviations; min and max are exact.
 */
typedef struct wrow_summary {
    uint64_t count;     /* elements read, NaNs included */
    uint64_t nan_count; /* of them NaN; 0 for integers */
    uint64_t min_index; /* first index that holds min */
    uint64_t max_index; /* first index that holds max */
    wrow_value min;     /* .i, .u or .f by the class of the input type */
    wrow_value max;
    double sum;
    double mean;               /* sum / N */
    double squared_deviations; /* sum of (x - mean)^2 */
    double variance;           /* squared_deviations / N */
    double sample_variance;    /* squared_deviations / (N - 1); NaN for N = 1 */
} wrow_summary;

/*
 * wrow_describe -- count, extremes, sum, mean and variance in one pass.
 *
 *   options     NULL or a wrow_describe_options
 *   in          count elements of type, aligned to the element
 *   count       elements, at least 1
 *   out         one wrow_summary where the context works, aligned to 8, outside in and
 *               the workspace
 *
 * Extremes are ordered as by wrow_reduce: -0 before +0. Infinities follow IEEE
 * arithmetic: with one the mean is infinite and the deviations are NaN.
 *
 * Without skip_nan a single NaN makes min, max, sum, mean, squared_deviations and
 * variances NaN, and both indices those of the first NaN. With it and nothing but NaNs:
 * sum 0, min +inf, max -inf, both indices 2^64-1, squared_deviations 0, mean and
 * variances NaN.
 *
 * Deviations are taken from the mean of each 4 KB chunk and the chunks merged
 * by Chan, Golub and LeVeque's rule (1979) in a fixed order (docs/order.md);
 * squares are never subtracted from squares.
 *
 * WROW_OK; or, with *out untouched, WROW_E_EMPTY (count 0), WROW_E_ARGUMENT,
 * WROW_E_TYPE (not a type), WROW_E_POINTER, WROW_E_WORKSPACE, WROW_E_MEMORY;
 * or WROW_E_DEVICE with *out unspecified. Data error: WROW_E_BUSY, *out
 * unspecified.
 */
WROW_API WROW_MUST_CHECK wrow_status wrow_describe(wrow_context *context,
                                                   const wrow_describe_options *options,
                                                   const void *in, wrow_type type,
                                                   size_t count, wrow_summary *out);

/* As wrow_reduce_workspace, for wrow_describe. */
WROW_API WROW_MUST_CHECK wrow_status wrow_describe_workspace(wrow_type type, size_t count,
                                                             size_t *bytes);

/*
 * wrow_describe_merge -- joins the summaries of consecutive chunks of an array to that of
 * the whole.
 *
 *   options     those of the calls that made the parts (wrow_describe or
 *               wrow_describe_segments)
 *   parts       part_count wrow_summary where the context works, aligned to 8, in the
 *               order of the chunks; one of count 0 is left out
 *   type        of the elements that the parts describe
 *   part_count  at least 1
 *   out         one wrow_summary, likewise, outside parts and the workspace
 *
 * Counts, extremes and indices are exactly those of the whole (an index is moved by the
 * counts of the parts before it). Sum and deviations are merged by Chan, Golub and
 * LeVeque's rule in the order of docs/order.md, so they differ from those of one call in
 * the last bits. All parts empty: as an empty segment of wrow_describe_segments. No
 * scratch is taken: a fixed workspace of any size will do.
 *
 * WROW_OK; or, with *out untouched, WROW_E_EMPTY (part_count 0), WROW_E_ARGUMENT,
 * WROW_E_TYPE, WROW_E_POINTER (validating), WROW_E_WORKSPACE, WROW_E_MEMORY; or
 * WROW_E_DEVICE with *out unspecified.
 */
WROW_API WROW_MUST_CHECK wrow_status wrow_describe_merge(
    wrow_context *context, const wrow_describe_options *options,
    const wrow_summary *parts, wrow_type type, size_t part_count, wrow_summary *out);

#endif
