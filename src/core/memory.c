/* core/memory.c -- memory where the context works: take, give back, copy, fill. */
#include "core/memory.h"
#include "core/backend.h"
#include "core/check.h"
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 256 };

static void release(wrow_context *context, void *memory, size_t bytes)
{
    if (context->release)
        context->release(memory, bytes, context->allocator_user);
    else
        context->backend->release(context, memory);
}

static wrow_status allocate(wrow_context *context, size_t bytes, void **memory)
{
    void *taken = NULL;
    if (!context->allocate)
        return context->backend->allocate(context, bytes, memory);
    taken = context->allocate(bytes, context->allocator_user);
    if (!taken)
        return wrow_fail(context, WROW_E_MEMORY,
                         "the allocate callback returned NULL for %zu bytes", bytes);
    if ((uintptr_t)taken % ALIGNMENT) {
        release(context, taken, bytes);
        return wrow_fail(
            context, WROW_E_MEMORY,
            "the allocate callback returned %p, which is not a multiple of %d", taken,
            ALIGNMENT);
    }
    *memory = taken;
    return WROW_OK;
}

wrow_status wrow_memory_check(wrow_context *context, size_t bytes)
{
    if (bytes > SIZE_MAX / 2)
        return wrow_fail(context, WROW_E_MEMORY, "bytes is %zu, but at most %zu can be",
                         bytes, SIZE_MAX / 2);
    return WROW_OK;
}

wrow_status wrow_memory_name(wrow_context *context, size_t bytes, wrow_status status)
{
    char reason[sizeof context->error];
    if (status != WROW_E_MEMORY)
        return status;
    memcpy(reason, context->error, sizeof reason);
    return wrow_fail(context, status, "bytes is %zu: %s", bytes, reason);
}

wrow_status wrow_memory_take(wrow_context *context, struct memory_block **list,
                             size_t bytes, void **memory)
{
    struct memory_block *const block = malloc(sizeof *block);
    if (!block)
        return wrow_fail(context, WROW_E_MEMORY, "no host memory for %zu bytes",
                         sizeof *block);
    const wrow_status status = allocate(context, bytes, &block->memory);
    if (status != WROW_OK) {
        free(block);
        return status;
    }
    block->bytes = bytes;
    block->next = *list;
    *list = block;
    *memory = block->memory;
    return WROW_OK;
}

static void drop(wrow_context *context, struct memory_block **link)
{
    struct memory_block *const block = *link;
    *link = block->next;
    release(context, block->memory, block->bytes);
    free(block);
}

void wrow_memory_drop_all(wrow_context *context, struct memory_block **list)
{
    while (*list)
        drop(context, list);
}

wrow_status wrow_alloc(wrow_context *context, size_t bytes, void **memory)
{
    WROW_TRY(wrow_enter(context));
    if (!memory)
        return wrow_fail(context, WROW_E_ARGUMENT, "memory is NULL");
    if (bytes == 0) {
        *memory = NULL;
        return WROW_OK;
    }
    WROW_TRY(wrow_memory_check(context, bytes));
    return wrow_memory_name(
        context, bytes, wrow_memory_take(context, &context->handed_out, bytes, memory));
}

wrow_status wrow_free(wrow_context *context, void *memory)
{
    WROW_TRY(wrow_enter(context));
    if (!memory)
        return WROW_OK;
    WROW_TRY(context->backend->refuse_capture(context, context->stream, "wrow_free"));
    WROW_TRY(context->backend->synchronize(context));
    struct memory_block **link = &context->handed_out;
    while (*link && (*link)->memory != memory)
        link = &(*link)->next;
    if (!*link)
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "memory is %p, which is not from this context's wrow_alloc",
                         memory);
    WROW_TRY(wrow_check_outside(context, "memory", memory, (*link)->bytes));
    drop(context, link);
    return WROW_OK;
}

wrow_status wrow_copy(wrow_context *context, void *target, const void *source,
                      size_t bytes)
{
    WROW_TRY(wrow_enter(context));
    WROW_TRY(wrow_check_range(context, "target", target, bytes));
    WROW_TRY(wrow_check_range(context, "source", source, bytes));
    WROW_TRY(wrow_check_apart(context, "target", target, bytes, "source", source, bytes));
    WROW_TRY(wrow_check_outside(context, "target", target, bytes));
    WROW_TRY(context->backend->refuse_capture(context, context->stream, "wrow_copy"));
    return bytes ? context->backend->copy(context, target, source, bytes)
                 : context->backend->synchronize(context);
}

wrow_status wrow_fill(wrow_context *context, void *target, const void *value,
                      wrow_type type, size_t count)
{
    const size_t element_bytes = wrow_type_size(type);
    WROW_TRY(wrow_enter(context));
    if (element_bytes == 0)
        return wrow_fail(context, WROW_E_TYPE, "type is %d, which is no wrow_type",
                         (int)type);
    if (!value)
        return wrow_fail(context, WROW_E_ARGUMENT, "value is NULL");
    WROW_TRY(wrow_check_array(context, "target", target, count, element_bytes,
                              element_bytes, NULL));
    return count ? context->backend->fill(context, target, value, element_bytes, count)
                 : WROW_OK;
}
