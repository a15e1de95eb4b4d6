/* core/backend_cpu.c -- host memory and a pool of threads. Every call is done on
 * return, so there is nothing to wait for and no stream. */
#define _GNU_SOURCE /* sched_getaffinity, madvise */
#include "core/backend.h"
#include "core/record.h"
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ALIGNMENT = 256, HUGE_PAGE = 2 << 20 };

/* Cores this process may use, which a container or taskset may have cut. */
static uint32_t usable_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
#if defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        cores = CPU_COUNT(&set);
#endif
    return cores < 1 ? 1 : cores > 1024 ? 1024 : (uint32_t)cores;
}

static wrow_status open_cpu(wrow_context *context, const wrow_context_options *options)
{
    const uint32_t threads = options->cpu_threads ? options->cpu_threads : usable_cores();
    context->record = calloc(1, sizeof *context->record);
    context->pool = wrow_pool_create(threads);
    if (!context->record || !context->pool) {
        free(context->record);
        wrow_pool_destroy(context->pool);
        return wrow_fail(context, WROW_E_MEMORY, "no host memory for %u threads",
                         threads);
    }
    context->record->generation = 1;
    context->record_device = context->record;
    (void)snprintf(context->device_name, sizeof context->device_name, "CPU, %u thread%s",
                   threads, threads == 1 ? "" : "s");
    return WROW_OK;
}

static void close_cpu(wrow_context *context)
{
    wrow_pool_destroy(context->pool);
    free(context->record);
}

/* Large blocks ask for huge pages, as NumPy does: a stream then misses the TLB once
 * in 2 MB instead of once in 4 KB, and the prefetcher need not stop at each page. */
static wrow_status allocate_cpu(wrow_context *context, size_t bytes, void **memory)
{
    const size_t alignment = bytes >= 2 * HUGE_PAGE ? (size_t)HUGE_PAGE : ALIGNMENT;
    const size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    void *const taken = aligned_alloc(alignment, rounded);
    if (!taken)
        return wrow_fail(context, WROW_E_MEMORY, "no host memory for %zu bytes", bytes);
#if defined(MADV_HUGEPAGE)
    if (alignment == HUGE_PAGE)
        (void)madvise(taken, rounded, MADV_HUGEPAGE); /* advice: it may fail */
#endif
    *memory = taken;
    return WROW_OK;
}

static void release_cpu(wrow_context *context, void *memory)
{
    (void)context;
    free(memory);
}

static wrow_status never_captured(wrow_context *context, void *stream, const char *call)
{
    (void)context, (void)stream, (void)call;
    return WROW_OK;
}

static wrow_status set_stream_cpu(wrow_context *context, void *stream)
{
    context->stream = stream;
    return WROW_OK;
}

static wrow_status synchronize_cpu(wrow_context *context)
{
    (void)context;
    return WROW_OK;
}

static wrow_status zero_cpu(wrow_context *context, void *memory, size_t bytes)
{
    (void)context;
    memset(memory, 0, bytes);
    return WROW_OK;
}

static wrow_status copy_cpu(wrow_context *context, void *target, const void *source,
                            size_t bytes)
{
    (void)context;
    memcpy(target, source, bytes);
    return WROW_OK;
}

static wrow_status fill_cpu(wrow_context *context, void *target, const void *value,
                            size_t element_bytes, size_t count)
{
    const size_t bytes = element_bytes * count;
    unsigned char *const to = target;
    (void)context;
    memmove(to, value, element_bytes); /* value may be target[0] itself */
    /* What is filled already is the source; copies of 64 KB stay in the cache. */
    for (size_t done = element_bytes; done < bytes;) {
        size_t next = done < 65536 ? done : 65536 / element_bytes * element_bytes;
        if (next > bytes - done)
            next = bytes - done;
        memcpy(to + done, to, next);
        done += next;
    }
    return WROW_OK;
}

static wrow_status check_pointer_cpu(wrow_context *context, const char *argument,
                                     const void *memory)
{
    (void)context, (void)argument, (void)memory;
    return WROW_OK;
}

const struct backend wrow_backend_cpu = {
    .id = WROW_CPU,
    .open = open_cpu,
    .close = close_cpu,
    .allocate = allocate_cpu,
    .release = release_cpu,
    .refuse_capture = never_captured,
    .set_stream = set_stream_cpu,
    .synchronize = synchronize_cpu,
    .zero = zero_cpu,
    .copy = copy_cpu,
    .fill = fill_cpu,
    .check_pointer = check_pointer_cpu,
};
