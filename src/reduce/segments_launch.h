/* segments_launch.h -- the two launches of many reductions, and what is the same in each
 * of their jobs. */
#ifndef WROW_REDUCE_SEGMENTS_LAUNCH_H
#define WROW_REDUCE_SEGMENTS_LAUNCH_H

#include "core/cuda_impl.h"
#include "reduce/segments_job.h"

/* The kernels of one fold; those of columns are NULL where there are none. */
struct segments_kernels {
    const void *brief, *lengthy, *columns, *finish;
};

#if defined(__cplusplus)
extern "C" {
#endif

/* Takes `bytes` of scratch and fills in everything but rules and outputs. */
wrow_status wrow_segments_prepare(wrow_context *context, const struct segments *segments,
                                  size_t bytes, struct segments_job *job);

wrow_status wrow_segments_launch(wrow_context *context, const char *name,
                                 const struct segments_kernels *kernels,
                                 const struct segments_job *job);

#if defined(__cplusplus)
}
#endif

#endif
