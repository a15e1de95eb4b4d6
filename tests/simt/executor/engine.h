/* engine.h -- what the files of the executor share: the launch that is running. One at
 * a time, on one host thread. */
#ifndef WINDROW_TESTS_EXECUTOR_ENGINE_H
#define WINDROW_TESTS_EXECUTOR_ENGINE_H

#include "fibre.h"
#include "schedule.h"
#include "words.h"

enum { WARP = 32, WARPS_MAX = 32 };

enum thread_state { READY, AT_BARRIER, IN_WARP, EXITED };

struct thread {
    struct simt_thread self; /* first: simt_now points at it */
    struct fibre fibre;
    struct block *block;
    uint32_t agent;
    enum thread_state state;
    struct simt_place place; /* of the last word */
    /* In a warp's collective: */
    enum simt_collective what;
    uint32_t mask, source;
    uint32_t value_bytes;
    unsigned char value[SIMT_VALUE_BYTES];
    void *result;
    uint32_t groups; /* of bulk stores, committed so far */
};

/* A resident block. */
struct block {
    struct thread *threads;
    uint32_t live;    /* threads that have not exited */
    uint32_t waiting; /* at the barrier */
    struct arena *arena;
    struct {
        uint32_t waiting, exited; /* a bit a lane */
    } warps[WARPS_MAX];
};

struct launch {
    struct simt_kernel *kernel;
    const void *argument;
    uint32_t blocks, threads;
    size_t shared_bytes;
    uint32_t resident; /* slots */
    uint32_t started;  /* blocks so far */
    uint32_t ended;
    uint32_t *dispatch; /* the order in which blocks start */
    uint64_t steps, step_limit, slept_ns;
    struct simt_schedule schedule;
    uint64_t seed; /* of this launch */
    struct chooser chooser;
    bool failed;
    struct block *block; /* [resident] */
    struct thread *now;
    struct fibre host;
};
extern struct launch simt_launch;

/* registry.c */
void simt_next_schedule(struct simt_schedule *schedule, uint64_t *seed,
                        uint64_t *step_limit);
/* Records it; returns to the host only. */
void simt_fail_deadlock(void);
/* Records why a launch does not even begin. */
void simt_refuse(const char *kernel, const char *what);

/* From a fibre: the launch goes on, or ends, on the host's stack. */
void simt_to_host(void);
/* Step: lets others go; comes back when this thread is ready and chosen. */
void simt_pause(struct simt_place place);
/* A thread that waits, or no longer. */
void simt_state(struct thread *thread, enum thread_state state);
/* After a thread of the block has exited: nobody may wait for it. */
void simt_check_exit(const struct block *block, const struct thread *gone);

enum { SHARED_MAX = 227 * 1024 }; /* of a block */

/* arena.c: shared memory of a block, kept and used again. */
struct arena *arena_make(void);
void arena_start(struct arena *arena, size_t dynamic_bytes);
/* Whether all of it lies in what the block has been given. */
bool arena_holds(const struct arena *arena, const void *at, size_t bytes);
/* Copies on their way: nobody has written these bytes. */
void arena_forget(struct arena *arena, void *at, size_t bytes);
void arena_wrote(struct arena *arena, void *at, size_t bytes);
bool arena_written(const struct arena *arena, const void *at, size_t bytes);

/* async.c: copies on their way are one more agent, the last. */
void async_start(void);
bool async_waiting(void);
void async_advance(void); /* one of them, a little */
void async_check_block_end(const struct block *block);

/* memory.c: how accesses by words behave. Another model (weak memory) is another row. */
struct memory_model {
    const char *name;
    void (*start)(void);
    struct simt_value (*access)(const struct simt_access *access);
    /* These threads have met at a barrier: what each did is before what all do. */
    void (*met)(struct thread *const *threads, uint32_t count);
};
extern const struct memory_model *simt_memory_model;
extern const struct memory_model simt_sequential;

#endif
