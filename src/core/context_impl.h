/*
 * core/context_impl.h -- the context as the library sees it, and the few words
 * every public function is written in: WROW_TRY, wrow_fail, wrow_enter, scratch.
 */
#ifndef WROW_CORE_CONTEXT_IMPL_H
#define WROW_CORE_CONTEXT_IMPL_H

#include "core/pool.h"
#include <stdbool.h>
#include <windrow/context.h>

#if defined(__cplusplus)
extern "C" {
#endif

struct backend; /* core/backend.h */
struct device_record;

/* Memory that came from one call of the context's allocator. */
struct memory_block {
    struct memory_block *next;
    void *memory;
    size_t bytes;
};

/* The state area is zero between executions (state_area.h) and shares no byte with
 * scratch, which holds anything. */
struct workspace {
    unsigned char *state;
    unsigned char *scratch;
    size_t scratch_bytes;
};

struct wrow_context {
    const struct backend *backend;
    wrow_allocate_function allocate; /* NULL: the backend's own */
    wrow_release_function release;
    void *allocator_user;
    bool validate;
    bool lost; /* a sticky CUDA error was seen: nothing can be done any more */

    bool fixed;         /* the workspace is the caller's: never allocate */
    const void *given;  /* all of what the caller gave, no data may lie in it; */
    size_t given_bytes; /* 0 unless fixed */
    struct workspace workspace;
    struct workspace own;            /* the context's, kept while the caller's is used */
    struct memory_block *owned;      /* state and scratch blocks; freed at destroy */
    struct memory_block *handed_out; /* wrow_alloc */

    /* The first data error, where the device can write it and the host read it. */
    struct device_record *record;        /* as the host sees it */
    struct device_record *record_device; /* as the device sees it */

    /* CPU */
    struct pool *pool;

    /* CUDA */
    int device;
    void *stream;
    int multiprocessors;

    char device_name[288];
    char error[512];
};

/* Stores the sentence in the context (or the thread, for NULL) and returns
 * status, so that `return wrow_fail(...)` is the whole error path. */
wrow_status wrow_fail(wrow_context *context, wrow_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#define WROW_TRY(call)                                                                   \
    do {                                                                                 \
        const wrow_status status_ = (call);                                              \
        if (status_ != WROW_OK)                                                          \
            return status_;                                                              \
    } while (0)

/* At least `bytes` of scratch, aligned to 256; contents are anything. Grows the
 * context's own scratch if it may. Valid until the next call on the context. */
wrow_status wrow_scratch(wrow_context *context, size_t bytes, void **scratch);

/* What wrow_context_set_workspace must be given so that wrow_scratch(bytes) works;
 * SIZE_MAX if that does not fit a size_t. */
size_t wrow_workspace_bytes(size_t scratch_bytes);

#if defined(__cplusplus)
}
#endif

#endif
