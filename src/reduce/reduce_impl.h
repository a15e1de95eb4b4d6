/* reduce_impl.h -- what reduce.c hands to a backend, after every check. */
#ifndef WROW_REDUCE_IMPL_H
#define WROW_REDUCE_IMPL_H

#include "core/context_impl.h"
#include "reduce/reduce_order.h"
#include <windrow/reduce.h>

#if defined(__cplusplus)
extern "C" {
#endif

struct reduce_call {
    wrow_operation operation;
    wrow_type in_type;
    const void *in;
    void *out;
    wrow_type out_type;
    reduce_shape shape;
};

struct describe_call {
    wrow_type type;
    bool skip_nan;
    const void *in;
    wrow_summary *out;
    reduce_shape shape; /* count >= 1 */
};

/* Scratch bytes of a call: one slot for each partial. */
size_t wrow_reduce_scratch(const reduce_shape *shape);
size_t wrow_describe_scratch(const reduce_shape *shape);

wrow_status wrow_reduce_cpu(wrow_context *context, const struct reduce_call *call);
wrow_status wrow_reduce_cuda(wrow_context *context, const struct reduce_call *call);
wrow_status wrow_describe_cpu(wrow_context *context, const struct describe_call *call);
wrow_status wrow_describe_cuda(wrow_context *context, const struct describe_call *call);

#if defined(__cplusplus)
}
#endif

#endif
