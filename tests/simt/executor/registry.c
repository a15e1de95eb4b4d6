/* registry.c -- the kernels of this program, the schedule that comes next, and the
 * first failure. */
#include "engine.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAILURE_BYTES = 2048 };

static struct simt_kernel *kernels;
static struct simt_schedule schedule = {SIMT_RANDOM, SIMT_ASCENDING, 4, 1};
static uint64_t launches; /* under this schedule */
static uint64_t step_limit = 50 * 1000 * 1000;
static char failure[FAILURE_BYTES];

const struct simt_kernel *simt_kernels(void)
{
    return kernels;
}

struct simt_kernel *simt_find_kernel(const void *kernel)
{
    struct simt_kernel *k = kernels;
    while (k && k != kernel)
        k = k->next;
    return k;
}

void simt_add_kernel(struct simt_kernel *kernel)
{
    kernel->next = kernels;
    kernels = kernel;
}

size_t simt_argument_bytes(const void *kernel)
{
    const struct simt_kernel *const found = simt_find_kernel(kernel);
    return found ? found->argument_bytes : 0;
}

void simt_set_schedule(const struct simt_schedule *next)
{
    schedule = *next;
    launches = 0;
}

void simt_set_step_limit(uint64_t steps)
{
    step_limit = steps;
}

void simt_next_schedule(struct simt_schedule *next, uint64_t *seed, uint64_t *limit)
{
    *next = schedule;
    *seed = schedule.seed * 0x2545f4914f6cdd1du + launches++;
    *limit = step_limit;
}

const char *simt_failure(void)
{
    return failure[0] ? failure : NULL;
}

void simt_clear_failure(void)
{
    failure[0] = '\0';
}

static void record(const struct thread *thread, const char *what)
{
    char text[SIMT_SCHEDULE_TEXT];
    simt_schedule_text(&simt_launch.schedule, &text);
    simt_launch.failed = true;
    if (!failure[0])
        (void)snprintf(failure, sizeof failure,
                       "%s: block %" PRIu32 " of %" PRIu32 ", thread %" PRIu32
                       ", step %" PRIu64 ", %s:%d: %s; --replay %s",
                       simt_launch.kernel->name, thread->self.block, simt_launch.blocks,
                       thread->self.thread, simt_launch.steps, thread->place.file,
                       thread->place.line, what, text);
}

/* The fibres are abandoned where they are: nothing in a kernel needs an unwinding. */
void simt_fail(const char *format, ...)
{
    char what[FAILURE_BYTES / 2];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    record(simt_launch.now, what);
    simt_to_host();
    abort(); /* the host does not come back */
}

void simt_refuse(const char *kernel, const char *what)
{
    if (!failure[0])
        (void)snprintf(failure, sizeof failure, "%s: %s", kernel, what);
}

/* The first few places where threads wait. */
void simt_fail_deadlock(void)
{
    static const char *const states[] = {"", "the block's barrier", "its warp", ""};
    const struct thread *first = NULL, *last = NULL;
    char text[FAILURE_BYTES / 2] = "nobody can go on:";
    size_t used = strlen(text);
    for (uint32_t b = 0; b < simt_launch.resident; ++b)
        for (uint32_t t = 0; t < simt_launch.threads && used < 600; ++t) {
            const struct thread *const w = &simt_launch.block[b].threads[t];
            if (w->state == EXITED ||
                (last && last->block == w->block && last->place.line == w->place.line))
                continue;
            first = first ? first : w;
            last = w;
            used += (size_t)snprintf(text + used, sizeof text - used,
                                     " thread %" PRIu32 " of block %" PRIu32
                                     " waits for %s at %s:%d,",
                                     w->self.thread, w->self.block, states[w->state],
                                     w->place.file, w->place.line);
        }
    if (used > 0 && text[used - 1] == ',')
        text[used - 1] = '\0';
    record(first, text);
    if (simt_launch.now) {
        simt_to_host();
        abort();
    }
}
