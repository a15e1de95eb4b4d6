/*
 * tests/support/memory_map.h -- host memory with more about it than malloc gives:
 * arrays that end at (or begin after) a page nobody may touch, and arrays of many
 * gigabytes that repeat a few megabytes of real memory.
 */
#ifndef WINDROW_TESTS_MEMORY_MAP_H
#define WINDROW_TESTS_MEMORY_MAP_H

#include <stddef.h>

/* data[0 .. bytes-1] with a forbidden page before and after; the data touches the
 * one or the other, `skew` bytes are left between. */
struct guarded {
    void *data;
    void *mapped;
    size_t mapped_bytes;
};

struct guarded guarded_make(size_t bytes, size_t skew, int touch_end);
void guarded_free(struct guarded *guarded);

/* `bytes` that repeat pattern[0 .. period-1], period a power of two of at least a
 * page. Writing to it changes one place and costs one page. data is NULL where the
 * system cannot do this. */
struct repeated {
    unsigned char *data;
    size_t mapped_bytes;
};

struct repeated repeated_make(const void *pattern, size_t period, size_t bytes);
void repeated_free(struct repeated *repeated);

#endif
