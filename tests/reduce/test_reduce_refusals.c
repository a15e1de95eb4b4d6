/* test_reduce_refusals.c -- every wrong argument of wrow_reduce: a status, a sentence
 * that names it, and an output that nobody wrote to. */
#include "support/case.h"
#include "support/oracle.h"
#include <string.h>

enum { COUNT = 100 };

/* An input of f64 and an output of 16 bytes, both aligned to 256 bytes. */
struct arrays {
    wrow_context *context;
    struct input input;
    struct buffer out;
    unsigned char *in;
};

static struct arrays make_arrays(wrow_context *context)
{
    struct arrays arrays = {context,
                            input_make(context, GEN_MIXED, WROW_F64, 1, COUNT, 0),
                            buffer_make(context, 16, 0, CANARY_WRITE), NULL};
    arrays.in = arrays.input.buffer.data;
    buffer_set(&arrays.out, UNTOUCHED);
    return arrays;
}

static void free_arrays(struct arrays *arrays)
{
    unsigned char *host = arrays->input.host, now[COUNT * 8];
    buffer_untouched("out", &arrays->out);
    buffer_get(&arrays->input.buffer, now);
    assert_memory_equal(host, now, sizeof now);
    MUST(arrays->context, wrow_context_synchronize(arrays->context));
    case_check_reduce(WROW_SUM, &arrays->input, WROW_F64, "after refusals");
    buffer_free(&arrays->out);
    input_free(&arrays->input);
}

static void unsupported_triples_are_refused(wrow_context *context)
{
    struct arrays a = make_arrays(context);
    for (size_t op = 0; op < OPERATION_COUNT; ++op)
        for (size_t i = 0; i < TYPE_COUNT; ++i)
            for (size_t o = 0; o < TYPE_COUNT; ++o) {
                const wrow_type in = type_rows[i].type, out = type_rows[o].type;
                if (!oracle_supported(operations[op], in, out))
                    MUST_REFUSE(context, WROW_E_TYPE, wrow_operation_name(operations[op]),
                                wrow_reduce(context, operations[op], a.in, in, COUNT,
                                            a.out.data, out));
            }
    free_arrays(&a);
}
ON_BOTH(unsupported_triples_are_refused)

static void strangers_are_refused(wrow_context *context)
{
    static const int strangers[] = {0, -1, 13, 255, 0x7fffffff, -0x7fffffff - 1};
    struct arrays a = make_arrays(context);
    for (size_t i = 0; i < COUNT_OF(strangers); ++i) {
        const wrow_type type = (wrow_type)strangers[i];
        MUST_REFUSE(
            context, WROW_E_TYPE, "in_type",
            wrow_reduce(context, WROW_SUM, a.in, type, COUNT, a.out.data, WROW_F64));
        MUST_REFUSE(
            context, WROW_E_TYPE, "out_type",
            wrow_reduce(context, WROW_SUM, a.in, WROW_F64, COUNT, a.out.data, type));
        MUST_REFUSE(context, WROW_E_TYPE, "operation",
                    wrow_reduce(context, (wrow_operation)strangers[i], a.in, WROW_F64,
                                COUNT, a.out.data, WROW_F64));
    }
    free_arrays(&a);
}
ON_BOTH(strangers_are_refused)

static void wrong_pointers_are_refused(wrow_context *context)
{
    struct arrays a = make_arrays(context);
    unsigned char *const out = a.out.data;
    MUST_REFUSE(context, WROW_E_ARGUMENT, "in is NULL",
                wrow_reduce(context, WROW_SUM, NULL, WROW_F64, 1, out, WROW_F64));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "out is NULL",
                wrow_reduce(context, WROW_SUM, a.in, WROW_F64, 1, NULL, WROW_F64));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "out is NULL",
                wrow_reduce(context, WROW_SUM, NULL, WROW_F64, 0, NULL, WROW_F64));
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        for (size_t skew = 1; skew < type_rows[t].bytes; ++skew) {
            const wrow_type type = type_rows[t].type;
            MUST_REFUSE(context, WROW_E_ARGUMENT, "in is",
                        wrow_reduce(context, WROW_MIN, a.in + skew, type, 3, out, type));
            MUST_REFUSE(context, WROW_E_ARGUMENT, "out is",
                        wrow_reduce(context, WROW_MIN, a.in, type, 3, out + skew, type));
        }
    free_arrays(&a);
}
ON_BOTH(wrong_pointers_are_refused)

static void an_output_inside_the_input_is_refused(wrow_context *context)
{
    struct arrays a = make_arrays(context);
    for (size_t i = 0; i < COUNT; i += i == 1 ? 97 : 1) {
        MUST_REFUSE(context, WROW_E_ARGUMENT, "overlaps",
                    wrow_reduce(context, WROW_SUM, a.in, WROW_F64, COUNT, a.in + 8 * i,
                                WROW_F64));
        MUST_REFUSE(context, WROW_E_ARGUMENT, "overlaps",
                    wrow_reduce(context, WROW_ANY, a.in, WROW_F64, COUNT,
                                a.in + 8 * i + 7, WROW_U8));
    }
    /* An f64 result whose first half lies before f32 data, or whose second lies after. */
    MUST_REFUSE(
        context, WROW_E_ARGUMENT, "overlaps",
        wrow_reduce(context, WROW_SUM, a.in + 12, WROW_F32, 10, a.in + 8, WROW_F64));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "overlaps",
                wrow_reduce(context, WROW_SUM, a.in, WROW_F32, 3, a.in + 8, WROW_F64));
    free_arrays(&a);
}
ON_BOTH(an_output_inside_the_input_is_refused)

static void an_output_beside_the_input_is_fine(wrow_context *context)
{
    struct buffer both = buffer_make(context, 10 * 8, 8, CANARY_WRITE);
    unsigned char *const data = both.data;
    double host[10], expected;
    gen_elements(GEN_MIXED, WROW_F64, 4, 10, host);
    buffer_put(&both, host);
    oracle_reduce(WROW_SUM, host + 1, WROW_F64, 8, &expected, WROW_F64);
    MUST(context, wrow_reduce(context, WROW_SUM, data + 8, WROW_F64, 8, data, WROW_F64));
    MUST(context,
         wrow_reduce(context, WROW_SUM, data + 8, WROW_F64, 8, data + 72, WROW_F64));
    /* no element, so nothing to lie in */
    MUST(context,
         wrow_reduce(context, WROW_PRODUCT, data + 16, WROW_F64, 0, data + 16, WROW_F64));
    host[0] = host[9] = expected;
    host[2] = 1;
    double now[10];
    buffer_get(&both, now);
    assert_same_bits("beside", WROW_F64, host, now, 10);
    MUST(context, wrow_reduce(context, WROW_SUM, NULL, WROW_F64, 0, data, WROW_F64));
    buffer_get(&both, now);
    host[0] = 0;
    assert_same_bits("from NULL", WROW_F64, host, now, 10);
    buffer_free(&both);
}
ON_BOTH(an_output_beside_the_input_is_fine)

static void counts_beyond_the_address_space_are_refused(wrow_context *context)
{
    struct arrays a = make_arrays(context);
    size_t bytes = 77;
    for (size_t t = 0; t < TYPE_COUNT; ++t) {
        const wrow_type type = type_rows[t].type;
        const size_t most = SIZE_MAX / type_rows[t].bytes;
        MUST_REFUSE(context, WROW_E_ARGUMENT, "in",
                    wrow_reduce(context, WROW_MAX, a.in, type, most, a.out.data, type));
        if (type_rows[t].bytes == 1)
            continue;
        for (size_t over = 1; over < 4; ++over) {
            MUST_REFUSE(context, WROW_E_ARGUMENT, "in",
                        wrow_reduce(context, WROW_MAX, a.in, type, most + over,
                                    a.out.data, type));
            MUST_REFUSE(NULL, WROW_E_ARGUMENT, "count",
                        wrow_reduce_workspace(WROW_MAX, type, most + over, type, &bytes));
        }
        MUST_REFUSE(
            context, WROW_E_ARGUMENT, "in",
            wrow_reduce(context, WROW_MAX, a.in, type, SIZE_MAX, a.out.data, type));
    }
    assert_int_equal(bytes, 77);
    free_arrays(&a);
}
ON_BOTH(counts_beyond_the_address_space_are_refused)

static void the_workspace_query_refuses_alike(void **state)
{
    size_t bytes = 77;
    (void)state;
    for (size_t op = 0; op < OPERATION_COUNT; ++op)
        for (size_t i = 0; i < TYPE_COUNT; ++i)
            for (size_t o = 0; o < TYPE_COUNT; ++o) {
                const wrow_type in = type_rows[i].type, out = type_rows[o].type;
                if (!oracle_supported(operations[op], in, out))
                    MUST_REFUSE(
                        NULL, WROW_E_TYPE, wrow_operation_name(operations[op]),
                        wrow_reduce_workspace(operations[op], in, 9, out, &bytes));
            }
    MUST_REFUSE(NULL, WROW_E_TYPE, "in_type",
                wrow_reduce_workspace(WROW_SUM, (wrow_type)0, 9, WROW_F32, &bytes));
    MUST_REFUSE(NULL, WROW_E_TYPE, "out_type",
                wrow_reduce_workspace(WROW_SUM, WROW_F32, 9, (wrow_type)99, &bytes));
    assert_int_equal(bytes, 77);
    MUST_REFUSE(NULL, WROW_E_ARGUMENT, "bytes",
                wrow_reduce_workspace(WROW_SUM, WROW_F32, 9, WROW_F32, NULL));
}

static void the_workspace_is_bounded_at_any_count(void **state)
{
    (void)state;
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        for (int shift = 0; shift < 60; ++shift) {
            const wrow_type type = type_rows[t].type;
            size_t bytes = 0;
            MUST(NULL,
                 wrow_reduce_workspace(WROW_MIN, type, (size_t)1 << shift, type, &bytes));
            assert_true(bytes > 0 && bytes < 1 << 20);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(unsupported_triples_are_refused),
        BOTH(strangers_are_refused),
        BOTH(wrong_pointers_are_refused),
        BOTH(an_output_inside_the_input_is_refused),
        BOTH(an_output_beside_the_input_is_fine),
        BOTH(counts_beyond_the_address_space_are_refused),
        cmocka_unit_test(the_workspace_query_refuses_alike),
        cmocka_unit_test(the_workspace_is_bounded_at_any_count),
    };
    return cmocka_run_group_tests_name("reduce/test_reduce_refusals", tests, NULL, NULL);
}
