/*
 * core/check.h -- argument checks that every call shares. Each returns WROW_OK
 * or leaves one sentence with argument, value and limit in the context.
 */
#ifndef WROW_CORE_CHECK_H
#define WROW_CORE_CHECK_H

#include "core/context_impl.h"

/* The first line of every public call: the context exists and is not lost. */
wrow_status wrow_enter(wrow_context *context);

/* It is one of WROW_TYPE_MAP. */
wrow_status wrow_check_type(wrow_context *context, const char *argument, wrow_type type);

/* It is 0 or 1. */
wrow_status wrow_check_flag(wrow_context *context, const char *argument, uint32_t flag);

/* The bytes of `count` elements fit a size_t. */
wrow_status wrow_check_count(wrow_context *context, const char *argument, size_t count,
                             size_t element_bytes);

/* `bytes` at `memory`: not NULL unless bytes is 0, no wrap of the address space. */
wrow_status wrow_check_range(wrow_context *context, const char *argument,
                             const void *memory, size_t bytes);

/* `count` elements of `element_bytes` at `memory`: not NULL unless count is 0,
 * aligned to `alignment`, no wrap of the address space, outside the workspace that
 * the caller gave; with validation also that it lives where the context works.
 * *bytes, if not NULL, gets the size. */
wrow_status wrow_check_array(wrow_context *context, const char *argument,
                             const void *memory, size_t count, size_t element_bytes,
                             size_t alignment, size_t *bytes);

/* [a, a + a_bytes) and [b, b + b_bytes), both checked ranges, share no byte. */
wrow_status wrow_check_apart(wrow_context *context, const char *a_name, const void *a,
                             size_t a_bytes, const char *b_name, const void *b,
                             size_t b_bytes);

/* [memory, memory + bytes), a checked range, shares no byte with the workspace that the
 * caller gave: calls overwrite all of that. */
wrow_status wrow_check_outside(wrow_context *context, const char *argument,
                               const void *memory, size_t bytes);

/* With validation: `memory` lives where the context works. */
wrow_status wrow_check_place(wrow_context *context, const char *argument,
                             const void *memory);

/* `size` is 0 or at least `known`, the size of the options' first version, and
 * bytes beyond `current` (a newer caller's fields) are all zero. The options as
 * this library knows them are copied to `copy` (current bytes, zero-filled). */
wrow_status wrow_read_options(wrow_context *context, const char *argument,
                              const void *options, size_t current, void *copy);

#endif
