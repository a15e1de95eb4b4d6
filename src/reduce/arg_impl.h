/* arg_impl.h -- what arg.c hands to a backend, after every check. */
#ifndef WROW_REDUCE_ARG_IMPL_H
#define WROW_REDUCE_ARG_IMPL_H

#include "core/context_impl.h"
#include "reduce/reduce_order.h"
#include <windrow/reduce.h>

#if defined(__cplusplus)
extern "C" {
#endif

struct arg_call {
    wrow_type type;
    const void *in;
    wrow_extreme *min, *max; /* NULL: not wanted */
    reduce_shape shape;      /* count >= 1 */
};

/* Scratch bytes of a call. The CPU keeps two words a partial, CUDA two keys with
 * their rows a block, of which there are no more than partials. */
size_t wrow_arg_scratch(const reduce_shape *shape);

wrow_status wrow_arg_cpu(wrow_context *context, const struct arg_call *call);
wrow_status wrow_arg_cuda(wrow_context *context, const struct arg_call *call);

#if defined(__cplusplus)
}
#endif

#endif
