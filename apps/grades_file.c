/*
 * grades_file.c -- regular files are mapped, so that threads can start anywhere
 * and nothing is copied; pipes and files of unknown size are read.
 */
#include "grades_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define PROBE_BYTES (1u << 16)

/* Appends what the descriptor gives. Stops early at a zero byte, so that /dev/zero
 * ends as "not text" and not in swap space. */
static int read_all(int descriptor, text_file *file)
{
    size_t capacity = 0;
    for (;;) {
        if (capacity - file->size < PROBE_BYTES) {
            capacity = capacity < PROBE_BYTES ? 4 * PROBE_BYTES : capacity * 2;
            void *larger = realloc(file->memory, capacity);
            if (larger == NULL) {
                errno = ENOMEM;
                return -1;
            }
            file->memory = larger;
        }
        char *end = (char *)file->memory + file->size;
        const ssize_t got = read(descriptor, end, capacity - file->size);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return (int)got;
        }
        file->size += (size_t)got;
        if (memchr(end, 0, (size_t)got) != NULL) {
            return 0;
        }
    }
}

static int load(int descriptor, text_file *file)
{
    struct stat facts;
    if (fstat(descriptor, &facts) != 0) {
        return -1;
    }
    if (S_ISDIR(facts.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    if (S_ISREG(facts.st_mode) && facts.st_size > 0) {
        const size_t size = (size_t)facts.st_size;
        void *memory = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
        if (memory != MAP_FAILED) {
            *file = (text_file){.memory = memory, .size = size, .mapped = 1};
            return 0;
        }
    }
    return read_all(descriptor, file);
}

static int refuse_other_encodings(const char *path, slice text)
{
    if (text.length >= 2 && (memcmp(text.text, "\xff\xfe", 2) == 0 ||
                             memcmp(text.text, "\xfe\xff", 2) == 0)) {
        complain("%s:1: the file is UTF-16; save it as UTF-8", path);
        return -1;
    }
    const size_t probe = text.length < PROBE_BYTES ? text.length : PROBE_BYTES;
    const char *zero = memchr(text.text, 0, probe);
    if (zero != NULL) {
        size_t line = 1;
        for (const char *at = text.text; at < zero; at++) {
            line += *at == '\n' || (*at == '\r' && at[1] != '\n');
        }
        complain("%s:%zu: the line holds a zero byte; this is not a text file", path,
                 line);
        return -1;
    }
    return 0;
}

int open_text(const char *path, text_file *file)
{
    *file = (text_file){.memory = NULL};
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        complain("%s: %s", path, strerror(errno));
        return -1;
    }
    const int failed = load(descriptor, file);
    const int reason = errno;
    close(descriptor);
    if (failed) {
        complain("%s: %s", path, strerror(reason));
        close_text(file);
        return -1;
    }
    file->bytes = (slice){file->memory, file->size};
    if (file->size >= 3 && memcmp(file->bytes.text, "\xef\xbb\xbf", 3) == 0) {
        file->bytes = (slice){file->bytes.text + 3, file->size - 3};
    }
    if (file->bytes.length == 0) {
        complain("%s: the file is empty", path);
        close_text(file);
        return -1;
    }
    if (refuse_other_encodings(path, file->bytes) != 0) {
        close_text(file);
        return -1;
    }
    return 0;
}

void close_text(text_file *file)
{
    if (file->mapped) {
        munmap(file->memory, file->size);
    } else {
        free(file->memory);
    }
    *file = (text_file){.memory = NULL};
}
