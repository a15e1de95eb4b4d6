/* core/memory.h -- blocks from the context's allocator, kept in lists so that
 * each is given back with the size it was taken with. */
#ifndef WROW_CORE_MEMORY_H
#define WROW_CORE_MEMORY_H

#include "core/context_impl.h"

/* Adds a block of at least `bytes`, aligned to 256, to the list. */
wrow_status wrow_memory_take(wrow_context *context, struct memory_block **list,
                             size_t bytes, void **memory);
/* Gives back every block of the list. */
void wrow_memory_drop_all(wrow_context *context, struct memory_block **list);
/* Gives back one block; false if it is not in the list. */
bool wrow_memory_drop(wrow_context *context, struct memory_block **list, void *memory);

/* The context's first own state area and scratch (workspace.c). */
wrow_status wrow_workspace_own(wrow_context *context);

/* Zeroes the state area, behind the work that is queued. */
wrow_status wrow_workspace_clean(wrow_context *context);

#endif
