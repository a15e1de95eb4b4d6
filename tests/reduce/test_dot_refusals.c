/* test_dot_refusals.c -- every wrong argument of wrow_dot: a status, a sentence that
 * names it, and an output that nobody wrote to; and what its workspace must be. */
#include "support/case.h"
#include "support/oracle.h"

enum { COUNT = 100 };

/* Two inputs of f64 and an output of 16 bytes, all aligned to 256 bytes. */
struct arrays {
    struct input inputs[2];
    struct buffer result;
    unsigned char *a, *b, *out;
};

static struct arrays make_arrays(wrow_context *context)
{
    struct arrays arrays = {{input_make(context, GEN_MIXED, WROW_F64, 1, COUNT, 0),
                             input_make(context, GEN_MIXED, WROW_F64, 2, COUNT, 0)},
                            buffer_make(context, 16, 0, CANARY_WRITE),
                            NULL,
                            NULL,
                            NULL};
    arrays.a = arrays.inputs[0].buffer.data;
    arrays.b = arrays.inputs[1].buffer.data;
    arrays.out = arrays.result.data;
    buffer_set(&arrays.result, UNTOUCHED);
    return arrays;
}

static void free_arrays(struct arrays *arrays)
{
    unsigned char now[COUNT * 8];
    buffer_untouched("out", &arrays->result);
    for (int k = 0; k < 2; ++k) {
        buffer_get(&arrays->inputs[k].buffer, now);
        assert_memory_equal(arrays->inputs[k].host, now, sizeof now);
    }
    case_check_dot(&arrays->inputs[0], &arrays->inputs[1], WROW_F64, "after refusals");
    buffer_free(&arrays->result);
    input_free(&arrays->inputs[1]);
    input_free(&arrays->inputs[0]);
}

static void unsupported_triples_are_refused(wrow_context *context)
{
    struct arrays s = make_arrays(context);
    for (size_t a = 0; a < TYPE_COUNT; ++a)
        for (size_t b = 0; b < TYPE_COUNT; ++b)
            for (size_t out = 0; out < TYPE_COUNT; ++out)
                if (!oracle_dot_supported(type_rows[a].type, type_rows[b].type,
                                          type_rows[out].type))
                    MUST_REFUSE(context, WROW_E_TYPE, "see wrow_dot_supported",
                                wrow_dot(context, s.a, type_rows[a].type, s.b,
                                         type_rows[b].type, COUNT, s.out,
                                         type_rows[out].type));
    MUST_REFUSE(context, WROW_E_TYPE,
                "a dot product does not take u8 times i8 to u64; see wrow_dot_supported",
                wrow_dot(context, s.a, WROW_U8, s.b, WROW_I8, 3, s.out, WROW_U64));
    free_arrays(&s);
}
ON_BOTH(unsupported_triples_are_refused)

static void strangers_are_refused(wrow_context *context)
{
    static const int strangers[] = {0, -1, 13, 255, 0x7fffffff, -0x7fffffff - 1};
    const wrow_type f64 = WROW_F64;
    struct arrays s = make_arrays(context);
    for (size_t i = 0; i < COUNT_OF(strangers); ++i) {
        const wrow_type type = (wrow_type)strangers[i];
        MUST_REFUSE(context, WROW_E_TYPE, "a_type",
                    wrow_dot(context, s.a, type, s.b, f64, COUNT, s.out, f64));
        MUST_REFUSE(context, WROW_E_TYPE, "b_type",
                    wrow_dot(context, s.a, f64, s.b, type, COUNT, s.out, f64));
        MUST_REFUSE(context, WROW_E_TYPE, "out_type",
                    wrow_dot(context, s.a, f64, s.b, f64, COUNT, s.out, type));
        assert_int_equal(wrow_dot_supported(type, f64, f64), 0);
        assert_int_equal(wrow_dot_supported(f64, type, f64), 0);
        assert_int_equal(wrow_dot_supported(f64, f64, type), 0);
    }
    free_arrays(&s);
}
ON_BOTH(strangers_are_refused)

static void wrong_pointers_are_refused(wrow_context *context)
{
    const wrow_type f64 = WROW_F64;
    struct arrays s = make_arrays(context);
    MUST_REFUSE(context, WROW_E_ARGUMENT, "a is NULL",
                wrow_dot(context, NULL, f64, s.b, f64, 1, s.out, f64));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "b is NULL",
                wrow_dot(context, s.a, f64, NULL, f64, 1, s.out, f64));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "out is NULL",
                wrow_dot(context, NULL, f64, NULL, f64, 0, NULL, f64));
    for (size_t skew = 1; skew < 8; ++skew) {
        MUST_REFUSE(context, WROW_E_ARGUMENT, "a is",
                    wrow_dot(context, s.a + skew, f64, s.b, f64, 3, s.out, f64));
        MUST_REFUSE(context, WROW_E_ARGUMENT, "b is",
                    wrow_dot(context, s.a, WROW_U8, s.b + skew, f64, 3, s.out, f64));
        MUST_REFUSE(context, WROW_E_ARGUMENT, "out is",
                    wrow_dot(context, s.a, WROW_U8, s.b, f64, 3, s.out + skew, f64));
    }
    for (size_t at = 0; at < COUNT * 8; at += at == 8 ? 784 : 8) {
        MUST_REFUSE(context, WROW_E_ARGUMENT, "overlaps a",
                    wrow_dot(context, s.a, f64, s.b, f64, COUNT, s.a + at, f64));
        MUST_REFUSE(context, WROW_E_ARGUMENT, "overlaps b",
                    wrow_dot(context, s.a, WROW_U8, s.b, f64, COUNT, s.b + at, f64));
    }
    free_arrays(&s);
}
ON_BOTH(wrong_pointers_are_refused)

static void counts_beyond_the_address_space_are_refused(wrow_context *context)
{
    const size_t most = SIZE_MAX / 8;
    struct arrays s = make_arrays(context);
    size_t bytes = 77;
    for (size_t over = 0; over < 3; ++over)
        MUST_REFUSE(context, WROW_E_ARGUMENT, "a",
                    wrow_dot(context, s.a, WROW_I64, s.b, WROW_I64, most + over, s.out,
                             WROW_I64));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "b",
                wrow_dot(context, s.a, WROW_U8, s.b, WROW_F64, most, s.out, WROW_F64));
    for (int narrow = 0; narrow < 2; ++narrow)
        MUST_REFUSE(
            NULL, WROW_E_ARGUMENT, "count",
            wrow_dot_workspace(narrow ? WROW_I8 : WROW_F64, WROW_F64, most + 1, &bytes));
    assert_int_equal(bytes, 77);
    free_arrays(&s);
}
ON_BOTH(counts_beyond_the_address_space_are_refused)

static void an_output_beside_the_inputs_is_fine(wrow_context *context)
{
    struct buffer all = buffer_make(context, 10 * 8, 8, CANARY_WRITE);
    unsigned char *const data = all.data;
    double host[10], now[10], expected;
    gen_elements(GEN_MIXED, WROW_F64, 4, 10, host);
    buffer_put(&all, host);
    oracle_dot(host + 1, WROW_F64, host + 5, WROW_F64, 4, &expected, WROW_F64);
    for (size_t at = 0; at < 10; at += 9)
        MUST(context, wrow_dot(context, data + 8, WROW_F64, data + 40, WROW_F64, 4,
                               data + 8 * at, WROW_F64));
    /* no element, so nothing to lie in */
    MUST(context,
         wrow_dot(context, data + 16, WROW_F64, NULL, WROW_F64, 0, data + 16, WROW_F64));
    host[0] = host[9] = expected;
    host[2] = 0;
    buffer_get(&all, now);
    assert_same_bits("beside", WROW_F64, host, now, 10);
    buffer_free(&all);
}
ON_BOTH(an_output_beside_the_inputs_is_fine)

static void a_short_workspace_is_refused(wrow_context *context)
{
    const size_t count = 200001;
    struct input a = input_make(context, GEN_MIXED, WROW_F32, 5, count, 8);
    struct input b = input_make(context, GEN_MIXED, WROW_F64, 6, count, 0);
    struct buffer out = buffer_make(context, 8, 0, CANARY_WRITE);
    size_t least, needed;
    MUST(NULL, wrow_dot_workspace(WROW_F32, WROW_F64, 1, &least));
    MUST(NULL, wrow_dot_workspace(WROW_F32, WROW_F64, count, &needed));
    assert_true(least < needed);
    buffer_set(&out, UNTOUCHED);
    struct buffer workspace = buffer_make(context, needed, 1, CANARY_WRITE);
    for (size_t less = 1; less < needed - least; less *= 2) {
        MUST(context, wrow_context_set_workspace(context, workspace.data, needed - less));
        MUST_REFUSE(context, WROW_E_WORKSPACE, "bytes",
                    wrow_dot(context, a.buffer.data, WROW_F32, b.buffer.data, WROW_F64,
                             count, out.data, WROW_F64));
    }
    MUST(context, wrow_context_set_workspace(context, NULL, 0));
    buffer_untouched("out", &out);
    for (size_t skew = 0; skew < 2; ++skew) {
        buffer_free(&workspace);
        workspace = buffer_make(context, needed, skew * 37, CANARY_WRITE);
        MUST(context, wrow_context_set_workspace(context, workspace.data, needed));
        case_check_dot(&a, &b, WROW_F64, "in just enough");
        MUST(context, wrow_context_set_workspace(context, NULL, 0));
    }
    buffer_free(&workspace);
    buffer_free(&out);
    input_free(&b);
    input_free(&a);
}
ON_BOTH(a_short_workspace_is_refused)

static void the_workspace_query_refuses_alike(void **state)
{
    size_t bytes = 77;
    (void)state;
    MUST_REFUSE(NULL, WROW_E_TYPE, "a_type",
                wrow_dot_workspace((wrow_type)0, WROW_F64, 9, &bytes));
    MUST_REFUSE(NULL, WROW_E_TYPE, "b_type",
                wrow_dot_workspace(WROW_F64, (wrow_type)13, 9, &bytes));
    for (size_t a = 0; a < TYPE_COUNT; ++a)
        for (size_t b = 0; b < TYPE_COUNT; ++b) {
            const wrow_type x = type_rows[a].type, y = type_rows[b].type;
            if (!oracle_dot_supported(x, y, is_float(y) ? WROW_F64 : WROW_I64))
                MUST_REFUSE(NULL, WROW_E_TYPE, "a dot product does not take",
                            wrow_dot_workspace(x, y, 9, &bytes));
        }
    assert_int_equal(bytes, 77);
    MUST_REFUSE(NULL, WROW_E_ARGUMENT, "bytes is NULL",
                wrow_dot_workspace(WROW_F64, WROW_F64, 9, NULL));
    for (int shift = 0; shift < 60; ++shift) { /* bounded at any count */
        MUST(NULL, wrow_dot_workspace(WROW_I8, WROW_F64, (size_t)1 << shift, &bytes));
        assert_true(bytes > 0 && bytes < 1 << 18);
    }
}

/* Arrivals that this execution did not make, as in test_arg_reduce_workspace.c. */
static void overlapping_executions_are_told(void **state)
{
    const uint32_t overlapped[4] = {0, 1u << 30, 0, 0};
    wrow_context *context = case_cuda(), *other = case_cuda();
    struct input a = input_make(context, GEN_MIXED, WROW_F32, 1, 1 << 20, 0);
    struct buffer out = buffer_make(context, 8, 0, CANARY_WRITE);
    struct buffer workspace = buffer_make(context, 1 << 20, 0, CANARY_WRITE);
    (void)state;
    MUST(context, wrow_context_set_workspace(context, workspace.data, workspace.bytes));
    MUST(context, wrow_context_synchronize(context));
    MUST(other, wrow_copy(other, workspace.data, overlapped, sizeof overlapped));
    MUST(context, wrow_dot(context, a.buffer.data, WROW_F32, a.buffer.data, WROW_F32,
                           a.count, out.data, WROW_F64));
    MUST_REFUSE(context, WROW_E_BUSY, "overlapped", wrow_context_synchronize(context));
    MUST(context, wrow_context_synchronize(context));
    case_check_dot(&a, &a, WROW_F64, "after an overlap");
    MUST(context, wrow_context_set_workspace(context, NULL, 0));
    buffer_free(&workspace);
    buffer_free(&out);
    input_free(&a);
    wrow_context_destroy(context);
    wrow_context_destroy(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(unsupported_triples_are_refused),
        BOTH(strangers_are_refused),
        BOTH(wrong_pointers_are_refused),
        BOTH(counts_beyond_the_address_space_are_refused),
        BOTH(an_output_beside_the_inputs_is_fine),
        BOTH(a_short_workspace_is_refused),
        cmocka_unit_test(the_workspace_query_refuses_alike),
        cmocka_unit_test(overlapping_executions_are_told),
    };
    return cmocka_run_group_tests_name("reduce/test_dot_refusals", tests, NULL, NULL);
}
