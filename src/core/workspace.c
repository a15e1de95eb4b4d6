/*
 * core/workspace.c -- the memory a context works in: first the state area, then
 * scratch. In fixed mode both are carved from the caller's memory; otherwise
 * from blocks of the context's own, which only ever grow, because a captured
 * graph may still name the old ones.
 */
#include "core/backend.h"
#include "core/check.h"
#include "core/memory.h"
#include "core/record.h"
#include "core/state_area.h"

enum {
    ALIGNMENT = 256,
    STATE_BYTES = (sizeof(struct state_area) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT,
    OVERHEAD = ALIGNMENT - 1 + STATE_BYTES,
    FIRST_SCRATCH = 256 * 1024 /* enough for every reduction of any count */
};

static size_t round_up(size_t bytes)
{
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

size_t wrow_workspace_bytes(size_t scratch_bytes)
{
    return scratch_bytes > SIZE_MAX - OVERHEAD - ALIGNMENT
               ? SIZE_MAX
               : OVERHEAD + round_up(scratch_bytes);
}

/* Zeroes the state area and makes the workspace the context's; nothing changes if
 * that fails. */
static wrow_status adopt(wrow_context *context, struct workspace workspace)
{
    WROW_TRY(context->backend->synchronize(context));
    WROW_TRY(context->backend->zero(context, workspace.state, STATE_BYTES));
    /* The new area's claim word is 0: an error that the host has not taken yet stays
     * claimed if that is its generation (record.h). */
    if (context->record->code != WROW_OK)
        context->record->generation = 0;
    context->workspace = workspace;
    return WROW_OK;
}

wrow_status wrow_workspace_own(wrow_context *context)
{
    if (!context->own.state) {
        void *memory;
        WROW_TRY(wrow_memory_take(context, &context->owned, STATE_BYTES + FIRST_SCRATCH,
                                  &memory));
        context->own.state = memory;
        context->own.scratch = context->own.state + STATE_BYTES;
        context->own.scratch_bytes = FIRST_SCRATCH;
    }
    WROW_TRY(adopt(context, context->own));
    context->fixed = false;
    context->given = NULL;
    context->given_bytes = 0;
    return WROW_OK;
}

wrow_status wrow_workspace_clean(wrow_context *context)
{
    return context->backend->zero(context, context->workspace.state, STATE_BYTES);
}

wrow_status wrow_scratch(wrow_context *context, size_t bytes, void **scratch)
{
    size_t grown = context->workspace.scratch_bytes * 2;
    void *memory;
    if (bytes > context->workspace.scratch_bytes) {
        if (context->fixed)
            return wrow_fail(
                context, WROW_E_WORKSPACE,
                "the workspace has %zu bytes of scratch, but this call needs "
                "%zu: give wrow_context_set_workspace %zu bytes",
                context->workspace.scratch_bytes, bytes, wrow_workspace_bytes(bytes));
        if (context->backend->refuse_capture(context, context->stream, "growing"))
            return wrow_fail(context, WROW_E_WORKSPACE,
                             "the workspace cannot grow while the stream is being "
                             "captured: wrow_context_reserve %zu bytes before",
                             wrow_workspace_bytes(bytes));
        grown = round_up(grown > bytes ? grown : bytes);
        WROW_TRY(wrow_memory_take(context, &context->owned, grown, &memory));
        context->workspace.scratch = memory;
        context->workspace.scratch_bytes = grown;
        context->own = context->workspace;
    }
    *scratch = context->workspace.scratch;
    return WROW_OK;
}

wrow_status wrow_context_reserve(wrow_context *context, size_t bytes)
{
    void *scratch;
    WROW_TRY(wrow_enter(context));
    if (context->fixed && bytes > context->given_bytes)
        return wrow_fail(context, WROW_E_WORKSPACE,
                         "bytes is %zu, but the workspace has %zu: give "
                         "wrow_context_set_workspace as many",
                         bytes, context->given_bytes);
    if (context->fixed)
        return WROW_OK;
    WROW_TRY(wrow_memory_check(context, bytes));
    return wrow_memory_name(
        context, bytes,
        wrow_scratch(context, bytes > OVERHEAD ? bytes - OVERHEAD : 0, &scratch));
}

wrow_status wrow_context_set_workspace(wrow_context *context, void *workspace,
                                       size_t bytes)
{
    WROW_TRY(wrow_enter(context));
    WROW_TRY(context->backend->refuse_capture(context, context->stream,
                                              "wrow_context_set_workspace"));
    if (!workspace && bytes == 0)
        return context->fixed ? wrow_workspace_own(context) : WROW_OK;
    WROW_TRY(wrow_check_range(context, "workspace", workspace, bytes));
    if (bytes > 0) /* not wrow_check_array: it may well lie in the one before */
        WROW_TRY(wrow_check_place(context, "workspace", workspace));
    if (bytes < OVERHEAD || !workspace)
        return wrow_fail(context, WROW_E_WORKSPACE,
                         "workspace has %zu bytes, but every call needs at least %zu",
                         bytes, (size_t)OVERHEAD);

    unsigned char *const memory = workspace;
    const size_t skip = (ALIGNMENT - (uintptr_t)memory % ALIGNMENT) % ALIGNMENT;
    const struct workspace given = {memory + skip, memory + skip + STATE_BYTES,
                                    (bytes - skip - STATE_BYTES) / ALIGNMENT * ALIGNMENT};
    WROW_TRY(adopt(context, given));
    context->fixed = true;
    context->given = workspace;
    context->given_bytes = bytes;
    return WROW_OK;
}
