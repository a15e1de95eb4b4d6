/* test_arg_reduce_refusals.c -- every wrong argument of wrow_arg_reduce: a status, a
 * sentence that names it, and outputs that nobody wrote to. */
#include "support/case.h"
#include "support/oracle.h"
#include <string.h>

enum { COUNT = 100 };

/* An input of f64 and room for three extremes, both aligned to 256 bytes. */
struct arrays {
    wrow_context *context;
    struct input input;
    struct buffer out;
    unsigned char *in;
    wrow_extreme *min, *max;
};

static struct arrays make_arrays(wrow_context *context)
{
    struct arrays arrays = {
        .context = context,
        .input = input_make(context, GEN_MIXED, WROW_F64, 1, COUNT, 0),
        .out = buffer_make(context, 3 * sizeof(wrow_extreme), 0, CANARY_WRITE)};
    arrays.in = arrays.input.buffer.data;
    arrays.min = arrays.out.data;
    arrays.max = arrays.min + 1;
    buffer_set(&arrays.out, UNTOUCHED);
    return arrays;
}

static void free_arrays(struct arrays *arrays)
{
    unsigned char now[COUNT * 8];
    buffer_untouched("out", &arrays->out);
    buffer_get(&arrays->input.buffer, now);
    assert_memory_equal(arrays->input.host, now, sizeof now);
    MUST(arrays->context, wrow_context_synchronize(arrays->context));
    case_check_arg_reduce(&arrays->input, "after refusals");
    buffer_free(&arrays->out);
    input_free(&arrays->input);
}

static void wrong_types_and_counts_are_refused(wrow_context *context)
{
    static const int strangers[] = {0, -1, 13, 255, 0x7fffffff, -0x7fffffff - 1};
    struct arrays a = make_arrays(context);
    for (size_t i = 0; i < COUNT_OF(strangers); ++i)
        MUST_REFUSE(
            context, WROW_E_TYPE, "type",
            wrow_arg_reduce(context, a.in, (wrow_type)strangers[i], COUNT, a.min, a.max));
    for (size_t t = 0; t < TYPE_COUNT; ++t) {
        const wrow_type type = type_rows[t].type;
        const size_t most = SIZE_MAX / type_rows[t].bytes;
        MUST_REFUSE(context, WROW_E_EMPTY, "count",
                    wrow_arg_reduce(context, a.in, type, 0, a.min, a.max));
        MUST_REFUSE(context, WROW_E_EMPTY, "count",
                    wrow_arg_reduce(context, NULL, type, 0, a.min, NULL));
        MUST_REFUSE(context, WROW_E_EMPTY, "count",
                    wrow_arg_reduce(context, a.in, type, 0, NULL, a.max));
        MUST_REFUSE(context, WROW_E_ARGUMENT, "in",
                    wrow_arg_reduce(context, a.in, type, most, a.min, a.max));
        MUST_REFUSE(context, WROW_E_ARGUMENT, "in",
                    wrow_arg_reduce(context, a.in, type, SIZE_MAX, a.min, a.max));
        if (most < SIZE_MAX)
            MUST_REFUSE(context, WROW_E_ARGUMENT, "in",
                        wrow_arg_reduce(context, a.in, type, most + 1, a.min, a.max));
    }
    free_arrays(&a);
}
ON_BOTH(wrong_types_and_counts_are_refused)

static void wrong_pointers_are_refused(wrow_context *context)
{
    struct arrays a = make_arrays(context);
    unsigned char *const out = a.out.data;
    MUST_REFUSE(context, WROW_E_ARGUMENT, "in is NULL",
                wrow_arg_reduce(context, NULL, WROW_F32, 3, a.min, a.max));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "min and max are NULL",
                wrow_arg_reduce(context, a.in, WROW_F32, 3, NULL, NULL));
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        for (size_t skew = 1; skew < type_rows[t].bytes; ++skew)
            MUST_REFUSE(context, WROW_E_ARGUMENT, "in is",
                        wrow_arg_reduce(context, a.in + skew, type_rows[t].type, 3, a.min,
                                        a.max));
    for (size_t skew = 1; skew < 8; ++skew) {
        wrow_extreme *const skewed = (void *)(out + skew);
        MUST_REFUSE(context, WROW_E_ARGUMENT, "min is",
                    wrow_arg_reduce(context, a.in, WROW_U8, 3, skewed, NULL));
        MUST_REFUSE(context, WROW_E_ARGUMENT, "min is",
                    wrow_arg_reduce(context, a.in, WROW_U8, 3, skewed, a.max));
        MUST_REFUSE(context, WROW_E_ARGUMENT, "max is",
                    wrow_arg_reduce(context, a.in, WROW_U8, 3, NULL, skewed));
    }
    free_arrays(&a);
}
ON_BOTH(wrong_pointers_are_refused)

static void overlaps_are_refused(wrow_context *context)
{
    struct arrays a = make_arrays(context);
    for (size_t within = 0; within < COUNT * 8; within += within == 8 ? 784 : 8) {
        wrow_extreme *const inside = (void *)(a.in + within);
        MUST_REFUSE(context, WROW_E_ARGUMENT, "overlaps",
                    wrow_arg_reduce(context, a.in, WROW_F64, COUNT, inside, NULL));
        MUST_REFUSE(context, WROW_E_ARGUMENT, "overlaps",
                    wrow_arg_reduce(context, a.in, WROW_F64, COUNT, NULL, inside));
        MUST_REFUSE(context, WROW_E_ARGUMENT, "overlaps",
                    wrow_arg_reduce(context, a.in, WROW_F64, COUNT, a.min, inside));
    }
    /* the last bytes of an extreme lie on the first elements */
    MUST_REFUSE(context, WROW_E_ARGUMENT, "overlaps",
                wrow_arg_reduce(context, a.in + 15, WROW_U8, 3, (void *)a.in, NULL));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "overlaps",
                wrow_arg_reduce(context, a.in + 15, WROW_U8, 3, NULL, (void *)a.in));
    for (size_t apart = 0; apart < 16; apart += 8) { /* of each other */
        wrow_extreme *const other = (void *)((unsigned char *)a.out.data + apart);
        MUST_REFUSE(context, WROW_E_ARGUMENT, "overlaps",
                    wrow_arg_reduce(context, a.in, WROW_F64, COUNT, a.min, other));
        MUST_REFUSE(context, WROW_E_ARGUMENT, "overlaps",
                    wrow_arg_reduce(context, a.in, WROW_F64, COUNT, other, a.min));
    }
    free_arrays(&a);
}
ON_BOTH(overlaps_are_refused)

/* Extremes right before and after the data, in either order. */
static void outputs_beside_the_input_are_fine(wrow_context *context)
{
    double host[12], now[12];
    wrow_extreme expected[2], got[2];
    struct buffer both = buffer_make(context, sizeof host, 8, CANARY_WRITE);
    unsigned char *const data = both.data;
    gen_elements(GEN_MIXED, WROW_F64, 4, 12, host);
    oracle_arg_reduce(host + 2, WROW_F64, 8, &expected[0], &expected[1]);
    for (int swapped = 0; swapped < 2; ++swapped) {
        wrow_extreme *const before = (void *)data, *const after = (void *)(data + 80);
        buffer_put(&both, host);
        MUST(context,
             wrow_arg_reduce(context, data + 16, WROW_F64, 8, swapped ? after : before,
                             swapped ? before : after));
        buffer_get(&both, now);
        memcpy(&got[swapped], now, sizeof *got);
        memcpy(&got[!swapped], now + 10, sizeof *got);
        assert_same_extreme("beside, min", WROW_F64, &expected[0], &got[0]);
        assert_same_extreme("beside, max", WROW_F64, &expected[1], &got[1]);
        assert_same_bits("beside", WROW_F64, host + 2, now + 2, 8);
    }
    buffer_free(&both);
}
ON_BOTH(outputs_beside_the_input_are_fine)

static void validation_refuses_host_pointers(void **state)
{
    const wrow_context_options options = {.backend = WROW_CUDA, .validate = 1};
    wrow_context *context = case_cuda();
    double host[4] = {1, 2, 3, 4};
    wrow_extreme out = {.index = 77};
    (void)state;
    wrow_context_destroy(context);
    MUST(NULL, wrow_context_create(&context, &options));
    struct arrays a = make_arrays(context);
    MUST_REFUSE(context, WROW_E_POINTER, "in",
                wrow_arg_reduce(context, host, WROW_F64, 4, a.min, a.max));
    MUST_REFUSE(context, WROW_E_POINTER, "min",
                wrow_arg_reduce(context, a.in, WROW_F64, 4, &out, a.max));
    MUST_REFUSE(context, WROW_E_POINTER, "max",
                wrow_arg_reduce(context, a.in, WROW_F64, 4, NULL, &out));
    assert_int_equal(out.index, 77);
    free_arrays(&a);
    wrow_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(wrong_types_and_counts_are_refused),
        BOTH(wrong_pointers_are_refused),
        BOTH(overlaps_are_refused),
        BOTH(outputs_beside_the_input_are_fine),
        cmocka_unit_test(validation_refuses_host_pointers),
    };
    return cmocka_run_group_tests_name("reduce/test_arg_reduce_refusals", tests, NULL,
                                       NULL);
}
