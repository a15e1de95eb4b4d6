/* buffer.c -- see case.h: memory between canaries, and inputs. */
#include "case.h"
#include "sanitizer.h"
#include <stdlib.h>
#include <string.h>

#if defined(CASE_ASAN)
#include <sanitizer/asan_interface.h>
#endif

enum { CANARY_BYTES = 256 };

/* What the host can read; memory of the fake device is such too (tests/simt). */
static bool poisonable(const struct buffer *buffer)
{
#if defined(WINDROW_FAKE_CUDA)
    (void)buffer;
    return true;
#else
    return wrow_context_backend(buffer->context) == WROW_CPU;
#endif
}

static void poison(const struct buffer *buffer, bool on)
{
    const unsigned char *data = buffer->data;
    if (!poisonable(buffer))
        return;
#if defined(CASE_ASAN)
    if (on) {
        ASAN_POISON_MEMORY_REGION(buffer->memory, CANARY_BYTES + buffer->skew);
        ASAN_POISON_MEMORY_REGION(data + buffer->bytes, CANARY_BYTES);
    } else {
        ASAN_UNPOISON_MEMORY_REGION(buffer->memory,
                                    2 * CANARY_BYTES + buffer->skew + buffer->bytes);
    }
#else
    (void)data;
    (void)on;
#endif
}

struct buffer buffer_make(wrow_context *context, size_t bytes, size_t skew,
                          unsigned char canary)
{
    const size_t all = 2 * CANARY_BYTES + skew + bytes;
    struct buffer buffer = {context, NULL, NULL, skew, bytes, canary};
    void *memory = NULL;
    MUST(context, wrow_alloc(context, all, &memory));
    buffer.memory = memory;
    buffer.data = buffer.memory + CANARY_BYTES + skew;
#if defined(WINDROW_FAKE_CUDA)
    memset(memory, canary, all); /* a fill would come late, behind the poison */
#else
    MUST(context, wrow_fill(context, memory, &canary, WROW_U8, all));
#endif
    poison(&buffer, true);
    return buffer;
}

void buffer_put(const struct buffer *buffer, const void *host)
{
    if (buffer->bytes)
        MUST(buffer->context,
             wrow_copy(buffer->context, buffer->data, host, buffer->bytes));
}

void buffer_get(const struct buffer *buffer, void *host)
{
    if (buffer->bytes)
        MUST(buffer->context,
             wrow_copy(buffer->context, host, buffer->data, buffer->bytes));
}

void buffer_set(const struct buffer *buffer, unsigned char pattern)
{
    MUST(buffer->context,
         wrow_fill(buffer->context, buffer->data, &pattern, WROW_U8, buffer->bytes));
}

void buffer_untouched(const char *what, const struct buffer *buffer)
{
    unsigned char *host = malloc(buffer->bytes + 1);
    assert_non_null(host);
    buffer_get(buffer, host);
    assert_all_bytes(what, host, buffer->bytes, UNTOUCHED);
    free(host);
}

void buffer_free(struct buffer *buffer)
{
    const size_t before = CANARY_BYTES + buffer->skew;
    unsigned char host[2 * CANARY_BYTES + 256];
    poison(buffer, false);
    assert_true(before <= sizeof host);
    MUST(buffer->context, wrow_copy(buffer->context, host, buffer->memory, before));
    assert_all_bytes("canary before", host, before, buffer->canary);
    MUST(buffer->context,
         wrow_copy(buffer->context, host, (unsigned char *)buffer->data + buffer->bytes,
                   CANARY_BYTES));
    assert_all_bytes("canary after", host, CANARY_BYTES, buffer->canary);
    MUST(buffer->context, wrow_free(buffer->context, buffer->memory));
    buffer->memory = NULL;
}

struct input input_of(wrow_context *context, wrow_type type, const void *elements,
                      size_t count, size_t skew)
{
    const size_t bytes = count * type_row_of(type)->bytes;
    struct input input = {type, count, malloc(bytes + 1),
                          buffer_make(context, bytes, skew, CANARY_READ)};
    assert_non_null(input.host);
    if (bytes)
        memcpy(input.host, elements, bytes);
    buffer_put(&input.buffer, input.host);
    return input;
}

struct input input_make(wrow_context *context, enum gen_kind kind, wrow_type type,
                        uint64_t seed, size_t count, size_t skew)
{
    const size_t bytes = count * type_row_of(type)->bytes;
    struct input input = {type, count, malloc(bytes + 1),
                          buffer_make(context, bytes, skew, CANARY_READ)};
    assert_non_null(input.host);
    gen_elements(kind, type, seed, count, input.host);
    buffer_put(&input.buffer, input.host);
    return input;
}

void input_free(struct input *input)
{
    buffer_free(&input->buffer);
    free(input->host);
    input->host = NULL;
}
