/* arena.c -- a block's shared memory: a byte of state for each byte, so that a read of
 * what nobody has written is seen, and gaps between objects that nobody may touch. */
#include "engine.h"
#include <stdlib.h>
#include <string.h>

#if defined(SIMT_ASAN)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(at, bytes)   ((void)(at), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(at, bytes) ((void)(at), (void)(bytes))
#endif

enum { ARENA_BYTES = 256 * 1024, GAP = 64, SITES = 32 };

struct site {
    const void *site;
    const char *name;
    size_t offset, bytes;
};

struct arena {
    unsigned char *bytes;   /* aligned to 1024 */
    unsigned char *written; /* 1: some thread of the block has written this byte */
    struct site sites[SITES];
    size_t site_count;
    size_t used, given; /* given: without gaps */
};

struct arena *arena_make(void)
{
    struct arena *const arena = calloc(1, sizeof *arena);
    if (!arena)
        abort();
    arena->bytes = aligned_alloc(1024, ARENA_BYTES);
    arena->written = malloc(ARENA_BYTES);
    if (!arena->bytes || !arena->written)
        abort();
    __asan_poison_memory_region(arena->bytes, ARENA_BYTES);
    return arena;
}

static size_t round_up(size_t bytes, size_t align)
{
    return (bytes + align - 1) / align * align;
}

static void *allocate(struct arena *arena, const void *site, const char *name,
                      size_t bytes, size_t align)
{
    const size_t offset = round_up(arena->used + GAP, align > 16 ? align : 16);
    unsigned char *const at = arena->bytes + offset;
    if (arena->site_count == SITES || offset + bytes + GAP > ARENA_BYTES ||
        arena->given + bytes > SHARED_MAX)
        simt_fail("%s of %zu bytes does not fit the block's shared memory", name, bytes);
    arena->sites[arena->site_count++] = (struct site){site, name, offset, bytes};
    arena->used = offset + bytes;
    arena->given += bytes;
    __asan_unpoison_memory_region(at, bytes);
    memset(arena->written + offset, 0, bytes);
    memset(at, (int)(simt_random(&simt_launch.chooser.state) | 1u), bytes);
    return at;
}

static char dynamic_site;

void arena_start(struct arena *arena, size_t dynamic_bytes)
{
    __asan_poison_memory_region(arena->bytes, arena->used);
    arena->used = arena->given = arena->site_count = 0;
    if (dynamic_bytes)
        (void)allocate(arena, &dynamic_site, "dynamic shared memory", dynamic_bytes,
                       1024);
}

static struct site *find_site(struct arena *arena, const void *site)
{
    for (size_t k = 0; k < arena->site_count; ++k)
        if (arena->sites[k].site == site)
            return &arena->sites[k];
    return NULL;
}

void *simt_shared_object(const void *site, const char *name, size_t bytes, size_t align)
{
    struct arena *const arena = simt_launch.now->block->arena;
    const struct site *const found = find_site(arena, site);
    return found ? arena->bytes + found->offset
                 : allocate(arena, site, name, bytes, align);
}

void *simt_shared_dynamic(void)
{
    struct arena *const arena = simt_launch.now->block->arena;
    const struct site *const found = find_site(arena, &dynamic_site);
    if (!found)
        simt_fail("the launch gave no dynamic shared memory");
    return arena->bytes + found->offset;
}

/* Compared as numbers: the pointers may be of different objects. */
static bool inside(const struct arena *arena, const void *at)
{
    return (uintptr_t)at - (uintptr_t)arena->bytes < ARENA_BYTES;
}

static size_t offset_of(const struct arena *arena, const void *at)
{
    return (size_t)((uintptr_t)at - (uintptr_t)arena->bytes);
}

bool arena_holds(const struct arena *arena, const void *at, size_t bytes)
{
    const size_t offset = offset_of(arena, at);
    if (!inside(arena, at))
        return false;
    for (size_t k = 0; k < arena->site_count; ++k)
        if (offset >= arena->sites[k].offset &&
            offset + bytes <= arena->sites[k].offset + arena->sites[k].bytes)
            return true;
    return false;
}

void arena_forget(struct arena *arena, void *at, size_t bytes)
{
    memset(arena->written + offset_of(arena, at), 0, bytes);
}

void arena_wrote(struct arena *arena, void *at, size_t bytes)
{
    memset(arena->written + offset_of(arena, at), 1, bytes);
}

bool arena_written(const struct arena *arena, const void *at, size_t bytes)
{
    const unsigned char *const written = arena->written + offset_of(arena, at);
    for (size_t k = 0; k < bytes; ++k)
        if (!written[k])
            return false;
    return true;
}

/* The object that holds the byte, for a sentence. */
static const char *name_of(const struct arena *arena, const void *at, size_t *offset)
{
    *offset = offset_of(arena, at);
    for (size_t k = arena->site_count; k-- > 0;)
        if (*offset >= arena->sites[k].offset) {
            *offset -= arena->sites[k].offset;
            return arena->sites[k].name;
        }
    return "shared memory";
}

void simt_shared_read(const void *at, size_t bytes)
{
    const struct arena *const arena = simt_launch.now->block->arena;
    size_t offset;
    if (!inside(arena, at) || arena_written(arena, at, bytes))
        return;
    const char *const name = name_of(arena, at, &offset);
    simt_fail("reads %zu bytes at byte %zu of %s, which no thread has written", bytes,
              offset, name);
}

void simt_shared_written(void *at, size_t bytes)
{
    struct arena *const arena = simt_launch.now->block->arena;
    if (inside(arena, at))
        arena_wrote(arena, at, bytes);
}
