/* core/check.c -- argument checks shared by every call; see check.h. */
#include "core/check.h"
#include "core/backend.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { OPTIONS_BYTES_MAX = 4096 };

static _Thread_local char thread_error[sizeof((wrow_context *)0)->error];

wrow_status wrow_fail(wrow_context *context, wrow_status status, const char *format, ...)
{
    char *text = context ? context->error : thread_error;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof thread_error, format, arguments);
    va_end(arguments);
    return status;
}

const char *wrow_last_error(const wrow_context *context)
{
    return context ? context->error : thread_error;
}

wrow_status wrow_enter(wrow_context *context)
{
    if (!context)
        return wrow_fail(NULL, WROW_E_ARGUMENT, "context is NULL");
    if (context->lost) /* the sentence that says why is kept */
        return WROW_E_DEVICE;
    return WROW_OK;
}

wrow_status wrow_check_type(wrow_context *context, const char *argument, wrow_type type)
{
    if (wrow_type_size(type) == 0)
        return wrow_fail(context, WROW_E_TYPE, "%s is %d, which is no wrow_type",
                         argument, (int)type);
    return WROW_OK;
}

wrow_status wrow_check_flag(wrow_context *context, const char *argument, uint32_t flag)
{
    if (flag > 1)
        return wrow_fail(context, WROW_E_ARGUMENT, "%s is %u, but must be 0 or 1",
                         argument, flag);
    return WROW_OK;
}

wrow_status wrow_check_count(wrow_context *context, const char *argument, size_t count,
                             size_t element_bytes)
{
    if (count > SIZE_MAX / element_bytes)
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "%s: %zu elements of %zu bytes exceed the address space",
                         argument, count, element_bytes);
    return WROW_OK;
}

wrow_status wrow_check_range(wrow_context *context, const char *argument,
                             const void *memory, size_t bytes)
{
    if (bytes && !memory)
        return wrow_fail(context, WROW_E_ARGUMENT, "%s is NULL but has %zu bytes",
                         argument, bytes);
    if ((uintptr_t)memory > UINTPTR_MAX - bytes)
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "%s at %p with %zu bytes exceeds the address space", argument,
                         memory, bytes);
    return WROW_OK;
}

wrow_status wrow_check_array(wrow_context *context, const char *argument,
                             const void *memory, size_t count, size_t element_bytes,
                             size_t alignment, size_t *bytes)
{
    const uintptr_t address = (uintptr_t)memory;
    WROW_TRY(wrow_check_count(context, argument, count, element_bytes));
    if (bytes)
        *bytes = count * element_bytes;
    if (count == 0)
        return WROW_OK;
    WROW_TRY(wrow_check_range(context, argument, memory, count * element_bytes));
    if (address % alignment)
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "%s is %p, which is not a multiple of %zu", argument, memory,
                         alignment);
    WROW_TRY(wrow_check_outside(context, argument, memory, count * element_bytes));
    return wrow_check_place(context, argument, memory);
}

wrow_status wrow_check_place(wrow_context *context, const char *argument,
                             const void *memory)
{
    if (context && context->validate)
        return context->backend->check_pointer(context, argument, memory);
    return WROW_OK;
}

wrow_status wrow_check_apart(wrow_context *context, const char *a_name, const void *a,
                             size_t a_bytes, const char *b_name, const void *b,
                             size_t b_bytes)
{
    const uintptr_t first = (uintptr_t)a, second = (uintptr_t)b;
    if (a_bytes == 0 || b_bytes == 0 || first + a_bytes <= second ||
        second + b_bytes <= first)
        return WROW_OK;
    return wrow_fail(context, WROW_E_ARGUMENT,
                     "%s (%zu bytes at %p) overlaps %s (%zu bytes at %p)", a_name,
                     a_bytes, a, b_name, b_bytes, b);
}

wrow_status wrow_check_outside(wrow_context *context, const char *argument,
                               const void *memory, size_t bytes)
{
    if (!context)
        return WROW_OK;
    return wrow_check_apart(context, argument, memory, bytes, "the workspace",
                            context->given, context->given_bytes);
}

wrow_status wrow_read_options(wrow_context *context, const char *argument,
                              const void *options, size_t current, void *copy)
{
    const unsigned char *given = options;
    uint32_t size = 0;
    memset(copy, 0, current);
    if (!options)
        return WROW_OK;
    memcpy(&size, options, sizeof size);
    if (size == 0)
        size = (uint32_t)current;
    if (size > OPTIONS_BYTES_MAX) /* no version is so large: it would be read */
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "%s->size is %u, but must be at most %d", argument, size,
                         OPTIONS_BYTES_MAX);
    if (size < current)
        return wrow_fail(context, WROW_E_ARGUMENT,
                         "%s->size is %u, but the structure has %zu bytes", argument,
                         size, current);
    for (size_t byte = current; byte < size; ++byte)
        if (given[byte])
            return wrow_fail(context, WROW_E_ARGUMENT,
                             "%s->size is %u and byte %zu is set, but this library knows "
                             "only %zu bytes of it",
                             argument, size, byte, current);
    memcpy(copy, options, current);
    return WROW_OK;
}
