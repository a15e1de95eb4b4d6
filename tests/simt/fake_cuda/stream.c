/* stream.c -- streams: what a handle means, and what may be asked of it. */
#include "fake_cuda.h"
#include "fake_internal.h"
#include <stdlib.h>

static struct CUstream_st *legacy_of(int device)
{
    fake.legacy[device].device = device;
    fake.legacy[device].legacy = true;
    return &fake.legacy[device];
}

struct CUstream_st *fake_stream_after(const struct CUstream_st *stream)
{
    if (!stream)
        return legacy_of(0);
    if (!stream->legacy)
        return (struct CUstream_st *)stream->handle.next;
    if (stream->device + 1 < FAKE_DEVICES_MAX)
        return legacy_of(stream->device + 1);
    return (struct CUstream_st *)fake.handles[HANDLE_STREAM];
}

cudaError_t fake_stream_of(cudaStream_t handle, struct CUstream_st **stream)
{
    if (!fake.devices)
        return cudaErrorNoDevice;
    const bool legacy = !handle || handle == cudaStreamLegacy;
    if (!legacy && !fake_is(HANDLE_STREAM, handle))
        return cudaErrorInvalidResourceHandle;
    *stream = legacy ? legacy_of(fake_thread()->device) : handle;
    return cudaSuccess;
}

cudaError_t fake_stream_for_work(cudaStream_t handle, struct CUstream_st **stream)
{
    FAKE_TRY(fake_stream_of(handle, stream));
    if ((*stream)->capture && (*stream)->capture->invalid)
        return cudaErrorStreamCaptureInvalidated;
    return fake_refuse_implicit(*stream, true);
}

void fake_submit(struct CUstream_st *stream, struct work *work)
{
    if (stream->capture)
        fake_list_add(stream->capture->list, work, &stream->after);
    else
        fake_queue(stream, work);
}

static cudaError_t create(cudaStream_t *to, unsigned flags)
{
    if (!to || flags & ~cudaStreamNonBlocking)
        return cudaErrorInvalidValue;
    if (!fake.devices)
        return cudaErrorNoDevice;
    struct CUstream_st *const stream = fake_need(calloc(1, sizeof *stream));
    stream->device = fake_thread()->device;
    stream->blocking = flags != cudaStreamNonBlocking;
    fake_add(HANDLE_STREAM, &stream->handle);
    *to = stream;
    return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    FAKE_CALL(create(stream, cudaStreamDefault));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
    FAKE_CALL(create(stream, flags));
}

void fake_stream_free(struct handle *handle)
{
    struct CUstream_st *const stream = (struct CUstream_st *)handle;
    fake_set_clear(&stream->after);
    free(stream);
}

/* Not the legacy stream, which is nobody's to destroy. */
static cudaError_t destroy(cudaStream_t handle)
{
    if (!fake_is(HANDLE_STREAM, handle))
        return cudaErrorInvalidResourceHandle;
    FAKE_TRY(fake_refuse_captured(handle));
    FAKE_TRY(fake_wait_stream(handle));
    fake_remove(HANDLE_STREAM, &handle->handle);
    fake_stream_free(&handle->handle);
    return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    FAKE_CALL(destroy(stream));
}

/* A stream that is captured, or would order with one that is, has nothing to tell. */
static cudaError_t askable(cudaStream_t handle, struct CUstream_st **stream)
{
    FAKE_TRY(fake_stream_of(handle, stream));
    FAKE_TRY(fake_refuse_captured(*stream));
    return fake_refuse_implicit(*stream, true);
}

static cudaError_t synchronize(cudaStream_t handle)
{
    struct CUstream_st *stream;
    FAKE_TRY(askable(handle, &stream));
    return fake_wait_stream(stream);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    FAKE_CALL(synchronize(stream));
}

/* One step a question, so that a loop of questions ends. */
static cudaError_t query(cudaStream_t handle)
{
    struct CUstream_st *stream;
    FAKE_TRY(askable(handle, &stream));
    if (!stream->first)
        return cudaSuccess;
    (void)fake_step();
    return fake.lost ? fake.lost : cudaErrorNotReady;
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    FAKE_CALL(query(stream));
}
