/*
 * core/pool.c -- a small pool of POSIX threads. Workers sleep until a job is open,
 * join it under the mutex and take task indices from a counter until none is left;
 * so does the caller, who then closes the job and waits for those that joined. A
 * worker that wakes late finds it closed. The mutex orders what tasks write.
 *
 * A fork copies the memory but not the workers: in a process that did not start
 * them the pool begins anew and never locks the copied mutex. Forks are counted, not
 * process ids compared: a child may have its parent's (in a new PID namespace, or when
 * numbers are used again).
 *
 * A caller that is cancelled while it waits would leave the mutex locked and a job
 * open on its stack, so a cancellation waits until the call is over.
 */
#define _POSIX_C_SOURCE 200809L
#include "core/pool.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

/* Of a worker: tasks need less than 40 KB, and `ulimit -s` may say gigabytes. */
enum { STACK_BYTES = 256 * 1024 };

struct pool {
    uint32_t threads, started; /* with the caller; workers that exist */
    uint64_t forks;            /* before they were started */
    pthread_mutex_t mutex;
    pthread_cond_t wake, left;
    bool open, stop;
    uint32_t joined; /* workers inside the job */
    uint64_t job;    /* its number, so that nobody joins one twice */
    void (*task)(void *argument, uint64_t index);
    void *argument;
    uint64_t tasks;
    _Atomic uint64_t next;
    pthread_t workers[]; /* threads, though the caller needs none */
};

static _Atomic uint64_t forks; /* between the first process and this one */
static pthread_once_t counting = PTHREAD_ONCE_INIT;
static bool counted;

static void count_fork(void)
{
    atomic_fetch_add_explicit(&forks, 1, memory_order_relaxed);
}

static void begin_counting(void)
{
    counted = pthread_atfork(NULL, NULL, count_fork) == 0;
}

static bool is_own(const struct pool *pool)
{
    return pool->forks == atomic_load_explicit(&forks, memory_order_relaxed);
}

static void begin_anew(struct pool *pool)
{
    pool->forks = atomic_load_explicit(&forks, memory_order_relaxed);
    pool->open = pool->stop = false;
    pool->started = pool->joined = 0;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pthread_cond_init(&pool->left, NULL);
}

struct pool *wrow_pool_create(uint32_t threads)
{
    pthread_once(&counting, begin_counting);
    if (!counted)
        return NULL;
    struct pool *pool = calloc(1, sizeof *pool + threads * sizeof pool->workers[0]);
    if (pool == NULL)
        return NULL;
    pool->threads = threads > 1 ? threads : 1;
    begin_anew(pool);
    return pool;
}

void wrow_pool_destroy(struct pool *pool)
{
    if (pool != NULL && is_own(pool)) {
        int cancelling;
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelling);
        pthread_mutex_lock(&pool->mutex);
        pool->stop = true;
        pthread_cond_broadcast(&pool->wake);
        pthread_mutex_unlock(&pool->mutex);
        for (uint32_t i = 0; i < pool->started; ++i)
            pthread_join(pool->workers[i], NULL);
        pthread_cond_destroy(&pool->left);
        pthread_cond_destroy(&pool->wake);
        pthread_mutex_destroy(&pool->mutex);
        pthread_setcancelstate(cancelling, NULL);
    }
    free(pool);
}

uint32_t wrow_pool_threads(const struct pool *pool)
{
    return pool->threads;
}

static void take_tasks(struct pool *pool)
{
    uint64_t i;
    while ((i = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed)) <
           pool->tasks)
        pool->task(pool->argument, i);
}

static void *work(void *argument)
{
    struct pool *pool = argument;
    uint64_t seen = 0; /* a worker is started for a job, so it may join that one */
    pthread_mutex_lock(&pool->mutex);
    while (!pool->stop) {
        if (!pool->open || pool->job == seen) {
            pthread_cond_wait(&pool->wake, &pool->mutex);
            continue;
        }
        seen = pool->job;
        ++pool->joined;
        pthread_mutex_unlock(&pool->mutex);
        take_tasks(pool);
        pthread_mutex_lock(&pool->mutex);
        if (--pool->joined == 0)
            pthread_cond_signal(&pool->left);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

/* A program with very large thread-local variables needs larger stacks: the default. */
static bool start_worker(struct pool *pool)
{
    pthread_t *const worker = &pool->workers[pool->started];
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    const int error = pthread_create(worker, &attributes, work, pool);
    pthread_attr_destroy(&attributes);
    return error == 0 ||
           (error == EINVAL && pthread_create(worker, NULL, work, pool) == 0);
}

/* With signals blocked, so that the program's handlers run on its own threads;
 * but for those that a thread's own fault raises, which must not be blocked. */
static void start_workers(struct pool *pool, uint64_t wanted)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
    sigset_t blocked, before;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; ++i)
        sigdelset(&blocked, faults[i]);
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    while (pool->started < wanted && start_worker(pool))
        ++pool->started;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void run_together(struct pool *pool, uint64_t tasks,
                         void (*task)(void *argument, uint64_t index), void *argument)
{
    pthread_mutex_lock(&pool->mutex);
    pool->task = task;
    pool->argument = argument;
    pool->tasks = tasks;
    atomic_store_explicit(&pool->next, 0, memory_order_relaxed);
    ++pool->job;
    pool->open = true;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->mutex);

    take_tasks(pool);
    pthread_mutex_lock(&pool->mutex);
    pool->open = false;
    while (pool->joined != 0)
        pthread_cond_wait(&pool->left, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}

void wrow_pool_run(struct pool *pool, uint64_t tasks,
                   void (*task)(void *argument, uint64_t index), void *argument)
{
    const uint64_t useful = tasks < pool->threads ? tasks : pool->threads;
    int cancelling;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelling);
    if (useful > 1) {
        if (!is_own(pool))
            begin_anew(pool);
        if (pool->started < useful - 1)
            start_workers(pool, useful - 1);
        run_together(pool, tasks, task, argument);
    } else {
        for (uint64_t i = 0; i < tasks; ++i)
            task(argument, i);
    }
    pthread_setcancelstate(cancelling, NULL);
}
