/* test_transform_refusals.c -- every wrong argument of wrow_transform_reduce: a status, a
 * sentence that names it, and an output that nobody wrote to. */
#include "support/oracle.h"
#include "support/reductions.h"
#include "support/segments_case.h"
#include <math.h>
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
    const wrow_reduce_options options = {.transform = WROW_SQUARE};
    unsigned char now[COUNT * 8];
    buffer_untouched("out", &arrays->out);
    buffer_get(&arrays->input.buffer, now);
    assert_memory_equal(arrays->input.host, now, sizeof now);
    MUST(arrays->context, wrow_context_synchronize(arrays->context));
    case_check_transform(WROW_SUM, &options, &arrays->input, WROW_F64, "after refusals");
    buffer_free(&arrays->out);
    input_free(&arrays->input);
}

static wrow_status reduce(const struct arrays *a, wrow_operation operation,
                          const wrow_reduce_options *options)
{
    return wrow_transform_reduce(a->context, operation, options, a->in, WROW_F64, COUNT,
                                 a->out.data, WROW_F64);
}

static void unsupported_types_are_refused(wrow_context *context)
{
    struct arrays a = make_arrays(context);
    for (int t = 0; t < TRANSFORM_COUNT; ++t)
        for (size_t op = 0; op < OPERATION_COUNT; ++op)
            for (size_t i = 0; i < TYPE_COUNT; ++i)
                for (size_t o = 0; o < TYPE_COUNT; ++o) {
                    const wrow_type in = type_rows[i].type, out = type_rows[o].type;
                    const struct reduction one = {(wrow_transform)t, operations[op], in,
                                                  out};
                    const wrow_reduce_options options = options_of(&one, false);
                    const bool taken =
                        t == WROW_IDENTITY || operations[op] == WROW_SUM ||
                        (operations[op] == WROW_MEAN && t != WROW_NONZERO &&
                         t != WROW_IS_NAN) ||
                        (t == WROW_ABSOLUTE &&
                         (operations[op] == WROW_MIN || operations[op] == WROW_MAX));
                    if (oracle_transform_supported(one.transform, one.operation, in, out))
                        continue;
                    MUST_REFUSE(context, taken ? WROW_E_TYPE : WROW_E_ARGUMENT,
                                taken ? wrow_operation_name(one.operation)
                                      : "options->transform",
                                wrow_transform_reduce(context, one.operation, &options,
                                                      a.in, in, COUNT, a.out.data, out));
                }
    free_arrays(&a);
}
ON_BOTH(unsupported_types_are_refused)

static void strangers_are_refused(wrow_context *context)
{
    static const int strangers[] = {0, -1, 13, 255, 0x7fffffff, -0x7fffffff - 1};
    const wrow_reduce_options square = {.transform = WROW_SQUARE};
    struct arrays a = make_arrays(context);
    for (size_t i = 0; i < COUNT_OF(strangers); ++i) {
        const wrow_type type = (wrow_type)strangers[i];
        MUST_REFUSE(context, WROW_E_TYPE, "in_type",
                    wrow_transform_reduce(context, WROW_SUM, &square, a.in, type, COUNT,
                                          a.out.data, WROW_F64));
        MUST_REFUSE(context, WROW_E_TYPE, "out_type",
                    wrow_transform_reduce(context, WROW_SUM, &square, a.in, WROW_F64,
                                          COUNT, a.out.data, type));
        MUST_REFUSE(context, WROW_E_TYPE, "operation",
                    reduce(&a, (wrow_operation)strangers[i], NULL));
        MUST_REFUSE(context, WROW_E_ARGUMENT, "operation",
                    reduce(&a, (wrow_operation)strangers[i], &square));
    }
    free_arrays(&a);
}
ON_BOTH(strangers_are_refused)

static void wrong_options_are_refused(wrow_context *context)
{
    const uint32_t scaled = WROW_SCALE_SHIFT;
    const double infinity = (double)INFINITY, nan = (double)NAN;
    const struct {
        const char *word;
        wrow_operation operation;
        wrow_reduce_options options;
    } rows[] = {
        {"options->transform is 6", WROW_SUM, {.transform = 6}},
        {"options->transform is 4294967295", WROW_SUM, {.transform = UINT32_MAX}},
        {"options->skip_nan is 2", WROW_SUM, {.skip_nan = 2}},
        {"options->skip_nan is 1", WROW_PRODUCT, {.skip_nan = 1}},
        {"options->reserved is 1", WROW_SUM, {.reserved = 1}},
        {"options->scale is 1", WROW_SUM, {.scale = 1}},
        {"options->shift is -2", WROW_SUM, {.transform = WROW_SQUARE, .shift = -2}},
        {"options->scale is nan", WROW_SUM, {.scale = nan}},
        {"options->scale is inf", WROW_SUM, {.transform = scaled, .scale = infinity}},
        {"options->shift is -inf", WROW_MEAN, {.transform = scaled, .shift = -infinity}},
        {"options->scale is nan", WROW_MEAN, {.transform = scaled, .scale = nan}},
        {"options->transform is square", WROW_MIN, {.transform = WROW_SQUARE}},
        {"options->transform is absolute", WROW_PRODUCT, {.transform = WROW_ABSOLUTE}},
        {"options->transform is is_nan", WROW_MEAN, {.transform = WROW_IS_NAN}},
        {"options->size is 39", WROW_SUM, {.size = sizeof(wrow_reduce_options) - 1}},
        {"options->size is 4097", WROW_SUM, {.size = 4097}},
    };
    struct arrays a = make_arrays(context);
    struct {
        wrow_reduce_options known;
        unsigned char more[8];
    } newer = {.known = {.size = sizeof newer}};
    for (size_t r = 0; r < COUNT_OF(rows); ++r)
        MUST_REFUSE(context, WROW_E_ARGUMENT, rows[r].word,
                    reduce(&a, rows[r].operation, &rows[r].options));
    const wrow_operation all[] = {WROW_PRODUCT, WROW_ANY, WROW_ALL, WROW_COUNT_NONZERO};
    for (size_t op = 0; op < COUNT_OF(all); ++op)
        MUST_REFUSE(context, WROW_E_ARGUMENT, "skip_nan",
                    wrow_transform_reduce(context, all[op],
                                          &(wrow_reduce_options){.skip_nan = 1}, a.in,
                                          WROW_I64, COUNT, a.out.data, WROW_I64));
    newer.more[3] = 1;
    MUST_REFUSE(context, WROW_E_ARGUMENT, "size", reduce(&a, WROW_SUM, &newer.known));
    free_arrays(&a);
}
ON_BOTH(wrong_options_are_refused)

static void wrong_pointers_are_refused(wrow_context *context)
{
    const wrow_reduce_options skip = {.skip_nan = 1};
    struct arrays a = make_arrays(context);
    unsigned char *const out = a.out.data;
    MUST_REFUSE(
        NULL, WROW_E_ARGUMENT, "context",
        wrow_transform_reduce(NULL, WROW_SUM, &skip, a.in, WROW_F64, 3, out, WROW_F64));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "in is NULL",
                wrow_transform_reduce(context, WROW_SUM, &skip, NULL, WROW_F64, 3, out,
                                      WROW_F64));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "out is NULL",
                wrow_transform_reduce(context, WROW_SUM, &skip, a.in, WROW_F64, 3, NULL,
                                      WROW_F64));
    MUST_REFUSE(context, WROW_E_EMPTY, "count",
                wrow_transform_reduce(context, WROW_MEAN, &skip, a.in, WROW_F64, 0, out,
                                      WROW_F64));
    for (size_t skew = 1; skew < 8; ++skew) {
        wrow_reduce_options counted = {0};
        counted.count_device = (const uint64_t *)(const void *)(a.in + skew);
        MUST_REFUSE(context, WROW_E_ARGUMENT, "in is",
                    wrow_transform_reduce(context, WROW_SUM, &skip, a.in + skew, WROW_F64,
                                          3, out, WROW_F64));
        MUST_REFUSE(context, WROW_E_ARGUMENT, "out is",
                    wrow_transform_reduce(context, WROW_SUM, &skip, a.in, WROW_F64, 3,
                                          out + skew, WROW_F64));
        MUST_REFUSE(context, WROW_E_ARGUMENT, "options->count_device",
                    reduce(&a, WROW_SUM, &counted));
    }
    for (size_t i = 0; i < COUNT; ++i)
        MUST_REFUSE(context, WROW_E_ARGUMENT, "overlaps",
                    wrow_transform_reduce(context, WROW_SUM, &skip, a.in, WROW_F64, COUNT,
                                          a.in + 8 * i, WROW_F64));
    const wrow_reduce_options over_count = {.count_device =
                                                (const uint64_t *)(const void *)out};
    MUST_REFUSE(context, WROW_E_ARGUMENT, "overlaps options->count_device",
                reduce(&a, WROW_SUM, &over_count));
    free_arrays(&a);
}
ON_BOTH(wrong_pointers_are_refused)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(unsupported_types_are_refused),
        BOTH(strangers_are_refused),
        BOTH(wrong_options_are_refused),
        BOTH(wrong_pointers_are_refused),
    };
    return cmocka_run_group_tests_name("reduce/test_transform_refusals", tests, NULL,
                                       NULL);
}
