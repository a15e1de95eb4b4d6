/* core/memory.h -- blocks from the context's allocator, kept in lists so that
 * each is given back with the size it was taken with. */
#ifndef WROW_CORE_MEMORY_H
#define WROW_CORE_MEMORY_H

#include "core/context_impl.h"

/* `bytes` of a public call are not so many that allocators could not round them up. */
wrow_status wrow_memory_check(wrow_context *context, size_t bytes);
/* Returns status; if that is WROW_E_MEMORY, the sentence begins with the call's `bytes`:
 * what was asked of the allocator may be another number. */
wrow_status wrow_memory_name(wrow_context *context, size_t bytes, wrow_status status);

/* Adds a block of at least `bytes`, aligned to 256, to the list. */
wrow_status wrow_memory_take(wrow_context *context, struct memory_block **list,
                             size_t bytes, void **memory);
/* Gives back every block of the list. */
void wrow_memory_drop_all(wrow_context *context, struct memory_block **list);

/* The context's first own state area and scratch (workspace.c). */
wrow_status wrow_workspace_own(wrow_context *context);

/* Zeroes the state area, behind the work that is queued. */
wrow_status wrow_workspace_clean(wrow_context *context);

#endif
