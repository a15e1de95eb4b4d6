/*
 * tests/support/counting_allocator.h -- allocator callbacks for CPU contexts that
 * count, check every release against its allocation, and fail when told to.
 */
#ifndef WINDROW_TESTS_COUNTING_ALLOCATOR_H
#define WINDROW_TESTS_COUNTING_ALLOCATOR_H

#include <windrow/context.h>

enum { ALLOCATOR_BLOCKS_MAX = 256, ALLOCATOR_NEVER = 0x7fffffff };

struct counting_allocator {
    int calls;      /* allocate calls so far */
    int fail_at;    /* the call, counted from 0, that returns NULL; ALLOCATOR_NEVER */
    int failed;     /* calls that returned NULL */
    int mismatched; /* releases of memory or bytes that were not handed out */
    int live;
    struct {
        void *memory;
        size_t bytes;
    } blocks[ALLOCATOR_BLOCKS_MAX];
};

/* Options of a CPU context of `threads` threads that use it. */
wrow_context_options counting_allocator_options(struct counting_allocator *allocator,
                                                uint32_t threads);

#endif
