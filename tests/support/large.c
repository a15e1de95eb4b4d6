/* large.c -- see large.h. */
#include "large.h"
#include <stdlib.h>
#include <string.h>

enum { PERIOD = 32 << 20 };

static void element_of(wrow_type type, int value, unsigned char *element)
{
    if (is_float(type))
        store_f64(type, value, element);
    else
        store_integer(type, (uint64_t)(int64_t)value, element);
}

void *large_alloc(wrow_context *context, size_t bytes)
{
    void *memory = NULL;
    const wrow_status status = wrow_alloc(context, bytes, &memory);
    if (status == WROW_E_MEMORY)
        skip();
    MUST(context, status);
    return memory;
}

struct large large_make(wrow_context *context, wrow_type type, size_t count, int value)
{
    const size_t bytes = type_row_of(type)->bytes;
    struct large large = {.context = context, .type = type, .count = count};
    unsigned char element[ELEMENT_BYTES_MAX];
    element_of(type, value, element);
    if (wrow_context_backend(context) == WROW_CUDA) {
        large.data = large_alloc(context, count * bytes);
        MUST(context, wrow_fill(context, large.data, element, type, count));
        return large;
    }
    unsigned char *const pattern = malloc(PERIOD);
    assert_non_null(pattern);
    for (size_t i = 0; i < PERIOD; i += bytes)
        memcpy(pattern + i, element, bytes);
    large.host = repeated_make(pattern, PERIOD, count * bytes);
    free(pattern);
    if (large.host.data == NULL)
        skip();
    large.data = large.host.data;
    return large;
}

void large_put(const struct large *large, size_t index, int value)
{
    unsigned char element[ELEMENT_BYTES_MAX];
    const size_t bytes = type_row_of(large->type)->bytes;
    element_of(large->type, value, element);
    MUST(large->context,
         wrow_copy(large->context, large->data + index * bytes, element, bytes));
}

void large_free(struct large *large)
{
    if (large->host.data)
        repeated_free(&large->host);
    else
        MUST(large->context, wrow_free(large->context, large->data));
    large->data = NULL;
}
