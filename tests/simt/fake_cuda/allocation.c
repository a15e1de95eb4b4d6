/* allocation.c -- memory of a device and pinned memory: malloc between two canaries,
 * with garbage in it. Under AddressSanitizer the canaries are poisoned too, so that a
 * read outside is seen where it happens. */
#include "fake_cuda.h"
#include "fake_internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ADDRESS_SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(ADDRESS_SANITIZER)
#include <sanitizer/asan_interface.h>
#define POISON(at, bytes)   __asan_poison_memory_region(at, bytes)
#define UNPOISON(at, bytes) __asan_unpoison_memory_region(at, bytes)
#else
#define POISON(at, bytes)   ((void)(at), (void)(bytes))
#define UNPOISON(at, bytes) ((void)(at), (void)(bytes))
#endif

enum { ALIGNMENT = 256, CANARY_BYTES = 256, CANARY = 0xc5, DEFAULT_LIMIT = 1 << 30 };

static struct allocation *allocations;
static size_t limit = DEFAULT_LIMIT, damaged;

size_t fake_memory_limit(void)
{
    return limit;
}

size_t fake_memory_used(enum cudaMemoryType type, int device)
{
    size_t sum = 0;
    for (const struct allocation *a = allocations; a; a = a->next)
        if (a->type == type && (type == cudaMemoryTypeHost || a->device == device))
            sum += a->bytes;
    return sum;
}

struct allocation **fake_find(const void *at)
{
    const uintptr_t address = (uintptr_t)at;
    struct allocation **a = &allocations;
    while (*a && address - (uintptr_t)(*a)->data >= (*a)->bytes)
        a = &(*a)->next;
    return a;
}

enum cudaMemoryType fake_type(const void *at)
{
    const struct allocation *const a = *fake_find(at);
    return a ? a->type : cudaMemoryTypeUnregistered;
}

bool fake_inside(const void *at, size_t bytes)
{
    const struct allocation *const a = *fake_find(at);
    return !a || bytes <= a->bytes - ((uintptr_t)at - (uintptr_t)a->data);
}

/* Never zero, so that memory nobody cleared does not look cleared. */
static void fill_garbage(unsigned char *to, size_t bytes)
{
    for (size_t done = 0; done < bytes; done += 8) {
        const uint64_t word = fake_random() | 0x0101010101010101u;
        memcpy(to + done, &word, bytes - done < 8 ? bytes - done : 8);
    }
}

static void arm(const struct allocation *a)
{
    memset(a->data - CANARY_BYTES, CANARY, CANARY_BYTES);
    memset(a->data + a->bytes, CANARY, a->behind);
    POISON(a->data - CANARY_BYTES, CANARY_BYTES);
    POISON(a->data + a->bytes, a->behind);
}

static void disarm(const struct allocation *a)
{
    UNPOISON(a->data - CANARY_BYTES, CANARY_BYTES);
    UNPOISON(a->data + a->bytes, a->behind);
}

static bool zone_written(const struct allocation *a, ptrdiff_t from, size_t bytes,
                         const char *when)
{
    for (size_t k = 0; k < bytes; ++k)
        if (a->data[from + (ptrdiff_t)k] != CANARY) {
            (void)fprintf(stderr,
                          "fake CUDA: %s: byte %td of an allocation of %zu bytes was "
                          "written\n",
                          when, from + (ptrdiff_t)k, a->bytes);
            return true;
        }
    return false;
}

/* Whether somebody wrote outside; the canaries are off afterwards. */
bool fake_is_damaged(const struct allocation *a, const char *when)
{
    disarm(a);
    const bool found = zone_written(a, -CANARY_BYTES, CANARY_BYTES, when) ||
                       zone_written(a, (ptrdiff_t)a->bytes, a->behind, when);
    damaged += found;
    return found;
}

size_t fake_canaries(const char *when)
{
    size_t found = 0;
    for (const struct allocation *a = allocations; a; a = a->next) {
        found += fake_is_damaged(a, when);
        arm(a);
    }
    return found;
}

/* NULL: the limit is reached, or the host has no more. */
struct allocation *fake_allocate(size_t bytes, enum cudaMemoryType type, int device)
{
    const size_t used = fake_memory_used(type, device);
    if (used > limit || bytes > limit - used)
        return NULL;
    const size_t behind = CANARY_BYTES + (ALIGNMENT - bytes % ALIGNMENT) % ALIGNMENT;
    unsigned char *const block = aligned_alloc(ALIGNMENT, CANARY_BYTES + bytes + behind);
    if (!block)
        return NULL;
    struct allocation *const a = fake_need(malloc(sizeof *a));
    *a = (struct allocation){allocations, block + CANARY_BYTES, bytes, behind, type,
                             device};
    allocations = a;
    fill_garbage(a->data, bytes);
    arm(a);
    return a;
}

/* What is left behind is garbage too: a late reader sees no old value. */
void fake_release(struct allocation **at)
{
    struct allocation *const a = *at;
    *at = a->next;
    UNPOISON(a->data, a->bytes); /* a test that failed has left its own canaries */
    fill_garbage(a->data, a->bytes);
    free(a->data - CANARY_BYTES);
    free(a);
}

void fake_cuda_set_memory_limit(size_t bytes)
{
    fake_lock();
    limit = bytes < SIZE_MAX / 2 ? bytes : SIZE_MAX / 2;
    fake_unlock();
}

size_t fake_cuda_live_bytes(void)
{
    size_t sum = 0;
    fake_lock();
    for (const struct allocation *a = allocations; a; a = a->next)
        sum += a->bytes;
    fake_unlock();
    return sum;
}

size_t fake_cuda_check(void)
{
    fake_lock();
    (void)fake_canaries("at a check");
    const size_t all = damaged;
    fake_unlock();
    return all;
}

void fake_memory_reset(void)
{
    while (allocations) {
        disarm(allocations);
        fake_release(&allocations);
    }
    limit = DEFAULT_LIMIT;
    damaged = 0;
}
