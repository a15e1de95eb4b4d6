/*
 * schedule.c -- runs what is queued, one operation at a time, as late as it can: only
 * when a call waits, and then in a seeded order among the heads of the streams that may
 * go. What a host program reads or releases too early is therefore really not there.
 */
#include "fake_cuda.h"
#include "fake_internal.h"
#include <stdio.h>
#include <stdlib.h>

struct work *fake_work(const struct work_kind *kind)
{
    struct work *const work = fake_need(calloc(1, sizeof *work));
    work->kind = kind;
    work->references = 1;
    return work;
}

void fake_work_drop(struct work *work)
{
    if (--work->references)
        return;
    if (work->kind->drop)
        work->kind->drop(work);
    free(work);
}

void fake_queue(struct CUstream_st *stream, struct work *work)
{
    struct entry *const entry = fake_need(calloc(1, sizeof *entry));
    entry->work = work;
    entry->order = ++fake.orders;
    if (work->kind == &fake_replay)
        entry->turn = work->of.replay->launched++;
    if (stream->last)
        stream->last->next = entry;
    else
        stream->first = entry;
    stream->last = entry;
}

static void pop(struct CUstream_st *stream)
{
    struct entry *const entry = stream->first;
    stream->first = entry->next;
    if (!stream->first)
        stream->last = NULL;
    fake_work_drop(entry->work);
    free(entry->done);
    free(entry);
}

void fake_drop_queues(void)
{
    for (struct CUstream_st *s = fake_stream_after(NULL); s; s = fake_stream_after(s))
        while (s->first)
            pop(s);
}

/* Work that is queued on a lost device never runs, nor does anything wait for it. */
void fake_lose(cudaError_t error)
{
    fake.lost = error;
    fake_drop_queues();
}

/* The legacy stream waits for all earlier work of the blocking streams of its device,
 * and they wait for its own; queues are in order, so that their heads tell. */
static bool ordered(const struct CUstream_st *a, const struct CUstream_st *b)
{
    return a->device == b->device &&
           ((a->legacy && b->blocking) || (a->blocking && b->legacy));
}

static bool may_go(const struct CUstream_st *stream)
{
    const struct entry *const head = stream->first;
    if (!head || (head->work->kind->ready && !head->work->kind->ready(head)))
        return false;
    for (const struct CUstream_st *s = fake_stream_after(NULL); s;
         s = fake_stream_after(s))
        if (ordered(stream, s) && s->first && s->first->order < head->order)
            return false;
    return true;
}

static void run_head(struct CUstream_st *stream)
{
    const cudaError_t error = stream->first->work->kind->run(stream->first);
    ++fake.clock;
    if (error != cudaSuccess)
        fake_lose(error);
    else if (!stream->first->left)
        pop(stream);
}

bool fake_step(void)
{
    size_t candidates = 0;
    for (struct CUstream_st *s = fake_stream_after(NULL); s; s = fake_stream_after(s))
        candidates += may_go(s);
    if (!candidates)
        return false;
    size_t chosen = (size_t)(fake_random() % candidates);
    for (struct CUstream_st *s = fake_stream_after(NULL); s; s = fake_stream_after(s))
        if (may_go(s) && chosen-- == 0) {
            run_head(s);
            break;
        }
    return true;
}

/* Every wait is for something that was queued earlier: somebody can always go. */
static void step(void)
{
    if (!fake_step()) {
        (void)fputs("fake CUDA: nothing that is queued may run\n", stderr);
        abort();
    }
}

cudaError_t fake_wait_stream(const struct CUstream_st *stream)
{
    while (!fake.lost && stream->first)
        step();
    return fake.lost;
}

cudaError_t fake_wait_mark(const struct mark *mark)
{
    while (!fake.lost && !mark->done)
        step();
    return fake.lost;
}

cudaError_t fake_wait_device(int device)
{
    for (struct CUstream_st *s = fake_stream_after(NULL); s; s = fake_stream_after(s))
        if (s->device == device)
            FAKE_TRY(fake_wait_stream(s));
    return fake.lost;
}

/* A node that is a graph itself takes all of its steps at once. */
cudaError_t fake_run_whole(struct work *work)
{
    struct entry entry = {.work = work};
    cudaError_t error;
    do
        error = work->kind->run(&entry);
    while (error == cudaSuccess && entry.left);
    free(entry.done);
    return error;
}

size_t fake_cuda_pending(void)
{
    size_t count = 0;
    fake_lock();
    for (struct CUstream_st *s = fake_stream_after(NULL); s; s = fake_stream_after(s))
        for (const struct entry *e = s->first; e; e = e->next)
            ++count;
    fake_unlock();
    return count;
}
