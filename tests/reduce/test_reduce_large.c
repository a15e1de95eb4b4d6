/* test_reduce_large.c -- 2^31 + 1 elements of every type, and the counts where a run
 * gets its second chunk. Would catch an index or a byte offset of 32 bits and a run
 * length that is rounded wrongly. On the CPU the array repeats 32 MB of memory. Bytes
 * always run; what takes minutes runs with WINDROW_TEST_LARGE=1 and is else skipped. */
#include "support/large.h"
#include "support/oracle.h"
#include <stdlib.h>
#include <string.h>

enum { PERIOD = 32 << 20 };

/* The host's array and, on CUDA, its copy. */
struct patterned {
    wrow_context *context;
    struct repeated host;
    void *data;
};

static struct patterned make_patterned(wrow_context *context, enum gen_kind kind,
                                       wrow_type type, size_t count)
{
    const size_t bytes = type_row_of(type)->bytes;
    const size_t marks[] = {0, count / 2, count - 2, count - 1};
    unsigned char *pattern = malloc(PERIOD);
    struct patterned large = {.context = context};
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

static void free_patterned(struct patterned *large)
{
    if (large->data != large->host.data)
        MUST(large->context, wrow_free(large->context, large->data));
    repeated_free(&large->host);
}

static void check_sum(wrow_context *context, wrow_type type, size_t count)
{
    struct patterned large = make_patterned(context, GEN_CANCEL, type, count);
    unsigned char expected[ELEMENT_BYTES_MAX], actual[ELEMENT_BYTES_MAX];
    struct buffer out = buffer_make(context, type_row_of(type)->bytes, 0, CANARY_WRITE);
    oracle_reduce(WROW_SUM, large.host.data, type, count, expected, type);
    MUST(context,
         wrow_reduce(context, WROW_SUM, large.data, type, count, out.data, type));
    buffer_get(&out, actual);
    assert_same_bits(wrow_type_name(type), type, expected, actual, 1);
    buffer_free(&out);
    free_patterned(&large);
}

static void check_describe(wrow_context *context, wrow_type type, size_t count)
{
    struct patterned large = make_patterned(context, GEN_SPARSE, type, count);
    wrow_summary expected, actual;
    struct buffer out = buffer_make(context, sizeof actual, 0, CANARY_WRITE);
    oracle_describe(large.host.data, type, count, false, &expected);
    MUST(context, wrow_describe(context, NULL, large.data, type, count, out.data));
    buffer_get(&out, &actual);
    assert_same_summary(wrow_type_name(type), type, &expected, &actual);
    buffer_free(&out);
    free_patterned(&large);
}

static void skip_unless_large(void)
{
    const char *const text = getenv("WINDROW_TEST_LARGE");
    if (!text || strcmp(text, "1") != 0)
        skip();
}

static void bytes_beyond_31_bits(wrow_context *context)
{
    check_sum(context, WROW_I8, ((size_t)1 << 31) + 1);
}

static void sums_beyond_31_bits(wrow_context *context)
{
    skip_unless_large();
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        check_sum(context, type_rows[t].type, ((size_t)1 << 31) + 1);
}

static void descriptions_beyond_31_bits(wrow_context *context)
{
    skip_unless_large();
    check_describe(context, WROW_U8, ((size_t)1 << 31) + 1);
    if (wrow_context_backend(context) == WROW_CUDA) /* minutes on two cores */
        check_describe(context, WROW_F16, ((size_t)1 << 31) + 1);
}

/* 2^28 bytes are the last with runs of 8 rows; then 16, then 24. */
static void check_longer_runs(wrow_context *context, wrow_type type)
{
    const size_t count = ((size_t)1 << 28) / type_row_of(type)->bytes;
    check_sum(context, type, count + 1);
    check_describe(context, type, count + 1);
    check_sum(context, type, 2 * count + 3);
}

static void longer_runs(wrow_context *context)
{
    check_longer_runs(context, WROW_F32);
}

static void longer_runs_of_other_types(wrow_context *context)
{
    skip_unless_large();
    check_longer_runs(context, WROW_F64);
    check_longer_runs(context, WROW_BF16);
}

/* The extremes lie beyond 2^31: an index of 32 bits would name another element. */
static void an_index_beyond_31_bits(wrow_context *context)
{
    const size_t count = ((size_t)1 << 31) + 1000;
    const unsigned char low = 1, high = 200;
    struct patterned large = make_patterned(context, GEN_EQUAL, WROW_U8, count);
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
    free_patterned(&large);
}

/* An element of value 1, 2, 4 or 8. */
static void put_mark(wrow_context *context, wrow_type type, unsigned char *at, int mark)
{
    static const uint16_t f16[] = {0x3c00, 0x4000, 0x4400, 0x4800};
    static const uint16_t bf16[] = {0x3f80, 0x4000, 0x4080, 0x4100};
    const uint64_t integer = 1u << mark; /* little-endian: the low bytes come first */
    const float f32 = (float)integer;
    const double f64 = (double)integer;
    const void *const element = type == WROW_F16    ? (const void *)&f16[mark]
                                : type == WROW_BF16 ? (const void *)&bf16[mark]
                                : type == WROW_F32  ? (const void *)&f32
                                : type == WROW_F64  ? (const void *)&f64
                                                    : (const void *)&integer;
    MUST(context, wrow_copy(context, at, element, wrow_type_size(type)));
}

/* Zeros with four marks, made where the context works: every answer is known without
 * an oracle. Each mark is worth a bit, so a lost or doubled one shows. */
static void check_marks(wrow_context *context, wrow_type type)
{
    const size_t count = ((size_t)1 << 31) + 1, bytes = wrow_type_size(type);
    const size_t marks[] = {5, count / 2, count - 2, count - 1};
    const uint64_t zero = 0;
    void *memory = NULL;
    uint64_t nonzero;
    wrow_summary summary;
    struct buffer out = buffer_make(context, sizeof summary, 0, CANARY_WRITE);
    if (wrow_alloc(context, count * bytes, &memory) == WROW_E_MEMORY)
        skip();
    MUST(context, wrow_fill(context, memory, &zero, type, count));
    for (int m = 0; m < 4; ++m)
        put_mark(context, type, (unsigned char *)memory + marks[m] * bytes, m);

    MUST(context, wrow_reduce(context, WROW_COUNT_NONZERO, memory, type, count, out.data,
                              WROW_U64));
    buffer_get(&out, &summary);
    memcpy(&nonzero, &summary, sizeof nonzero);
    assert_int_equal(nonzero, 4);
    MUST(context, wrow_describe(context, NULL, memory, type, count, out.data));
    buffer_get(&out, &summary);
    assert_true(summary.sum == 15 && summary.count == count);
    assert_true(summary.max_index == count - 1 && summary.min_index == 0);
    MUST(context, wrow_free(context, memory));
    buffer_free(&out);
}

static void marks_beyond_31_bits(wrow_context *context)
{
    const bool wide = wrow_context_backend(context) == WROW_CUDA;
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        if (wide || type_rows[t].bytes == 1)
            check_marks(context, type_rows[t].type);
}

ONCE(longer_runs)
ONCE(longer_runs_of_other_types)
ONCE(an_index_beyond_31_bits)
ONCE(marks_beyond_31_bits)
ONCE(bytes_beyond_31_bits)
ONCE(sums_beyond_31_bits)
ONCE(descriptions_beyond_31_bits)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(longer_runs),
        BOTH(longer_runs_of_other_types),
        BOTH(an_index_beyond_31_bits),
        BOTH(marks_beyond_31_bits),
        BOTH(bytes_beyond_31_bits),
        BOTH(sums_beyond_31_bits),
        BOTH(descriptions_beyond_31_bits),
    };
    return cmocka_run_group_tests_name("reduce/test_reduce_large", tests, NULL, NULL);
}
