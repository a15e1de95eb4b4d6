/* test_describe_refusals.c -- every wrong argument of wrow_describe: a status, a
 * sentence that names it, and a summary that nobody wrote to. */
#include "support/case.h"
#include <string.h>

enum { COUNT = 100 };

struct arrays {
    struct input input;
    struct buffer out;
    unsigned char *in;
    wrow_summary *summary;
};

static struct arrays make_arrays(wrow_context *context)
{
    struct arrays arrays = {
        .input = input_make(context, GEN_MIXED, WROW_F64, 1, COUNT, 0),
        .out = buffer_make(context, sizeof(wrow_summary) + 8, 0, CANARY_WRITE)};
    arrays.in = arrays.input.buffer.data;
    arrays.summary = arrays.out.data;
    buffer_set(&arrays.out, UNTOUCHED);
    return arrays;
}

static void free_arrays(struct arrays *arrays)
{
    unsigned char now[COUNT * 8];
    buffer_untouched("out", &arrays->out);
    buffer_get(&arrays->input.buffer, now);
    assert_memory_equal(arrays->input.host, now, sizeof now);
    case_check_describe(&arrays->input, false, "after refusals");
    buffer_free(&arrays->out);
    input_free(&arrays->input);
}

static void wrong_types_and_counts_are_refused(wrow_context *context)
{
    static const int strangers[] = {0, -1, 13, 0x7fffffff};
    struct arrays a = make_arrays(context);
    for (size_t i = 0; i < COUNT_OF(strangers); ++i)
        MUST_REFUSE(context, WROW_E_TYPE, "type",
                    wrow_describe(context, NULL, a.in, (wrow_type)strangers[i], COUNT,
                                  a.summary));
    for (size_t t = 0; t < TYPE_COUNT; ++t) {
        const wrow_type type = type_rows[t].type;
        MUST_REFUSE(context, WROW_E_EMPTY, "count",
                    wrow_describe(context, NULL, a.in, type, 0, a.summary));
        MUST_REFUSE(context, WROW_E_EMPTY, "count",
                    wrow_describe(context, NULL, NULL, type, 0, a.summary));
        MUST_REFUSE(context, WROW_E_ARGUMENT, "in",
                    wrow_describe(context, NULL, a.in, type, SIZE_MAX, a.summary));
        MUST_REFUSE(context, WROW_E_ARGUMENT, "in",
                    wrow_describe(context, NULL, a.in, type,
                                  SIZE_MAX / type_rows[t].bytes, a.summary));
    }
    free_arrays(&a);
}
ON_BOTH(wrong_types_and_counts_are_refused)

static void wrong_pointers_are_refused(wrow_context *context)
{
    struct arrays a = make_arrays(context);
    unsigned char *const out = a.out.data;
    MUST_REFUSE(context, WROW_E_ARGUMENT, "in is NULL",
                wrow_describe(context, NULL, NULL, WROW_F32, 3, a.summary));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "out is NULL",
                wrow_describe(context, NULL, a.in, WROW_F32, 3, NULL));
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        for (size_t skew = 1; skew < type_rows[t].bytes; ++skew)
            MUST_REFUSE(context, WROW_E_ARGUMENT, "in is",
                        wrow_describe(context, NULL, a.in + skew, type_rows[t].type, 3,
                                      a.summary));
    for (size_t skew = 1; skew < 8; ++skew)
        MUST_REFUSE(context, WROW_E_ARGUMENT, "out is",
                    wrow_describe(context, NULL, a.in, WROW_U8, 3, (void *)(out + skew)));
    for (size_t within = 0; within < COUNT * 8; within += within == 8 ? 784 : 8)
        MUST_REFUSE(
            context, WROW_E_ARGUMENT, "overlaps",
            wrow_describe(context, NULL, a.in, WROW_F64, COUNT, (void *)(a.in + within)));
    /* the summary's last bytes lie on the first elements */
    MUST_REFUSE(context, WROW_E_ARGUMENT, "overlaps",
                wrow_describe(context, NULL, a.in + 80, WROW_U8, 3, (void *)a.in));
    free_arrays(&a);
}
ON_BOTH(wrong_pointers_are_refused)

static void options_are_read_by_their_size(wrow_context *context)
{
    struct {
        wrow_describe_options known;
        unsigned char later[24];
    } newer;
    struct arrays a = make_arrays(context);
    memset(&newer, 0, sizeof newer);
    newer.known.skip_nan = 2;
    MUST_REFUSE(context, WROW_E_ARGUMENT, "skip_nan",
                wrow_describe(context, &newer.known, a.in, WROW_F64, 3, a.summary));
    newer.known.skip_nan = 1;
    newer.known.size = 4;
    MUST_REFUSE(context, WROW_E_ARGUMENT, "size",
                wrow_describe(context, &newer.known, a.in, WROW_F64, 3, a.summary));
    newer.known.size = sizeof newer;
    newer.later[23] = 1;
    MUST_REFUSE(context, WROW_E_ARGUMENT, "size",
                wrow_describe(context, &newer.known, a.in, WROW_F64, 3, a.summary));
    free_arrays(&a);

    a = make_arrays(context);
    newer.later[23] = 0;
    MUST(context, wrow_describe(context, &newer.known, a.in, WROW_F64, 3, a.summary));
    newer.known.size = 0;
    MUST(context, wrow_describe(context, &newer.known, a.in, WROW_F64, 3, a.summary));
    newer.known.size = sizeof newer.known;
    MUST(context, wrow_describe(context, &newer.known, a.in, WROW_F64, 3, a.summary));
    buffer_set(&a.out, UNTOUCHED);
    free_arrays(&a);
}
ON_BOTH(options_are_read_by_their_size)

static void the_workspace_query_refuses_alike(void **state)
{
    size_t bytes = 77;
    (void)state;
    MUST_REFUSE(NULL, WROW_E_TYPE, "type",
                wrow_describe_workspace((wrow_type)0, 9, &bytes));
    MUST_REFUSE(NULL, WROW_E_TYPE, "type",
                wrow_describe_workspace((wrow_type)13, 9, &bytes));
    MUST_REFUSE(NULL, WROW_E_ARGUMENT, "count",
                wrow_describe_workspace(WROW_F64, SIZE_MAX, &bytes));
    assert_int_equal(bytes, 77);
    MUST_REFUSE(NULL, WROW_E_ARGUMENT, "bytes",
                wrow_describe_workspace(WROW_F64, 9, NULL));
    MUST(NULL, wrow_describe_workspace(WROW_F64, (size_t)1 << 60, &bytes));
    assert_true(bytes > 0 && bytes < 1 << 21);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(wrong_types_and_counts_are_refused),
        BOTH(wrong_pointers_are_refused),
        BOTH(options_are_read_by_their_size),
        cmocka_unit_test(the_workspace_query_refuses_alike),
    };
    return cmocka_run_group_tests_name("reduce/test_describe_refusals", tests, NULL,
                                       NULL);
}
