/* test_stack.c -- every call from a thread with a stack as small as one can be. Would
 * catch an array on the stack that belongs into scratch. */
#define _POSIX_C_SOURCE 200809L

#include "support/case.h"
#include <errno.h>
#include <limits.h>
#include <pthread.h>

/* Sanitizers put frames of their own on the stack. */
#if defined(__has_feature)
#define HAS_FEATURE(name) __has_feature(name)
#else
#define HAS_FEATURE(name) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||                     \
    HAS_FEATURE(address_sanitizer) || HAS_FEATURE(thread_sanitizer) ||                   \
    HAS_FEATURE(memory_sanitizer)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

enum { STACK_COUNT = 300000, STACK_EDGES = WROW_HISTOGRAM_EDGES_MAX };

static struct {
    union {
        float f32[STACK_COUNT];
        unsigned char bytes[STACK_COUNT];
    } in;
    double edges[STACK_EDGES];
    uint64_t counts[STACK_EDGES - 1];
    wrow_summary summary;
    wrow_extreme min, max;
    double sum;
} data;

static wrow_status first_failure;

static void note(wrow_status status)
{
    if (first_failure == WROW_OK)
        first_failure = status;
}

static void *use_every_call(void *argument)
{
    const wrow_context_options options = {.backend = WROW_CPU,
                                          .cpu_threads = *(uint32_t *)argument};
    wrow_context *c = NULL;
    void *memory = NULL;
    note(wrow_context_create(&c, &options));
    for (size_t count = 1000; count <= STACK_COUNT; count = count * 300 - 1) {
        for (size_t t = 0; t < TYPE_COUNT; ++t) {
            const wrow_type type = type_rows[t].type;
            const size_t fitting = type_rows[t].bytes > 4 ? count / 2 : count;
            note(wrow_reduce(c, WROW_MAX, &data.in, type, fitting, &data.sum, type));
            note(wrow_describe(c, NULL, &data.in, type, fitting, &data.summary));
            note(wrow_arg_reduce(c, &data.in, type, fitting, &data.min, &data.max));
        }
        note(wrow_reduce(c, WROW_SUM, &data.in, WROW_F32, count, &data.sum, WROW_F64));
        for (size_t edges = 2; edges <= STACK_EDGES; edges += STACK_EDGES - 2)
            note(wrow_histogram_edges(c, NULL, &data.in, WROW_F32, count, data.edges,
                                      edges, data.counts, WROW_U64));
    }
    note(wrow_alloc(c, 5 << 20, &memory));
    note(wrow_fill(c, memory, &data.sum, WROW_F64, 10000));
    note(wrow_copy(c, data.counts, memory, sizeof data.counts));
    note(wrow_free(c, memory));
    if (wrow_alloc(c, SIZE_MAX, &memory) != WROW_E_MEMORY)
        note(WROW_STATUS_MAX_);
    note(wrow_context_synchronize(c));
    wrow_context_destroy(c);
    return NULL;
}

static void every_call_runs_on_a_small_stack(void **state)
{
    const long least = (long)PTHREAD_STACK_MIN;
    pthread_attr_t attributes;
    (void)state;
    if (SANITIZED)
        skip();
    for (int i = 0; i < STACK_EDGES; ++i)
        data.edges[i] = i;
    for (int i = 0; i < STACK_COUNT; ++i)
        data.in.f32[i] = (float)(i % 1500) * 0.7f;
    pthread_attr_init(&attributes);
    assert_int_equal(
        pthread_attr_setstacksize(&attributes, (size_t)(least > 16384 ? least : 16384)),
        0);
    for (uint32_t threads = 1; threads <= 3; threads += 2) {
        pthread_t thread;
        first_failure = WROW_OK;
        const int error = pthread_create(&thread, &attributes, use_every_call, &threads);
        if (error == EINVAL) { /* a program whose thread-local data need more than that */
            pthread_attr_destroy(&attributes);
            skip();
        }
        assert_int_equal(error, 0);
        pthread_join(thread, NULL);
        assert_int_equal(first_failure, WROW_OK);
    }
    pthread_attr_destroy(&attributes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_runs_on_a_small_stack),
    };
    return cmocka_run_group_tests_name("core/test_stack", tests, NULL, NULL);
}
