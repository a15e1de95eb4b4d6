/* test_reduce_large.c -- 2^31 + 1 elements of every type, and the counts where a run
 * gets its second chunk. Would catch an index or a byte offset of 32 bits and a run
 * length that is rounded wrongly. On the CPU the array repeats 32 MB of memory. */
#include "support/case.h"
#include "support/memory_map.h"
#include "support/oracle.h"
#include <stdlib.h>
#include <string.h>

enum { PERIOD = 32 << 20 };

/* The host's array and, on CUDA, its copy. */
struct large {
    wrow_context *context;
    struct repeated host;
    void *data;
};

static struct large make_large(wrow_context *context, enum gen_kind kind, wrow_type type,
                               size_t count)
{
    const size_t bytes = type_row_of(type)->bytes;
    const size_t marks[] = {0, count / 2, count - 2, count - 1};
    unsigned char *pattern = malloc(PERIOD);
    struct large large = {.context = context};
    assert_non_null(pattern);
    gen_elements(kind, type, count, PERIOD / bytes, pattern);
    large.host = repeated_make(pattern, PERIOD, count * bytes);
    free(pattern);
    if (large.host.data == NULL)
        skip();
    for (size_t i = 0; i < COUNT_OF(marks); ++i) /* so that no period is like another */
        gen_elements(GEN_MIXED, type, i, 1, large.host.data + marks[i] * bytes);
    large.data = large.host.data;
    if (wrow_context_backend(context) == WROW_CUDA) {
        if (wrow_alloc(context, count * bytes, &large.data) == WROW_E_MEMORY) {
            repeated_free(&large.host);
            skip();
        }
        MUST(context, wrow_copy(context, large.data, large.host.data, count * bytes));
    }
    return large;
}

static void free_large(struct large *large)
{
    if (large->data != large->host.data)
        MUST(large->context, wrow_free(large->context, large->data));
    repeated_free(&large->host);
}

static void check_sum(wrow_context *context, wrow_type type, size_t count)
{
    struct large large = make_large(context, GEN_CANCEL, type, count);
    unsigned char expected[ELEMENT_BYTES_MAX], actual[ELEMENT_BYTES_MAX];
    struct buffer out = buffer_make(context, type_row_of(type)->bytes, 0, CANARY_WRITE);
    oracle_reduce(WROW_SUM, large.host.data, type, count, expected, type);
    MUST(context,
         wrow_reduce(context, WROW_SUM, large.data, type, count, out.data, type));
    buffer_get(&out, actual);
    assert_same_bits(wrow_type_name(type), type, expected, actual, 1);
    buffer_free(&out);
    free_large(&large);
}

static void check_describe(wrow_context *context, wrow_type type, size_t count)
{
    struct large large = make_large(context, GEN_SPARSE, type, count);
    wrow_summary expected, actual;
    struct buffer out = buffer_make(context, sizeof actual, 0, CANARY_WRITE);
    oracle_describe(large.host.data, type, count, false, &expected);
    MUST(context, wrow_describe(context, NULL, large.data, type, count, out.data));
    buffer_get(&out, &actual);
    assert_same_summary(wrow_type_name(type), type, &expected, &actual);
    buffer_free(&out);
    free_large(&large);
}

static void sums_beyond_31_bits(wrow_context *context)
{
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        check_sum(context, type_rows[t].type, ((size_t)1 << 31) + 1);
}

static void descriptions_beyond_31_bits(wrow_context *context)
{
    check_describe(context, WROW_U8, ((size_t)1 << 31) + 1);
    if (wrow_context_backend(context) == WROW_CUDA) /* minutes on two cores */
        check_describe(context, WROW_F16, ((size_t)1 << 31) + 1);
}

/* 2^28 bytes are the last with runs of 8 rows; then 16, then 24. */
static void longer_runs(wrow_context *context)
{
    static const wrow_type types[] = {WROW_F64, WROW_F32, WROW_BF16};
    for (size_t t = 0; t < COUNT_OF(types); ++t) {
        const size_t count = ((size_t)1 << 28) / type_row_of(types[t])->bytes;
        check_sum(context, types[t], count);
        check_sum(context, types[t], count + 1);
        check_sum(context, types[t], 2 * count + 3);
        check_describe(context, types[t], count + 1);
    }
}

/* The extremes lie beyond 2^31: an index of 32 bits would name another element. */
static void an_index_beyond_31_bits(wrow_context *context)
{
    const size_t count = ((size_t)1 << 31) + 1000;
    const unsigned char low = 1, high = 200;
    struct large large = make_large(context, GEN_EQUAL, WROW_U8, count);
    wrow_summary summary;
    unsigned char *const data = large.data;
    struct buffer out = buffer_make(context, sizeof summary, 0, CANARY_WRITE);
    MUST(context, wrow_fill(context, data, &(unsigned char){100}, WROW_U8, 1));
    MUST(context,
         wrow_fill(context, data + count / 2, &(unsigned char){100}, WROW_U8, 1));
    MUST(context, wrow_fill(context, data + count - 2, &low, WROW_U8, 1));
    MUST(context, wrow_fill(context, data + count - 1, &high, WROW_U8, 1));
    MUST(context, wrow_describe(context, NULL, data, WROW_U8, count, out.data));
    buffer_get(&out, &summary);
    assert_true(summary.min.u == low && summary.min_index == count - 2);
    assert_true(summary.max.u == high && summary.max_index == count - 1);
    buffer_free(&out);
    free_large(&large);
}

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
ONCE(longer_runs)
ONCE(an_index_beyond_31_bits)
ONCE(sums_beyond_31_bits)
ONCE(descriptions_beyond_31_bits)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(longer_runs),
        BOTH(an_index_beyond_31_bits),
        BOTH(sums_beyond_31_bits),
        BOTH(descriptions_beyond_31_bits),
    };
    return cmocka_run_group_tests_name("reduce/test_reduce_large", tests, NULL, NULL);
}
