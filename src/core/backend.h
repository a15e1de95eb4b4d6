/*
 * core/backend.h -- what a backend must be able to do for the context. Two
 * tables implement it: backend_cpu.c and backend_cuda.c.
 */
#ifndef WROW_CORE_BACKEND_H
#define WROW_CORE_BACKEND_H

#include "core/context_impl.h"

/* All but close leave a sentence in the context when they fail. */
struct backend {
    wrow_backend id;
    /* Fills device facts, record and name. */
    wrow_status (*open)(wrow_context *context, const wrow_context_options *options);
    /* Waits for the queued work as far as that is possible, then frees. */
    void (*close)(wrow_context *context);
    wrow_status (*allocate)(wrow_context *context, size_t bytes, void **memory);
    void (*release)(wrow_context *context, void *memory);
    /* Refuses with WROW_E_CAPTURE, naming `call`, if the stream is being captured. */
    wrow_status (*refuse_capture)(wrow_context *context, void *stream, const char *call);
    wrow_status (*set_stream)(wrow_context *context, void *stream);
    wrow_status (*synchronize)(wrow_context *context);
    wrow_status (*zero)(wrow_context *context, void *memory, size_t bytes);
    wrow_status (*copy)(wrow_context *context, void *target, const void *source,
                        size_t bytes);
    wrow_status (*fill)(wrow_context *context, void *target, const void *value,
                        size_t element_bytes, size_t count);
    /* Validation: `memory` is usable where the context works. */
    wrow_status (*check_pointer)(wrow_context *context, const char *argument,
                                 const void *memory);
};

extern const struct backend wrow_backend_cpu;
extern const struct backend wrow_backend_cuda;

#endif
