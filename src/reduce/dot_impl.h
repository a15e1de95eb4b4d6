/* dot_impl.h -- what dot.c hands to a backend, after every check. */
#ifndef WROW_REDUCE_DOT_IMPL_H
#define WROW_REDUCE_DOT_IMPL_H

#include "core/context_impl.h"
#include "reduce/reduce_order.h"
#include <windrow/transform.h>

#if defined(__cplusplus)
extern "C" {
#endif

struct dot_call {
    const void *a, *b;
    wrow_type a_type, b_type;
    wrow_type sum_type; /* of elements whose sum has the same accumulators and order */
    void *out;
    wrow_type out_type;
    reduce_shape shape; /* of a: its elements decide the order */
};

/* Scratch bytes of a call: one word for each partial. */
static inline size_t wrow_dot_scratch(const reduce_shape *shape)
{
    return shape->partials * sizeof(uint64_t);
}

wrow_status wrow_dot_cpu(wrow_context *context, const struct dot_call *call);
wrow_status wrow_dot_cuda(wrow_context *context, const struct dot_call *call);

#if defined(__cplusplus)
}
#endif

#endif
