/* core/context.c -- a context's life, its stream and its errors. */
#include "core/backend.h"
#include "core/check.h"
#include "core/element.h"
#include "core/memory.h"
#include "core/record.h"
#include <stdlib.h>
#include <string.h>

enum { CPU_THREADS_MAX = 1024 };

static wrow_status check_options(const wrow_context_options *options)
{
    if (options->backend > WROW_CUDA)
        return wrow_fail(NULL, WROW_E_ARGUMENT,
                         "options->backend is %u, but the largest is %d",
                         options->backend, WROW_CUDA);
    if (options->device < 0)
        return wrow_fail(NULL, WROW_E_ARGUMENT,
                         "options->device is %d, which is negative", options->device);
    if (options->cpu_threads > CPU_THREADS_MAX)
        return wrow_fail(NULL, WROW_E_ARGUMENT,
                         "options->cpu_threads is %u, but at most %d are allowed",
                         options->cpu_threads, CPU_THREADS_MAX);
    if (options->validate > 1)
        return wrow_fail(NULL, WROW_E_ARGUMENT,
                         "options->validate is %u, but must be 0 or 1",
                         options->validate);
    if (options->reserved)
        return wrow_fail(NULL, WROW_E_ARGUMENT, "options->reserved is %u, but must be 0",
                         options->reserved);
    if (!options->allocate != !options->release)
        return wrow_fail(NULL, WROW_E_ARGUMENT,
                         "options->%s is NULL: give both allocator callbacks or neither",
                         options->allocate ? "release" : "allocate");
    return WROW_OK;
}

static bool validation_asked(const wrow_context_options *options)
{
    const char *const text = getenv("WINDROW_VALIDATE");
    return options->validate || (text && strcmp(text, "1") == 0);
}

/* Opens the backend that was asked for; AUTO tries CUDA and settles for the CPU. */
static wrow_status open_backend(wrow_context *context,
                                const wrow_context_options *options)
{
    if (options->backend != WROW_CPU) {
        context->backend = &wrow_backend_cuda;
        const wrow_status status = context->backend->open(context, options);
        if (status == WROW_OK || status != WROW_E_DEVICE || options->backend == WROW_CUDA)
            return status;
        context->error[0] = '\0';
    }
    context->backend = &wrow_backend_cpu;
    return context->backend->open(context, options);
}

static void close_context(wrow_context *context)
{
    context->backend->close(context); /* waits: nothing uses the memory below */
    wrow_memory_drop_all(context, &context->owned);
    while (context->handed_out) { /* the caller's to free; the list is ours */
        struct memory_block *const next = context->handed_out->next;
        free(context->handed_out);
        context->handed_out = next;
    }
    free(context);
}

wrow_status wrow_context_create(wrow_context **context,
                                const wrow_context_options *options)
{
    wrow_context_options known;
    if (!context)
        return wrow_fail(NULL, WROW_E_ARGUMENT, "context is NULL");
    *context = NULL;
    WROW_TRY(wrow_read_options(NULL, "options", options, sizeof known, &known));
    WROW_TRY(check_options(&known));

    wrow_context *const made = calloc(1, sizeof *made);
    if (!made)
        return wrow_fail(NULL, WROW_E_MEMORY, "no host memory for %zu bytes",
                         sizeof *made);
    made->validate = validation_asked(&known);
    made->allocate = known.allocate;
    made->release = known.release;
    made->allocator_user = known.allocator_user;

    wrow_status status = open_backend(made, &known);
    if (status != WROW_OK) {
        wrow_fail(NULL, status, "%s", made->error);
        free(made);
        return status;
    }
    status = wrow_workspace_own(made);
    if (status == WROW_OK)
        status = made->backend->synchronize(made);
    if (status != WROW_OK) {
        wrow_fail(NULL, status, "%s", made->error);
        close_context(made);
        return status;
    }
    *context = made;
    return WROW_OK;
}

void wrow_context_destroy(wrow_context *context)
{
    if (context)
        close_context(context);
}

wrow_status wrow_context_set_stream(wrow_context *context, void *stream)
{
    WROW_TRY(wrow_enter(context));
    if (stream == context->stream)
        return WROW_OK;
    return context->backend->set_stream(context, stream);
}

/* The sentence of a data record goes into the context. */
static wrow_status data_error(wrow_context *context, const struct device_record *record)
{
    const wrow_status status = (wrow_status)record->code;
    const unsigned long long index = record->index, value = record->value;
    const double real = f64_from_bits(record->value);
    switch ((enum data_source)record->source) {
#define X(name, text, first, second)                                                     \
    case name:                                                                           \
        return wrow_fail(context, status, text, first, second);
        WROW_DATA_SOURCE_MAP(X)
#undef X
    case DATA_NONE:
        break;
    }
    return wrow_fail(context, status, "%s", wrow_status_text(status));
}

wrow_status wrow_context_check(wrow_context *context)
{
    WROW_TRY(wrow_enter(context));
    struct device_record *const record = context->record;
    if (__atomic_load_n(&record->code, __ATOMIC_ACQUIRE) == WROW_OK)
        return WROW_OK;
    if (record->code == WROW_E_BUSY) { /* nobody knows what the overlap left behind */
        WROW_TRY(context->backend->refuse_capture(context, context->stream,
                                                  "cleaning up after WROW_E_BUSY"));
        WROW_TRY(wrow_workspace_clean(context));
    }
    const wrow_status status = data_error(context, record);
    __atomic_store_n(&record->code, (uint32_t)WROW_OK, __ATOMIC_RELEASE);
    __atomic_store_n(&record->generation, record->generation + 1, __ATOMIC_RELEASE);
    return status;
}

wrow_status wrow_context_synchronize(wrow_context *context)
{
    WROW_TRY(wrow_enter(context));
    WROW_TRY(context->backend->refuse_capture(context, context->stream,
                                              "wrow_context_synchronize"));
    WROW_TRY(context->backend->synchronize(context));
    return wrow_context_check(context);
}

wrow_backend wrow_context_backend(const wrow_context *context)
{
    return context ? context->backend->id : WROW_AUTO;
}

const char *wrow_backend_name(wrow_backend backend)
{
    static const char *const names[] = {
        [WROW_AUTO] = "auto", [WROW_CPU] = "cpu", [WROW_CUDA] = "cuda"};
    const unsigned index = (unsigned)backend;
    return index < sizeof names / sizeof names[0] ? names[index] : "unknown";
}

const char *wrow_context_device_name(const wrow_context *context)
{
    return context ? context->device_name : "";
}
