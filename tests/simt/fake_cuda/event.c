/* event.c -- events. Each record is a mark of its own, since a wait is for the record
 * that it saw, whatever the event is used for afterwards. */
#include "fake_internal.h"
#include <stdlib.h>

static const float TICK_MILLISECONDS = 0.001f; /* of one operation */

void fake_mark_drop(struct mark *mark)
{
    if (!mark || --mark->references)
        return;
    fake_set_clear(&mark->after);
    free(mark);
}

static void drop_mark(struct work *work)
{
    fake_mark_drop(work->of.mark);
}

static cudaError_t run_record(struct entry *entry)
{
    entry->work->of.mark->done = true;
    entry->work->of.mark->time = fake.clock;
    return cudaSuccess;
}

static cudaError_t run_wait(struct entry *entry)
{
    (void)entry;
    return cudaSuccess;
}

static bool recorded(const struct entry *entry)
{
    return entry->work->of.mark->done;
}

const struct work_kind fake_record = {run_record, NULL, drop_mark};
const struct work_kind fake_wait = {run_wait, recorded, drop_mark};

static void queue_mark(struct CUstream_st *stream, const struct work_kind *kind,
                       struct mark *mark)
{
    struct work *const work = fake_work(kind);
    ++mark->references;
    work->of.mark = mark;
    fake_queue(stream, work);
}

static cudaError_t create(cudaEvent_t *to, unsigned flags)
{
    if (!to || flags & ~(cudaEventBlockingSync | cudaEventDisableTiming))
        return cudaErrorInvalidValue;
    if (!fake.devices)
        return cudaErrorNoDevice;
    struct CUevent_st *const event = fake_need(calloc(1, sizeof *event));
    event->device = fake_thread()->device;
    event->timed = !(flags & cudaEventDisableTiming);
    fake_add(HANDLE_EVENT, &event->handle);
    *to = event;
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    FAKE_CALL(create(event, cudaEventDefault));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
    FAKE_CALL(create(event, flags));
}

void fake_event_free(struct handle *handle)
{
    struct CUevent_st *const event = (struct CUevent_st *)handle;
    fake_mark_drop(event->mark);
    free(event);
}

/* Waits and records that are queued keep their mark: nothing has to be waited for. */
static cudaError_t destroy(cudaEvent_t event)
{
    if (!fake_is(HANDLE_EVENT, event))
        return cudaErrorInvalidResourceHandle;
    fake_remove(HANDLE_EVENT, &event->handle);
    fake_event_free(&event->handle);
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    FAKE_CALL(destroy(event));
}

static cudaError_t record(cudaEvent_t event, cudaStream_t handle)
{
    struct CUstream_st *stream;
    if (!fake_is(HANDLE_EVENT, event))
        return cudaErrorInvalidResourceHandle;
    FAKE_TRY(fake_stream_for_work(handle, &stream));
    if (stream->device != event->device)
        return cudaErrorInvalidResourceHandle;
    struct mark *const mark = fake_need(calloc(1, sizeof *mark));
    mark->references = 1;
    if (stream->capture) {
        mark->capture = stream->capture->number;
        fake_set_join(&mark->after, &stream->after);
    } else {
        queue_mark(stream, &fake_record, mark);
    }
    fake_mark_drop(event->mark);
    event->mark = mark;
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    FAKE_CALL(record(event, stream));
}

static cudaError_t wait_for(cudaStream_t handle, cudaEvent_t event, unsigned flags)
{
    struct CUstream_st *stream;
    if (!fake_is(HANDLE_EVENT, event))
        return cudaErrorInvalidResourceHandle;
    if (flags)
        return cudaErrorInvalidValue;
    FAKE_TRY(fake_stream_for_work(handle, &stream));
    if (event->mark && event->mark->capture)
        return fake_join(stream, event->mark);
    if (stream->capture) {
        stream->capture->invalid = true;
        return cudaErrorStreamCaptureIsolation;
    }
    if (event->mark)
        queue_mark(stream, &fake_wait, event->mark);
    return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned int flags)
{
    FAKE_CALL(wait_for(stream, event, flags));
}

/* The mark that a question is about, NULL if the event was never recorded. */
static cudaError_t askable(cudaEvent_t event, const struct mark **mark)
{
    if (!fake_is(HANDLE_EVENT, event))
        return cudaErrorInvalidResourceHandle;
    *mark = event->mark;
    if (!event->mark || !event->mark->capture)
        return cudaSuccess;
    struct capture *const capture = fake_capture_numbered(event->mark->capture);
    if (capture)
        capture->invalid = true;
    return cudaErrorCapturedEvent;
}

static cudaError_t synchronize(cudaEvent_t event)
{
    const struct mark *mark;
    FAKE_TRY(askable(event, &mark));
    return mark ? fake_wait_mark(mark) : cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    FAKE_CALL(synchronize(event));
}

static cudaError_t query(cudaEvent_t event)
{
    const struct mark *mark;
    FAKE_TRY(askable(event, &mark));
    FAKE_TRY(fake_refuse_unsafe());
    if (!mark || mark->done)
        return cudaSuccess;
    (void)fake_step();
    return fake.lost ? fake.lost : cudaErrorNotReady;
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    FAKE_CALL(query(event));
}

static cudaError_t elapsed(float *milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    const struct mark *from, *to;
    if (!milliseconds)
        return cudaErrorInvalidValue;
    FAKE_TRY(askable(start, &from));
    FAKE_TRY(askable(end, &to));
    if (!from || !to || !start->timed || !end->timed)
        return cudaErrorInvalidResourceHandle;
    if (!from->done || !to->done)
        return cudaErrorNotReady;
    *milliseconds = (float)((double)to->time - (double)from->time) * TICK_MILLISECONDS;
    return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    FAKE_CALL(elapsed(milliseconds, start, end));
}
