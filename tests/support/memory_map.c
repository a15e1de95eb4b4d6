/* memory_map.c -- see memory_map.h. */
#define _GNU_SOURCE /* memfd_create */
#include "memory_map.h"
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t page_bytes(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static size_t round_up(size_t bytes, size_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

struct guarded guarded_make(size_t bytes, size_t skew, int touch_end)
{
    const size_t page = page_bytes(), inner = round_up(bytes + skew, page) + page;
    struct guarded guarded = {NULL, NULL, inner + 2 * page};
    unsigned char *memory = mmap(NULL, guarded.mapped_bytes, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return guarded;
    mprotect(memory, page, PROT_NONE);
    mprotect(memory + page + inner, page, PROT_NONE);
    guarded.mapped = memory;
    guarded.data =
        touch_end ? memory + page + inner - skew - bytes : memory + page + skew;
    return guarded;
}

void guarded_free(struct guarded *guarded)
{
    if (guarded->mapped)
        munmap(guarded->mapped, guarded->mapped_bytes);
    guarded->data = guarded->mapped = NULL;
}

static int file_of(const void *pattern, size_t period)
{
    const int file = memfd_create("pattern", 0);
    if (file < 0)
        return -1;
    void *memory = MAP_FAILED;
    if (ftruncate(file, (off_t)period) == 0)
        memory = mmap(NULL, period, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) {
        close(file);
        return -1;
    }
    memcpy(memory, pattern, period);
    munmap(memory, period);
    return file;
}

struct repeated repeated_make(const void *pattern, size_t period, size_t bytes)
{
    struct repeated repeated = {NULL, round_up(bytes, period)};
    const int file = file_of(pattern, period);
    unsigned char *memory = mmap(NULL, repeated.mapped_bytes, PROT_NONE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (file >= 0 && memory != MAP_FAILED) {
        size_t done = 0;
        while (done < repeated.mapped_bytes &&
               mmap(memory + done, period, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, file, 0) != MAP_FAILED)
            done += period;
        if (done == repeated.mapped_bytes)
            repeated.data = memory;
    }
    if (memory != MAP_FAILED && repeated.data == NULL)
        munmap(memory, repeated.mapped_bytes);
    if (file >= 0)
        close(file);
    return repeated;
}

void repeated_free(struct repeated *repeated)
{
    if (repeated->data)
        munmap(repeated->data, repeated->mapped_bytes);
    repeated->data = NULL;
}
