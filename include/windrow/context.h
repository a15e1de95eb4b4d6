/*
 * windrow/context.h -- where the work runs, its memory and its errors.
 *
 * A context is one backend (a CUDA device or the CPU), one stream, a workspace
 * and the text of the last error. One host thread uses it at a time; any
 * number of contexts run side by side. All data pointers of a call live where
 * its context works: device memory on CUDA, host memory on the CPU.
 *
 * On CUDA a call returns before its work is done: outputs are valid once the
 * stream gets there, or after wrow_context_synchronize. On the CPU outputs are
 * valid on return. A call never synchronises the host unless its comment says
 * "synchronises", and such a call returns WROW_E_CAPTURE while the stream is
 * being captured into a CUDA graph; every other call can be captured and
 * replayed. Replays of one context's graphs must not overlap each other or a
 * plain call of that context.
 *
 * Two kinds of error. An argument error is returned by the call itself, with
 * nothing queued and every output untouched. A data error, which only the data
 * can show, is kept until wrow_context_check or wrow_context_synchronize returns
 * it, on the CPU backend as well; while one is kept, later ones are dropped. The
 * call's comment says what the outputs hold. Either way wrow_last_error has one
 * sentence that names argument, value and limit.
 *
 * Every call returns WROW_E_ARGUMENT for a NULL context, and WROW_E_DEVICE once
 * the context has seen that its device is lost (an illegal address or the like, in
 * anybody's kernel). Of overlapping executions only those are detected in which
 * more blocks arrive than were launched.
 * WROW_E_POINTER is returned only when validating, on CUDA. Data pointers may be
 * NULL where their count is 0. Options: a size other than 0 that is smaller than
 * the structure, a byte set beyond what this library knows, or a flag above 1 is
 * WROW_E_ARGUMENT. Two threads in one context at a time are not detected.
 *
 * The caller's current device and pending CUDA error are left as they were. On the
 * CPU backend no call is a cancellation point: pthread_cancel takes effect behind it,
 * and each runs on a thread with 16 KB of stack.
 */
#ifndef WROW_CONTEXT_H
#define WROW_CONTEXT_H

#include <windrow/base.h>

typedef struct wrow_context wrow_context;

typedef enum wrow_backend {
    WROW_AUTO = 0, /* in options only: a CUDA device if there is one, else the CPU */
    WROW_CPU = 1,
    WROW_CUDA = 2,
    WROW_BACKEND_MAX_ = 0x7fffffff
} wrow_backend;

/* Both are called from the thread that makes the call. bytes > 0; returns NULL on
 * failure, else memory aligned to 256 bytes (other memory is given back at once and
 * the call fails with WROW_E_MEMORY). */
typedef void *(*wrow_allocate_function)(size_t bytes, void *user);
/* memory and bytes as they were handed out by the allocate function. */
typedef void (*wrow_release_function)(void *memory, size_t bytes, void *user);

/* All zero is the default. */
typedef struct wrow_context_options {
    uint32_t size;        /* sizeof(wrow_context_options), or 0: the layout of 0.1 */
    uint32_t backend;     /* a wrow_backend */
    int32_t device;       /* CUDA ordinal; WROW_AUTO takes the first usable from it on */
    uint32_t cpu_threads; /* 0: every core this process may use; at most 1024 */
    void *stream;         /* a cudaStream_t; NULL is the legacy default stream */
    uint32_t validate; /* 1: check where each pointer lives (also WINDROW_VALIDATE=1) */
    uint32_t reserved; /* 0 */
    wrow_allocate_function allocate; /* both or neither; they replace cudaMalloc and */
    wrow_release_function release;   /* malloc for all memory where the context works */
    void *allocator_user;
} wrow_context_options;

/*
 * wrow_context_create -- makes a context; options NULL is all defaults.
 *
 * With WROW_AUTO a machine without a usable CUDA device, or without a driver,
 * gets a CPU context. Synchronises. WROW_OK; WROW_E_ARGUMENT; WROW_E_DEVICE
 * (WROW_CUDA was asked for and there is none; the text has the driver's
 * words); WROW_E_MEMORY; WROW_E_CAPTURE. After an error *context is NULL and
 * wrow_last_error(NULL) has the sentence.
 */
WROW_API WROW_MUST_CHECK wrow_status
wrow_context_create(wrow_context **context, const wrow_context_options *options);

/* Waits for the context's work and frees it. Memory from wrow_alloc is not freed
 * with it: give it back before. NULL is ignored. */
WROW_API void wrow_context_destroy(wrow_context *context);

/*
 * wrow_context_set_stream -- later calls run on stream (a cudaStream_t), which
 * first waits for what the context queued on the old one. Ignored on the CPU.
 * WROW_OK; WROW_E_CAPTURE if either stream is being captured; WROW_E_DEVICE.
 */
WROW_API WROW_MUST_CHECK wrow_status wrow_context_set_stream(wrow_context *context,
                                                             void *stream);

/*
 * wrow_context_set_workspace -- calls work in this memory and never allocate
 * (fixed mode; wrow_alloc still does). Any alignment; owned by the caller, who keeps
 * it until the context is destroyed or given another. Its contents are
 * overwritten at once and by every call: until then no data of a call may lie in any
 * part of it (WROW_E_ARGUMENT; wrow_copy may read from it). Synchronises.
 * wrow_<verb>_workspace tells how many bytes a call needs; take the largest.
 * (NULL, 0) goes back to memory of the context's own.
 *
 * WROW_OK; WROW_E_WORKSPACE (too small for any call; the text names the
 * bytes); WROW_E_ARGUMENT; WROW_E_POINTER when validating; WROW_E_CAPTURE;
 * WROW_E_MEMORY; WROW_E_DEVICE. After an error the old workspace stays.
 */
WROW_API WROW_MUST_CHECK wrow_status wrow_context_set_workspace(wrow_context *context,
                                                                void *workspace,
                                                                size_t bytes);

/*
 * wrow_context_reserve -- grows the context's own workspace to the bytes that
 * a wrow_<verb>_workspace named, so that no later call allocates.
 * In fixed mode only compares them with those of the workspace.
 * WROW_OK; WROW_E_WORKSPACE (too small in fixed mode, or growing in a capture);
 * WROW_E_MEMORY; WROW_E_DEVICE.
 */
WROW_API WROW_MUST_CHECK wrow_status wrow_context_reserve(wrow_context *context,
                                                          size_t bytes);

/*
 * wrow_context_check -- returns and clears the first data error that has
 * reached the host, without waiting. WROW_OK if there is none; WROW_E_CAPTURE,
 * and the error is kept, if it is WROW_E_BUSY and the stream is being captured.
 */
WROW_API WROW_MUST_CHECK wrow_status wrow_context_check(wrow_context *context);

/*
 * wrow_context_synchronize -- waits for the context's work, then as
 * wrow_context_check. Synchronises. Also WROW_E_CAPTURE, WROW_E_DEVICE.
 */
WROW_API WROW_MUST_CHECK wrow_status wrow_context_synchronize(wrow_context *context);

/* The sentence of the context's last error; for NULL that of this thread's last
 * failed call without a context (wrow_context_create, wrow_<verb>_workspace). ""
 * if there was none; never NULL; valid until the next error there. */
WROW_API const char *wrow_last_error(const wrow_context *context);

/* WROW_CPU or WROW_CUDA; WROW_AUTO for NULL. */
WROW_API wrow_backend wrow_context_backend(const wrow_context *context);

/* "cpu", "cuda", "auto"; "unknown" for anything else; never NULL. */
WROW_API const char *wrow_backend_name(wrow_backend backend);

/* "NVIDIA H200", "CPU, 8 threads"; never NULL; valid as long as the context. */
WROW_API const char *wrow_context_device_name(const wrow_context *context);

/*
 * wrow_alloc -- bytes of memory where the context works, aligned to 256 bytes;
 * 0 bytes give NULL. *memory is untouched after an error.
 * WROW_OK; WROW_E_ARGUMENT; WROW_E_MEMORY; WROW_E_DEVICE.
 */
WROW_API WROW_MUST_CHECK wrow_status wrow_alloc(wrow_context *context, size_t bytes,
                                                void **memory);

/* Gives back what wrow_alloc gave; NULL is ignored. Synchronises on CUDA, so
 * that no queued work still uses it. WROW_OK; WROW_E_ARGUMENT (not from this
 * context's wrow_alloc, or the workspace lies in it); WROW_E_CAPTURE; WROW_E_DEVICE. */
WROW_API WROW_MUST_CHECK wrow_status wrow_free(wrow_context *context, void *memory);

/*
 * wrow_copy -- bytes from source to target, each host memory or memory of the
 * context, after all work queued before. An overlap, or a target in the workspace of
 * fixed mode, is WROW_E_ARGUMENT.
 * Synchronises: on return the copy is done. WROW_OK; WROW_E_ARGUMENT; WROW_E_CAPTURE;
 * WROW_E_DEVICE (target unspecified).
 */
WROW_API WROW_MUST_CHECK wrow_status wrow_copy(wrow_context *context, void *target,
                                               const void *source, size_t bytes);

/*
 * wrow_fill -- target[0 .. count-1] = *value; value is one element of type in
 * host memory, read before the call returns. target lives where the context
 * works, aligned to the element, outside the workspace. WROW_OK; WROW_E_ARGUMENT;
 * WROW_E_TYPE (not a type); WROW_E_POINTER; WROW_E_DEVICE.
 */
WROW_API WROW_MUST_CHECK wrow_status wrow_fill(wrow_context *context, void *target,
                                               const void *value, wrow_type type,
                                               size_t count);

#endif
