/*
 * test_histogram_large.c -- more samples in a bin than a u32 counts. Would catch a
 * private counter that wraps and an overflow that nobody is told of. On the CPU the
 * array repeats 32 MB of memory.
 */
#include "support/case.h"
#include "support/memory_map.h"
#include <stdlib.h>

enum { PERIOD = 32 << 20 };
#define COUNT (((size_t)1 << 32) + 12345)

static void *make_ones(wrow_context *context, struct repeated *host)
{
    const float one = 1;
    void *data = NULL;
    if (wrow_context_backend(context) == WROW_CUDA) {
        if (wrow_alloc(context, COUNT * sizeof one, &data) == WROW_E_MEMORY)
            skip();
        MUST(context, wrow_fill(context, data, &one, WROW_F32, COUNT));
        return data;
    }
    float *const pattern = malloc(PERIOD);
    assert_non_null(pattern);
    for (size_t i = 0; i < PERIOD / sizeof one; ++i)
        pattern[i] = one;
    *host = repeated_make(pattern, PERIOD, COUNT * sizeof one);
    free(pattern);
    if (!host->data)
        skip();
    return host->data;
}

static void a_count_beyond_32_bits(wrow_context *context)
{
    const double edges[] = {0, 1, 2};
    struct repeated host = {0};
    void *const data = make_ones(context, &host);
    struct buffer at = buffer_make(context, sizeof edges, 0, CANARY_READ);
    struct buffer out = buffer_make(context, 2 * sizeof(uint64_t), 0, CANARY_WRITE);
    uint64_t wide[2];
    uint32_t narrow[2];
    buffer_put(&at, edges);

    MUST(context, wrow_histogram_edges(context, NULL, data, WROW_F32, COUNT, at.data, 3,
                                       out.data, WROW_U64));
    buffer_get(&out, wide);
    assert_true(wide[0] == 0 && wide[1] == COUNT);
    MUST(context, wrow_context_synchronize(context));

    MUST(context, wrow_histogram_edges(context, NULL, data, WROW_F32, COUNT, at.data, 3,
                                       out.data, WROW_U32));
    MUST_REFUSE(context, WROW_E_OVERFLOW, "counts[1] is 4294979641",
                wrow_context_synchronize(context));
    MUST(context, wrow_copy(context, narrow, out.data, sizeof narrow));
    assert_true(narrow[0] == 0 && narrow[1] == UINT32_MAX);
    MUST(context, wrow_context_synchronize(context));

    buffer_free(&out);
    buffer_free(&at);
    if (host.data)
        repeated_free(&host);
    else
        MUST(context, wrow_free(context, data));
}

static void a_count_beyond_32_bits_cpu(void **state)
{
    wrow_context *context = case_cpu(0);
    (void)state;
    a_count_beyond_32_bits(context);
    wrow_context_destroy(context);
}

static void a_count_beyond_32_bits_cuda(void **state)
{
    (void)state;
    case_on_cuda(a_count_beyond_32_bits);
}

int main(void)
{
    const struct CMUnitTest tests[] = {BOTH(a_count_beyond_32_bits)};
    return cmocka_run_group_tests_name("histogram/test_histogram_large", tests, NULL,
                                       NULL);
}
