/*
 * fake_internal.h -- the state of the fake runtime and what its files call of each
 * other. Everything below runs under one lock, which every call of the runtime holds
 * from fake_enter to fake_leave.
 */
#ifndef FAKE_INTERNAL_H
#define FAKE_INTERNAL_H

#include "cuda_runtime_api.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FAKE_DEVICES_MAX = 8,
    FAKE_THREADS_MAX = 1024,
    FAKE_SHARED = 48 << 10, /* without cudaFuncSetAttribute */
    FAKE_SHARED_MOST = 227 << 10
};

/* The executor; a test of this folder brings stubs. */
size_t simt_argument_bytes(const void *kernel);
bool simt_run(const void *kernel, unsigned grid, unsigned block, size_t shared_bytes,
              const void *argument);

/* Numbers of nodes, without repetition. */
struct node_set {
    size_t *at;
    size_t count;
};

/* What is to be done, by a stream or by a node of a graph; shared, hence counted. */
struct work {
    const struct work_kind *kind;
    unsigned references;
    union {
        struct kernel_work {
            const void *function;
            unsigned grid, block;
            size_t shared_bytes;
            void *argument;
        } kernel;
        struct copy_work { /* or a set, which has no source */
            void *target;
            const void *source;
            size_t bytes;
            void *staged; /* our copy of a pageable source */
            bool target_pageable, source_pageable;
            int value;
        } copy;
        struct mark *mark;
        struct node_list *child;
        struct CUgraphExec_st *replay;
    } of;
};

/* Work in a stream. A graph takes one step a node and is over when none is left. */
struct entry {
    struct work *work;
    struct entry *next;
    uint64_t order; /* of all entries */
    uint64_t turn;  /* of all launches of one instance */
    bool *done;
    size_t left;
};

struct work_kind {
    cudaError_t (*run)(struct entry *entry);
    bool (*ready)(const struct entry *entry); /* NULL: always */
    void (*drop)(struct work *work);
};
extern const struct work_kind fake_record, fake_wait, fake_child, fake_replay;

/* One record of an event; a wait keeps the record it saw when it was called. */
struct mark {
    unsigned references;
    bool done;
    uint64_t time;
    uint64_t capture; /* its number, 0 outside of one */
    struct node_set after;
};

struct node {
    struct work *work;
    struct node_set after;
};

struct node_list {
    unsigned references;
    size_t count;
    struct node *nodes;
};

enum handle_type {
    HANDLE_STREAM,
    HANDLE_EVENT,
    HANDLE_GRAPH,
    HANDLE_REPLAY,
    HANDLE_TYPES
};

struct handle { /* the first member of each of them */
    struct handle *next;
};

struct CUstream_st {
    struct handle handle;
    int device;
    bool legacy, blocking; /* a blocking stream orders with the legacy one */
    struct entry *first, *last;
    struct capture *capture;
    struct node_set after; /* what its next node depends on */
};

struct CUevent_st {
    struct handle handle;
    int device;
    bool timed;
    struct mark *mark;
};

struct CUgraph_st {
    struct handle handle;
    struct node_list *list;
};

struct CUgraphExec_st {
    struct handle handle;
    unsigned references;
    struct node_list *list;
    uint64_t launched, finished;
};

struct capture {
    struct capture *next;
    uint64_t number;
    enum cudaStreamCaptureMode mode;
    const void *thread;
    struct CUstream_st *origin;
    bool invalid;
    struct node_list *list;
};

struct allocation {
    struct allocation *next;
    unsigned char *data;  /* a canary's length into the block */
    size_t bytes, behind; /* behind: of the second canary, which ends the block */
    enum cudaMemoryType type;
    int device;
};

struct fake_thread {
    cudaError_t error;
    int device;
    enum cudaStreamCaptureMode mode;
};

struct fake {
    uint64_t random;
    uint64_t calls, fail_in;
    cudaError_t fail_with, lost; /* lost: what every call returns from now on */
    int devices, multiprocessors;
    uint64_t orders, clock, captures_begun;
    struct CUstream_st legacy[FAKE_DEVICES_MAX];
    struct handle *handles[HANDLE_TYPES];
    struct capture *captures;
};
extern struct fake fake;

/* error.c */
cudaError_t fake_enter(void);
cudaError_t fake_leave(cudaError_t error);
void fake_lock(void);
void fake_unlock(void);
struct fake_thread *fake_thread(void);
uint64_t fake_random(void);
void *fake_need(void *memory); /* the fake itself never runs out of memory */

/* The body of a call that can fail. */
#define FAKE_CALL(expression)                                                            \
    do {                                                                                 \
        cudaError_t error_ = fake_enter();                                               \
        if (error_ == cudaSuccess)                                                       \
            error_ = (expression);                                                       \
        return fake_leave(error_);                                                       \
    } while (0)

#define FAKE_TRY(expression)                                                             \
    do {                                                                                 \
        const cudaError_t error_ = (expression);                                         \
        if (error_ != cudaSuccess)                                                       \
            return error_;                                                               \
    } while (0)

/* handle.c */
void fake_add(enum handle_type type, struct handle *handle);
bool fake_is(enum handle_type type, const void *handle);
void fake_remove(enum handle_type type, struct handle *handle);
void fake_set_add(struct node_set *set, size_t node);
void fake_set_join(struct node_set *set, const struct node_set *other);
void fake_set_clear(struct node_set *set);

/* allocation.c */
struct allocation *fake_allocate(size_t bytes, enum cudaMemoryType type, int device);
void fake_release(struct allocation **at);
struct allocation **fake_find(const void *at); /* what holds this byte, or the end */
bool fake_is_damaged(const struct allocation *a, const char *when); /* only to release */
size_t fake_canaries(const char *when);         /* how many are damaged, each told once */
enum cudaMemoryType fake_type(const void *at);  /* Unregistered: pageable, or nothing */
bool fake_inside(const void *at, size_t bytes); /* not across the end of an allocation */
size_t fake_memory_used(enum cudaMemoryType type, int device);
size_t fake_memory_limit(void);
void fake_memory_reset(void);

/* schedule.c */
void fake_lose(cudaError_t error);
void fake_queue(struct CUstream_st *stream, struct work *work);
struct work *fake_work(const struct work_kind *kind);
void fake_work_drop(struct work *work);
cudaError_t fake_run_whole(struct work *work);
bool fake_step(void); /* false: nothing may go */
cudaError_t fake_wait_stream(const struct CUstream_st *stream);
cudaError_t fake_wait_device(int device);
cudaError_t fake_wait_mark(const struct mark *mark);
void fake_drop_queues(void);

/* stream.c: the stream that a handle means, and whether work may be put there */
struct CUstream_st *fake_stream_after(const struct CUstream_st *stream); /* NULL: first */
cudaError_t fake_stream_of(cudaStream_t handle, struct CUstream_st **stream);
cudaError_t fake_stream_for_work(cudaStream_t handle, struct CUstream_st **stream);
void fake_submit(struct CUstream_st *stream, struct work *work);
void fake_stream_free(struct handle *handle);

/* event.c */
void fake_mark_drop(struct mark *mark);
void fake_event_free(struct handle *handle);

/* capture.c */
cudaError_t fake_refuse_unsafe(void);
cudaError_t fake_refuse_device(int device);
cudaError_t fake_refuse_implicit(const struct CUstream_st *stream, bool invalidate);
cudaError_t fake_refuse_captured(const struct CUstream_st *stream);
struct capture *fake_capture_numbered(uint64_t number);
cudaError_t fake_join(struct CUstream_st *stream, const struct mark *mark);
void fake_captures_reset(void);

/* graph.c */
struct node_list *fake_list(void);
void fake_list_add(struct node_list *list, struct work *work, struct node_set *after);
bool fake_list_covers(const struct node_list *list, const struct node_set *last,
                      const struct node_set *wanted);
void fake_list_drop(struct node_list *list);
void fake_graph_free(struct handle *handle);
void fake_replay_free(struct handle *handle);

/* launch.c */
size_t fake_shared_limit(const void *kernel); /* dynamic, of a block */
void fake_launch_reset(void);

#endif
