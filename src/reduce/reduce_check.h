/* reduce_check.h -- what the calls of reduce.h, transform.h and segments.h check alike,
 * and the one way from a checked rule to a backend. */
#ifndef WROW_REDUCE_REDUCE_CHECK_H
#define WROW_REDUCE_REDUCE_CHECK_H

#include "reduce/segments_impl.h"

/* Both are types, and the operation takes them. */
wrow_status wrow_check_triple(wrow_context *context, wrow_operation operation,
                              wrow_type in, wrow_type out);

/* As above, with the transform; *known gets the options, all zero for NULL. */
wrow_status wrow_read_reduction(wrow_context *context, wrow_operation operation,
                                const wrow_reduce_options *options, wrow_type in,
                                wrow_type out, wrow_reduce_options *known);

/* A whole array as one segment. */
struct segments wrow_one_segment(const void *in, wrow_type type, size_t count);

wrow_status wrow_segments_run(wrow_context *context, const struct segments_call *call);

#endif
