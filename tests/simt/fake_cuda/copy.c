/* copy.c -- copies and sets. Pageable memory follows the runtime's rule: a source is
 * read before the call returns, a target is written before it does. In a capture the
 * copy is a node, which reads and writes when it is replayed. */
#include "fake_internal.h"
#include <stdlib.h>
#include <string.h>

static bool pageable(const void *at)
{
    return fake_type(at) == cudaMemoryTypeUnregistered;
}

/* Asked again when it runs: a graph may outlive its buffers. */
static bool reaches(const void *at, size_t bytes, bool was_pageable)
{
    return pageable(at) == was_pageable && fake_inside(at, bytes);
}

static cudaError_t run_copy(struct entry *entry)
{
    const struct copy_work *const copy = &entry->work->of.copy;
    if (!reaches(copy->target, copy->bytes, copy->target_pageable) ||
        (!copy->staged && !reaches(copy->source, copy->bytes, copy->source_pageable)))
        return cudaErrorIllegalAddress;
    memmove(copy->target, copy->staged ? copy->staged : copy->source, copy->bytes);
    return cudaSuccess;
}

static cudaError_t run_set(struct entry *entry)
{
    const struct copy_work *const set = &entry->work->of.copy;
    if (!reaches(set->target, set->bytes, false))
        return cudaErrorIllegalAddress;
    memset(set->target, set->value, set->bytes);
    return cudaSuccess;
}

static void drop_copy(struct work *work)
{
    free(work->of.copy.staged);
}

static const struct work_kind copy_kind = {run_copy, NULL, drop_copy};
static const struct work_kind set_kind = {run_set, NULL, NULL};

/* A host side is not a device's memory; a device side is memory that a device sees. */
static cudaError_t check_copy(const void *target, const void *source, size_t bytes,
                              enum cudaMemcpyKind kind)
{
    const unsigned way = (unsigned)kind;
    if (way > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    const bool to_device = way & 1, from_device = way & 2, any = way == cudaMemcpyDefault;
    if (!bytes)
        return cudaSuccess;
    if (!target || !source || !fake_inside(target, bytes) || !fake_inside(source, bytes))
        return cudaErrorInvalidValue;
    if (any)
        return cudaSuccess;
    if (to_device ? pageable(target) : fake_type(target) == cudaMemoryTypeDevice)
        return cudaErrorInvalidValue;
    if (from_device ? pageable(source) : fake_type(source) == cudaMemoryTypeDevice)
        return cudaErrorInvalidValue;
    return cudaSuccess;
}

static struct work *copy_work(void *target, const void *source, size_t bytes, bool stage)
{
    struct work *const work = fake_work(&copy_kind);
    struct copy_work *const copy = &work->of.copy;
    *copy = (struct copy_work){.target = target, .source = source, .bytes = bytes};
    copy->target_pageable = pageable(target);
    copy->source_pageable = pageable(source);
    if (stage && copy->source_pageable) {
        copy->staged = fake_need(malloc(bytes));
        memcpy(copy->staged, source, bytes);
    }
    return work;
}

static cudaError_t copy_async(void *target, const void *source, size_t bytes,
                              enum cudaMemcpyKind kind, cudaStream_t handle, bool wait)
{
    struct CUstream_st *stream;
    FAKE_TRY(fake_stream_for_work(handle, &stream));
    FAKE_TRY(check_copy(target, source, bytes, kind));
    const bool captured = stream->capture != NULL;
    if (bytes) {
        fake_submit(stream, copy_work(target, source, bytes, !captured));
        wait |= pageable(target);
    }
    return wait && !captured ? fake_wait_stream(stream) : cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void *target, const void *source, size_t bytes,
                            enum cudaMemcpyKind kind, cudaStream_t stream)
{
    FAKE_CALL(copy_async(target, source, bytes, kind, stream, false));
}

static cudaError_t copy_now(void *target, const void *source, size_t bytes,
                            enum cudaMemcpyKind kind)
{
    struct CUstream_st *legacy;
    FAKE_TRY(fake_stream_for_work(NULL, &legacy));
    FAKE_TRY(fake_refuse_unsafe());
    return copy_async(target, source, bytes, kind, NULL, true);
}

cudaError_t cudaMemcpy(void *target, const void *source, size_t bytes,
                       enum cudaMemcpyKind kind)
{
    FAKE_CALL(copy_now(target, source, bytes, kind));
}

static cudaError_t set_async(void *target, int value, size_t bytes, cudaStream_t handle,
                             bool wait)
{
    struct CUstream_st *stream;
    FAKE_TRY(fake_stream_for_work(handle, &stream));
    if (bytes && (!target || !reaches(target, bytes, false)))
        return cudaErrorInvalidValue;
    if (bytes) {
        struct work *const work = fake_work(&set_kind);
        work->of.copy =
            (struct copy_work){.target = target, .bytes = bytes, .value = value};
        fake_submit(stream, work);
    }
    return wait ? fake_wait_stream(stream) : cudaSuccess;
}

cudaError_t cudaMemsetAsync(void *target, int value, size_t bytes, cudaStream_t stream)
{
    FAKE_CALL(set_async(target, value, bytes, stream, false));
}

static cudaError_t set_now(void *target, int value, size_t bytes)
{
    struct CUstream_st *legacy;
    FAKE_TRY(fake_stream_for_work(NULL, &legacy));
    FAKE_TRY(fake_refuse_unsafe());
    return set_async(target, value, bytes, NULL, true);
}

cudaError_t cudaMemset(void *target, int value, size_t bytes)
{
    FAKE_CALL(set_now(target, value, bytes));
}
