/* test_segments_refusals.c -- every wrong argument of the calls of segments.h: a status,
 * a sentence that names it, and outputs that nobody wrote to. */
#include "support/oracle.h"
#include "support/reductions.h"
#include "support/segments_case.h"
#include <string.h>

enum { COUNT = 100, SEGMENTS = 4, OUT = SEGMENTS * sizeof(wrow_summary) };

/* An input of f64, five offsets, and room for four of any result. */
struct arrays {
    wrow_context *context;
    struct input input;
    struct buffer offsets, out;
    unsigned char *in, *to;
    uint64_t *at;
};

static struct arrays make_arrays(wrow_context *context)
{
    static const uint64_t offsets[SEGMENTS + 1] = {0, 10, 10, 60, COUNT};
    struct arrays arrays = {
        .context = context,
        .input = input_make(context, GEN_MIXED, WROW_F64, 1, COUNT, 0),
        .offsets = buffer_make(context, sizeof offsets, 0, CANARY_READ),
        .out = buffer_make(context, OUT, 0, CANARY_WRITE)};
    arrays.in = arrays.input.buffer.data;
    arrays.to = arrays.out.data;
    arrays.at = arrays.offsets.data;
    buffer_put(&arrays.offsets, offsets);
    buffer_set(&arrays.out, UNTOUCHED);
    return arrays;
}

static void free_arrays(struct arrays *arrays)
{
    const struct layout layout = layout_of_length(SEGMENTS, COUNT / SEGMENTS);
    unsigned char now[COUNT * 8];
    buffer_untouched("out", &arrays->out);
    buffer_get(&arrays->input.buffer, now);
    assert_memory_equal(arrays->input.host, now, sizeof now);
    MUST(arrays->context, wrow_context_synchronize(arrays->context));
    case_check_segments(WROW_SUM, NULL, &arrays->input, &layout, WROW_F64,
                        "after refusals");
    buffer_free(&arrays->out);
    buffer_free(&arrays->offsets);
    input_free(&arrays->input);
}

#define REFUSED(status, word, call, ...)                                                 \
    MUST_REFUSE(context, status, word, call(context, __VA_ARGS__))
#define SEGMENTS_REFUSED(status, word, ...)                                              \
    REFUSED(status, word, wrow_reduce_segments, __VA_ARGS__)
#define FIXED_REFUSED(status, word, ...)                                                 \
    REFUSED(status, word, wrow_reduce_fixed_segments, __VA_ARGS__)
#define ROWS_REFUSED(status, word, ...)                                                  \
    REFUSED(status, word, wrow_reduce_rows, __VA_ARGS__)
#define ARG_REFUSED(status, word, ...)                                                   \
    REFUSED(status, word, wrow_arg_reduce_segments, __VA_ARGS__)
#define DESCRIBE_REFUSED(status, word, ...)                                              \
    REFUSED(status, word, wrow_describe_segments, __VA_ARGS__)

static void unsupported_types_are_refused(wrow_context *context)
{
    struct arrays a = make_arrays(context);
    for (size_t op = 0; op < OPERATION_COUNT; ++op)
        for (size_t i = 0; i < TYPE_COUNT; ++i)
            for (size_t o = 0; o < TYPE_COUNT; ++o) {
                const wrow_type in = type_rows[i].type, out = type_rows[o].type;
                const wrow_operation operation = operations[op];
                const char *const name = wrow_operation_name(operation);
                if (oracle_supported(operation, in, out))
                    continue;
                SEGMENTS_REFUSED(WROW_E_TYPE, name, operation, NULL, a.in, in, COUNT,
                                 a.at, SEGMENTS, a.to, out);
                FIXED_REFUSED(WROW_E_TYPE, name, operation, NULL, a.in, in, 4, 5, a.to,
                              out);
                ROWS_REFUSED(WROW_E_TYPE, name, operation, NULL, WROW_ALONG_ROWS, a.in,
                             in, 4, 5, 5, a.to, out);
            }
    for (int stranger = -1; stranger < 15; stranger += stranger == 0 ? 13 : 1) {
        const wrow_type type = (wrow_type)stranger;
        SEGMENTS_REFUSED(WROW_E_TYPE, "in_type", WROW_SUM, NULL, a.in, type, COUNT, a.at,
                         SEGMENTS, a.to, WROW_F64);
        FIXED_REFUSED(WROW_E_TYPE, "out_type", WROW_SUM, NULL, a.in, WROW_F64, 4, 5, a.to,
                      type);
        ARG_REFUSED(WROW_E_TYPE, "type", a.in, type, COUNT, a.at, SEGMENTS, (void *)a.to,
                    NULL);
        DESCRIBE_REFUSED(WROW_E_TYPE, "type", NULL, a.in, type, COUNT, a.at, SEGMENTS,
                         (void *)a.to);
    }
    free_arrays(&a);
}
ON_BOTH(unsupported_types_are_refused)

static void wrong_options_are_refused(wrow_context *context)
{
    struct arrays a = make_arrays(context);
    const struct {
        const char *word;
        wrow_reduce_options options;
    } rows[] = {
        {"options->count_device", {.count_device = a.at}},
        {"options->transform", {.transform = 6}},
        {"options->skip_nan", {.skip_nan = 2}},
        {"options->scale", {.scale = 2}},
        {"options->reserved", {.reserved = 3}},
        {"options->size", {.size = 8}},
    };
    const wrow_describe_options skip = {.skip_nan = 2}, size = {.size = 4};
    for (size_t r = 0; r < COUNT_OF(rows); ++r) {
        const wrow_reduce_options *const options = &rows[r].options;
        SEGMENTS_REFUSED(WROW_E_ARGUMENT, rows[r].word, WROW_SUM, options, a.in, WROW_F64,
                         COUNT, a.at, SEGMENTS, a.to, WROW_F64);
        FIXED_REFUSED(WROW_E_ARGUMENT, rows[r].word, WROW_SUM, options, a.in, WROW_F64, 4,
                      5, a.to, WROW_F64);
        ROWS_REFUSED(WROW_E_ARGUMENT, rows[r].word, WROW_SUM, options, WROW_ALONG_COLUMNS,
                     a.in, WROW_F64, 5, 4, 4, a.to, WROW_F64);
    }
    DESCRIBE_REFUSED(WROW_E_ARGUMENT, "options->skip_nan", &skip, a.in, WROW_F64, COUNT,
                     a.at, SEGMENTS, (void *)a.to);
    DESCRIBE_REFUSED(WROW_E_ARGUMENT, "options->size", &size, a.in, WROW_F64, COUNT, a.at,
                     SEGMENTS, (void *)a.to);
    free_arrays(&a);
}
ON_BOTH(wrong_options_are_refused)

/* One call of each kind with these arrays; `min` has the place of `out`. */
static void refuse_arrays(struct arrays *a, const char *word, const void *in,
                          const uint64_t *at, void *out)
{
    wrow_context *const context = a->context;
    SEGMENTS_REFUSED(WROW_E_ARGUMENT, word, WROW_SUM, NULL, in, WROW_F64, COUNT, at,
                     SEGMENTS, out, WROW_F64);
    DESCRIBE_REFUSED(WROW_E_ARGUMENT, word, NULL, in, WROW_F64, COUNT, at, SEGMENTS, out);
}

static void wrong_pointers_are_refused(wrow_context *context)
{
    struct arrays a = make_arrays(context);
    refuse_arrays(&a, "in is NULL", NULL, a.at, a.to);
    refuse_arrays(&a, "offsets is NULL", a.in, NULL, a.to);
    refuse_arrays(&a, "out is NULL", a.in, a.at, NULL);
    MUST_REFUSE(NULL, WROW_E_ARGUMENT, "context",
                wrow_reduce_fixed_segments(NULL, WROW_SUM, NULL, a.in, WROW_F64, 1, 1,
                                           a.to, WROW_F64));
    ARG_REFUSED(WROW_E_ARGUMENT, "min and max are NULL", a.in, WROW_F64, COUNT, a.at,
                SEGMENTS, NULL, NULL);
    for (size_t skew = 1; skew < 8; ++skew) {
        uint64_t *const skewed = (void *)((unsigned char *)a.at + skew);
        refuse_arrays(&a, "in is", a.in + skew, a.at, a.to);
        refuse_arrays(&a, "offsets is", a.in, skewed, a.to);
        refuse_arrays(&a, "out is", a.in, a.at, a.to + skew);
        ARG_REFUSED(WROW_E_ARGUMENT, "min is", a.in, WROW_U8, COUNT, a.at, SEGMENTS,
                    (void *)(a.to + skew), NULL);
        ARG_REFUSED(WROW_E_ARGUMENT, "max is", a.in, WROW_U8, COUNT, a.at, SEGMENTS, NULL,
                    (void *)(a.to + skew));
        ROWS_REFUSED(WROW_E_ARGUMENT, "out is", WROW_SUM, NULL, WROW_ALONG_ROWS, a.in,
                     WROW_F64, 2, 2, 2, a.to + skew, WROW_F64);
    }
    for (int axis = -1; axis < 5; axis += axis == 0 ? 3 : 1)
        ROWS_REFUSED(WROW_E_ARGUMENT, "axis", WROW_SUM, NULL, (wrow_axis)axis, a.in,
                     WROW_F64, 2, 2, 2, a.to, WROW_F64);
    free_arrays(&a);
}
ON_BOTH(wrong_pointers_are_refused)

static void overlaps_are_refused(wrow_context *context)
{
    struct arrays a = make_arrays(context);
    wrow_extreme *const extremes = (void *)a.to;
    for (size_t i = 0; i < COUNT; i += i == 1 ? 97 : 1)
        refuse_arrays(&a, "overlaps in", a.in, a.at, a.in + 8 * i);
    for (size_t i = 0; i <= SEGMENTS; ++i) {
        refuse_arrays(&a, "overlaps offsets", a.in, a.at, a.at + i);
        ARG_REFUSED(WROW_E_ARGUMENT, "min", a.in, WROW_F64, COUNT, a.at, SEGMENTS,
                    (void *)(a.at + i), extremes);
        ARG_REFUSED(WROW_E_ARGUMENT, "max", a.in, WROW_F64, COUNT, a.at, SEGMENTS,
                    extremes, (void *)(a.at + i));
    }
    for (size_t i = 0; i < SEGMENTS; ++i)
        ARG_REFUSED(WROW_E_ARGUMENT, "overlaps min", a.in, WROW_F64, COUNT, a.at,
                    SEGMENTS, extremes, extremes + i);
    FIXED_REFUSED(WROW_E_ARGUMENT, "overlaps", WROW_SUM, NULL, a.in, WROW_F64, 4, 25,
                  a.in + 792, WROW_F64);
    /* in the gap between two rows */
    ROWS_REFUSED(WROW_E_ARGUMENT, "overlaps", WROW_SUM, NULL, WROW_ALONG_ROWS, a.in,
                 WROW_F64, 2, 10, 20, a.in + 80, WROW_F64);
    free_arrays(&a);
}
ON_BOTH(overlaps_are_refused)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(unsupported_types_are_refused),
        BOTH(wrong_options_are_refused),
        BOTH(wrong_pointers_are_refused),
        BOTH(overlaps_are_refused),
    };
    return cmocka_run_group_tests_name("reduce/test_segments_refusals", tests, NULL,
                                       NULL);
}
