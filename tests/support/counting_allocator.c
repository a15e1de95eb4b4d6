/* counting_allocator.c -- see counting_allocator.h. */
#include "counting_allocator.h"
#include <stdlib.h>
#include <string.h>

static void *allocate(size_t bytes, void *user)
{
    struct counting_allocator *allocator = user;
    void *memory;
    if (allocator->calls++ == allocator->fail_at ||
        allocator->live == ALLOCATOR_BLOCKS_MAX) {
        ++allocator->failed;
        return NULL;
    }
    memory = aligned_alloc(256, (bytes + 255) / 256 * 256);
    if (memory == NULL)
        return NULL;
    memset(memory, 0xc3, bytes); /* nobody may count on zeroes */
    allocator->blocks[allocator->live].memory = memory;
    allocator->blocks[allocator->live++].bytes = bytes;
    return memory;
}

static void release(void *memory, size_t bytes, void *user)
{
    struct counting_allocator *allocator = user;
    for (int i = 0; i < allocator->live; ++i)
        if (allocator->blocks[i].memory == memory &&
            allocator->blocks[i].bytes == bytes) {
            allocator->blocks[i] = allocator->blocks[--allocator->live];
            free(memory);
            return;
        }
    ++allocator->mismatched;
}

wrow_context_options counting_allocator_options(struct counting_allocator *allocator,
                                                uint32_t threads)
{
    memset(allocator, 0, sizeof *allocator);
    allocator->fail_at = ALLOCATOR_NEVER;
    return (wrow_context_options){.size = sizeof(wrow_context_options),
                                  .backend = WROW_CPU,
                                  .cpu_threads = threads,
                                  .allocate = allocate,
                                  .release = release,
                                  .allocator_user = allocator};
}
