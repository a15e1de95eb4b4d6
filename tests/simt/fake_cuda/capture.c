/* capture.c -- streams that record instead of queueing, and what may not be called
 * meanwhile. A call that is refused because of a capture also ends that capture's hope:
 * it stays until it is ended, and gives no graph. */
#include "fake_internal.h"
#include <stdlib.h>

struct capture *fake_capture_numbered(uint64_t number)
{
    struct capture *c = fake.captures;
    while (c && c->number != number)
        c = c->next;
    return c;
}

/* Calls such as an allocation are unsafe in a capture of this thread, and in one of
 * another thread if both sides say "global"; "relaxed" on either side allows them. */
static bool prohibits(const struct capture *c)
{
    const enum cudaStreamCaptureMode mode = fake_thread()->mode;
    if (mode == cudaStreamCaptureModeRelaxed || c->mode == cudaStreamCaptureModeRelaxed)
        return false;
    return c->thread == fake_thread() || (mode == cudaStreamCaptureModeGlobal &&
                                          c->mode == cudaStreamCaptureModeGlobal);
}

cudaError_t fake_refuse_unsafe(void)
{
    cudaError_t error = cudaSuccess;
    for (struct capture *c = fake.captures; c; c = c->next)
        if (prohibits(c)) {
            c->invalid = true;
            error = cudaErrorStreamCaptureUnsupported;
        }
    return error;
}

/* A device is waited for with all of its streams, captured ones included. */
cudaError_t fake_refuse_device(int device)
{
    cudaError_t error = cudaSuccess;
    for (struct CUstream_st *s = fake_stream_after(NULL); s; s = fake_stream_after(s))
        if (s->capture && s->device == device) {
            s->capture->invalid = true;
            error = cudaErrorStreamCaptureUnsupported;
        }
    return error;
}

cudaError_t fake_refuse_implicit(const struct CUstream_st *stream, bool invalidate)
{
    cudaError_t error = cudaSuccess;
    if (!stream->legacy)
        return cudaSuccess;
    for (struct CUstream_st *s = fake_stream_after(NULL); s; s = fake_stream_after(s))
        if (s->capture && s->blocking && s->device == stream->device) {
            s->capture->invalid |= invalidate;
            error = cudaErrorStreamCaptureImplicit;
        }
    return error;
}

cudaError_t fake_refuse_captured(const struct CUstream_st *stream)
{
    if (!stream->capture)
        return cudaSuccess;
    if (stream->capture->invalid)
        return cudaErrorStreamCaptureInvalidated;
    stream->capture->invalid = true;
    return cudaErrorStreamCaptureUnsupported;
}

static cudaError_t begin(cudaStream_t handle, enum cudaStreamCaptureMode mode)
{
    struct CUstream_st *stream;
    FAKE_TRY(fake_stream_of(handle, &stream));
    if ((unsigned)mode > cudaStreamCaptureModeRelaxed)
        return cudaErrorInvalidValue;
    if (stream->legacy)
        return cudaErrorStreamCaptureUnsupported;
    if (stream->capture)
        return cudaErrorIllegalState;
    struct capture *const c = fake_need(calloc(1, sizeof *c));
    *c = (struct capture){.next = fake.captures,
                          .number = ++fake.captures_begun,
                          .mode = mode,
                          .thread = fake_thread(),
                          .origin = stream,
                          .list = fake_list()};
    fake.captures = c;
    stream->capture = c;
    return cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
    FAKE_CALL(begin(stream, mode));
}

static cudaError_t join_problem(const struct CUstream_st *stream, const struct capture *c)
{
    if (!c)
        return cudaErrorCapturedEvent;
    if (c->invalid)
        return cudaErrorStreamCaptureInvalidated;
    if (stream->legacy)
        return cudaErrorStreamCaptureUnsupported;
    return stream->capture && stream->capture != c ? cudaErrorStreamCaptureMerge
                                                   : cudaSuccess;
}

/* A wait for a captured event takes the stream into the capture. */
cudaError_t fake_join(struct CUstream_st *stream, const struct mark *mark)
{
    struct capture *const c = fake_capture_numbered(mark->capture);
    const cudaError_t problem = join_problem(stream, c);
    if (problem != cudaSuccess) {
        if (c)
            c->invalid = true;
        if (stream->capture)
            stream->capture->invalid = true;
        return problem;
    }
    stream->capture = c;
    fake_set_join(&stream->after, &mark->after);
    return cudaSuccess;
}

static bool all_joined(const struct capture *c)
{
    for (struct CUstream_st *s = fake_stream_after(NULL); s; s = fake_stream_after(s))
        if (s->capture == c && !fake_list_covers(c->list, &c->origin->after, &s->after))
            return false;
    return true;
}

static void finish(struct capture *c)
{
    struct capture **at = &fake.captures;
    for (struct CUstream_st *s = fake_stream_after(NULL); s; s = fake_stream_after(s))
        if (s->capture == c) {
            s->capture = NULL;
            fake_set_clear(&s->after);
        }
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    fake_list_drop(c->list);
    free(c);
}

void fake_captures_reset(void)
{
    while (fake.captures)
        finish(fake.captures);
}

static cudaError_t end(cudaStream_t handle, cudaGraph_t *to)
{
    struct CUstream_st *stream;
    if (!to)
        return cudaErrorInvalidValue;
    FAKE_TRY(fake_stream_of(handle, &stream));
    struct capture *const c = stream->capture;
    if (!c)
        return cudaErrorIllegalState;
    if (c->origin != stream) {
        c->invalid = true;
        return cudaErrorStreamCaptureUnmatched;
    }
    if (c->mode != cudaStreamCaptureModeRelaxed && c->thread != fake_thread())
        return cudaErrorStreamCaptureWrongThread;
    *to = NULL;
    const cudaError_t error = c->invalid       ? cudaErrorStreamCaptureInvalidated
                              : !all_joined(c) ? cudaErrorStreamCaptureUnjoined
                                               : cudaSuccess;
    if (error == cudaSuccess) {
        struct CUgraph_st *const graph = fake_need(calloc(1, sizeof *graph));
        graph->list = c->list;
        ++c->list->references;
        fake_add(HANDLE_GRAPH, &graph->handle);
        *to = graph;
    }
    finish(c);
    return error;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    FAKE_CALL(end(stream, graph));
}

/* Asking the legacy stream is refused, but harms no capture. */
static cudaError_t tell_status(cudaStream_t handle, enum cudaStreamCaptureStatus *status)
{
    struct CUstream_st *stream;
    if (!status)
        return cudaErrorInvalidValue;
    FAKE_TRY(fake_stream_of(handle, &stream));
    FAKE_TRY(fake_refuse_implicit(stream, false));
    *status = !stream->capture           ? cudaStreamCaptureStatusNone
              : stream->capture->invalid ? cudaStreamCaptureStatusInvalidated
                                         : cudaStreamCaptureStatusActive;
    return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream,
                                  enum cudaStreamCaptureStatus *status)
{
    FAKE_CALL(tell_status(stream, status));
}

static cudaError_t exchange(enum cudaStreamCaptureMode *mode)
{
    if (!mode || (unsigned)*mode > cudaStreamCaptureModeRelaxed)
        return cudaErrorInvalidValue;
    const enum cudaStreamCaptureMode old = fake_thread()->mode;
    fake_thread()->mode = *mode;
    *mode = old;
    return cudaSuccess;
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
    FAKE_CALL(exchange(mode));
}
