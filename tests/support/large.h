/*
 * tests/support/large.h -- arrays of gigabytes that hold one small number, and another in
 * some places, made where the context works. On the CPU they repeat 32 MB of memory.
 */
#ifndef WINDROW_TESTS_LARGE_H
#define WINDROW_TESTS_LARGE_H

#include "case.h"
#include "memory_map.h"

struct large {
    wrow_context *context;
    wrow_type type;
    size_t count;
    struct repeated host;
    unsigned char *data;
};

/* Skips the running test where there is no memory for it. */
struct large large_make(wrow_context *context, wrow_type type, size_t count, int value);
void large_put(const struct large *large, size_t index, int value);
void large_free(struct large *large);

/* Memory of the context, likewise. */
void *large_alloc(wrow_context *context, size_t bytes);

/* As ON_BOTH, but on the CPU once, with all its processors. */
#define ONCE(body)                                                                       \
    static void body##_cpu(void **state)                                                 \
    {                                                                                    \
        wrow_context *context = case_cpu(0);                                             \
        (void)state;                                                                     \
        body(context);                                                                   \
        wrow_context_destroy(context);                                                   \
    }                                                                                    \
    static void body##_cuda(void **state)                                                \
    {                                                                                    \
        (void)state;                                                                     \
        case_on_cuda(body);                                                              \
    }

#endif
