/* engine.c -- a launch: blocks start as others end, threads go as the schedule says. */
#define _DEFAULT_SOURCE
#include "engine.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { STACK_BYTES = 128 * 1024, RESIDENT_MAX = 8, NS_PER_STEP = 10 };

struct launch simt_launch;
const struct simt_thread *simt_now;

/* Stacks and arenas outlive a launch: making them costs more than a small kernel. */
static struct {
    unsigned char *stacks;
    uint32_t count;
    struct arena *arenas[RESIDENT_MAX];
} pool;
static struct fibre host;

void simt_to_host(void)
{
    struct thread *const from = simt_launch.now;
    simt_launch.now = NULL;
    fibre_change(&from->fibre, &simt_launch.host);
}

void simt_state(struct thread *thread, enum thread_state state)
{
    const uint32_t warp = thread->self.thread / WARP;
    const uint32_t bit = 1u << thread->self.thread % WARP;
    uint32_t *const waiting = &thread->block->warps[warp].waiting;
    *waiting = state == IN_WARP ? *waiting | bit : *waiting & ~bit;
    if (state == EXITED)
        thread->block->warps[warp].exited |= bit;
    thread->state = state;
    chooser_set(&simt_launch.chooser, thread->agent, state == READY);
}

/* The next thread that goes; copies on their way go in between. NULL, and only to the
 * host: nobody can. */
static struct thread *choose(void)
{
    const uint32_t copies = simt_launch.resident * simt_launch.threads;
    for (;;) {
        chooser_set(&simt_launch.chooser, copies, async_waiting());
        if (simt_launch.chooser.ready == 0) {
            simt_fail_deadlock();
            return NULL;
        }
        const uint32_t agent = chooser_pick(&simt_launch.chooser);
        if (agent != copies)
            return &simt_launch.block[agent / simt_launch.threads]
                        .threads[agent % simt_launch.threads];
        async_advance();
    }
}

static void go(struct thread *from, struct thread *to)
{
    simt_launch.now = to;
    simt_now = &to->self;
    if (from != to)
        fibre_change(&from->fibre, &to->fibre);
}

void simt_pause(struct simt_place place)
{
    struct thread *const me = simt_launch.now;
    me->place = place;
    if (++simt_launch.steps > simt_launch.step_limit)
        simt_fail("the kernel has not ended after %" PRIu64 " steps",
                  simt_launch.step_limit);
    go(me, choose());
}

void simt_step(struct simt_place place)
{
    simt_pause(place);
}

uint64_t simt_time_ns(void)
{
    return simt_launch.steps * NS_PER_STEP + simt_launch.slept_ns;
}

void simt_sleep(uint32_t ns, struct simt_place place)
{
    simt_launch.slept_ns += ns;
    simt_pause(place);
}

static void run_thread(void *thread);

static void start_block(uint32_t slot, uint32_t id)
{
    struct block *const block = &simt_launch.block[slot];
    arena_start(block->arena, simt_launch.shared_bytes);
    block->live = simt_launch.threads;
    block->waiting = 0;
    memset(block->warps, 0, sizeof block->warps);
    for (uint32_t t = 0; t < simt_launch.threads; ++t) {
        struct thread *const thread = &block->threads[t];
        const uint32_t agent = slot * simt_launch.threads + t;
        memset(thread, 0, sizeof *thread);
        thread->self =
            (struct simt_thread){t, simt_launch.threads, id, simt_launch.blocks};
        thread->block = block;
        thread->agent = agent;
        thread->place = (struct simt_place){"its beginning", 0};
        fibre_prepare(&thread->fibre, pool.stacks + (size_t)agent * STACK_BYTES,
                      STACK_BYTES, run_thread, thread);
        simt_state(thread, READY);
    }
}

/* The last thread of a block still stands on its stack, which its successor needs: so
 * the host starts the next block. */
static void run_thread(void *argument)
{
    struct thread *const me = argument;
    simt_launch.kernel->invoke(simt_launch.kernel->function, simt_launch.argument);
    simt_state(me, EXITED);
    me->block->live -= 1;
    simt_check_exit(me->block, me);
    if (me->block->live == 0) {
        async_check_block_end(me->block);
        simt_to_host();
    } else {
        go(me, choose());
    }
    abort(); /* an exited thread is never chosen */
}

static void shuffle_dispatch(void)
{
    uint64_t state = ~simt_launch.seed;
    for (uint32_t k = 0; k < simt_launch.blocks; ++k)
        simt_launch.dispatch[k] =
            simt_launch.schedule.order == SIMT_REVERSED ? simt_launch.blocks - 1 - k : k;
    if (simt_launch.schedule.order == SIMT_SHUFFLED)
        for (uint32_t k = simt_launch.blocks; k > 1; --k) {
            const uint32_t other = simt_below(&state, k);
            const uint32_t kept = simt_launch.dispatch[k - 1];
            simt_launch.dispatch[k - 1] = simt_launch.dispatch[other];
            simt_launch.dispatch[other] = kept;
        }
}

static void need_stacks(uint32_t count)
{
    if (count <= pool.count)
        return;
    if (pool.stacks)
        (void)munmap(pool.stacks, (size_t)pool.count * STACK_BYTES);
    pool.stacks = mmap(NULL, (size_t)count * STACK_BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pool.stacks == MAP_FAILED)
        abort();
    pool.count = count;
}

static void start_launch(struct simt_kernel *kernel, unsigned grid, unsigned threads,
                         size_t shared_bytes, const void *argument)
{
    struct launch *const l = &simt_launch;
    if (!host.stack)
        fibre_adopt(&host);
    memset(l, 0, sizeof *l);
    l->kernel = kernel;
    l->argument = argument;
    l->blocks = grid;
    l->threads = threads;
    l->shared_bytes = shared_bytes;
    simt_next_schedule(&l->schedule, &l->seed, &l->step_limit);
    l->resident = l->schedule.residency < grid ? l->schedule.residency : grid;
    l->resident = l->resident < RESIDENT_MAX ? l->resident : RESIDENT_MAX;
    l->dispatch = malloc(grid * sizeof *l->dispatch);
    l->block = calloc(l->resident, sizeof *l->block);
    if (!l->dispatch || !l->block)
        abort();
    need_stacks(l->resident * threads);
    chooser_start(&l->chooser, &l->schedule, l->seed, l->resident * threads + 1);
    shuffle_dispatch();
    for (uint32_t b = 0; b < l->resident; ++b) {
        if (!pool.arenas[b])
            pool.arenas[b] = arena_make();
        l->block[b].arena = pool.arenas[b];
        l->block[b].threads = calloc(threads, sizeof *l->block[b].threads);
        if (!l->block[b].threads)
            abort();
    }
    l->host = host;
    async_start();
    if (simt_memory_model->start)
        simt_memory_model->start();
}

static void end_launch(void)
{
    struct launch *const l = &simt_launch;
    l->kernel->launches += 1;
    l->kernel->steps += l->steps;
    for (uint32_t b = 0; b < l->resident; ++b)
        free(l->block[b].threads);
    free(l->block);
    free(l->dispatch);
    chooser_end(&l->chooser);
    simt_now = NULL;
}

bool simt_run(const void *kernel, unsigned grid, unsigned block, size_t shared_bytes,
              const void *argument)
{
    struct simt_kernel *const known = simt_find_kernel(kernel);
    if (!known || grid == 0 || block == 0 || block > WARP * WARPS_MAX ||
        shared_bytes > SHARED_MAX) {
        simt_refuse(known ? known->name : "no kernel", "a launch that no GPU would take");
        return false;
    }
    start_launch(known, grid, block, shared_bytes, argument);
    for (uint32_t slot = 0; slot < simt_launch.resident; ++slot)
        start_block(slot, simt_launch.dispatch[simt_launch.started++]);
    while (simt_launch.ended < grid) {
        struct thread *const first = choose();
        if (!first)
            break;
        simt_launch.now = first;
        simt_now = &first->self;
        fibre_change(&simt_launch.host, &first->fibre);
        if (simt_launch.failed)
            break;
        simt_launch.ended += 1; /* a block's last thread came back */
        for (uint32_t s = 0; s < simt_launch.resident; ++s)
            if (simt_launch.block[s].live == 0 && simt_launch.started < grid)
                start_block(s, simt_launch.dispatch[simt_launch.started++]);
    }
    while (!simt_launch.failed && async_waiting())
        async_advance();
    end_launch();
    if (simt_launch.failed)
        fibre_clean(pool.stacks, (size_t)pool.count * STACK_BYTES);
    return !simt_launch.failed;
}
