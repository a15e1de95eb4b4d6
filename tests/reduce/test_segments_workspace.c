/* test_segments_workspace.c -- would catch a call that needs more than its query says,
 * whatever the shape, and a query that counts what lies between rows. */
#include "support/oracle.h"
#include "support/sanitizer.h"
#include "support/segments_case.h"
#include <stdlib.h>

/* What works in the workspace: `data` is the layout of the call, or nothing. */
typedef void work(const struct input *input, const void *data);

/* Just enough, at two alignments, is enough. */
static void check_bytes(const struct input *input, size_t needed, work *call,
                        const void *data)
{
    wrow_context *const context = input->buffer.context;
    for (size_t skew = 0; skew < 2; ++skew) {
        struct buffer workspace = buffer_make(context, needed, skew * 37, CANARY_WRITE);
        MUST(context, wrow_context_set_workspace(context, workspace.data, needed));
        call(input, data);
        MUST(context, wrow_context_set_workspace(context, NULL, 0));
        buffer_free(&workspace);
    }
}

static void sum(const struct input *input, const void *data)
{
    case_check_segments(WROW_SUM, NULL, input, data, input->type, "in just enough");
    case_check_segments(WROW_MAX, NULL, input, data, input->type, "in just enough");
}

static void extremes(const struct input *input, const void *data)
{
    case_check_arg_segments(input, data, "in just enough");
}

static void describe(const struct input *input, const void *data)
{
    case_check_describe_segments(input, true, data, "in just enough");
}

static void transform(const struct input *input, const void *data)
{
    const wrow_reduce_options skip = {.skip_nan = 1}, plain = {0};
    (void)data;
    case_check_transform(WROW_SUM, &skip, input, input->type, "in just enough");
    case_check_transform(WROW_MEAN, &plain, input, input->type, "in just enough");
    case_check_transform(WROW_MIN, &plain, input, input->type, "in just enough");
}

static void mean(const struct input *input, const void *data)
{
    (void)data;
    case_check_reduce(WROW_MEAN, input, input->type, "in just enough");
}

static void count(const struct input *input, const void *data)
{
    wrow_context *const context = input->buffer.context;
    const wrow_value zero = {.f = 0};
    struct buffer out = buffer_make(context, 8, 0, CANARY_WRITE);
    uint64_t found;
    (void)data;
    MUST(context, wrow_count_if(context, WROW_GREATER, &zero, input->buffer.data,
                                input->type, input->count, out.data));
    buffer_get(&out, &found);
    assert_int_equal(found, oracle_count_if(WROW_GREATER, &zero, input->host, input->type,
                                            input->count));
    buffer_free(&out);
}

static void segments_work_in_what_the_query_says(wrow_context *context)
{
    static const wrow_type types[] = {WROW_F16, WROW_F32, WROW_F64};
    for (size_t t = 0; t < COUNT_OF(types); ++t) {
        const size_t chunk = 4096 / type_row_of(types[t])->bytes;
        const size_t giant = unless_sanitized(2500, 140) * chunk / 8;
        const size_t shapes[][8] = {
            {1, 0, 3},
            {giant, 1, 2, 3, 4, 5},
            {chunk + 1, chunk + 1, chunk + 1, chunk + 1, chunk + 1, chunk + 1, chunk + 1},
            {chunk, 2 * chunk, 3 * chunk + 1, 5 * chunk - 1, 33 * chunk, 1},
        };
        for (size_t s = 0; s < COUNT_OF(shapes); ++s) {
            uint64_t *const offsets = make_offsets(shapes[s], 8, 0);
            const struct layout layout = layout_at(offsets, 8);
            struct input input =
                input_make(context, GEN_CANCEL, types[t], s, layout_count(&layout), 8);
            size_t bytes;
            check_bytes(&input, layout_workspace(&layout, &input), sum, &layout);
            check_bytes(&input, layout_workspace(&layout, &input), extremes, &layout);
            MUST(NULL, wrow_describe_segments_workspace(types[t], input.count, &bytes));
            check_bytes(&input, bytes, describe, &layout);
            input_free(&input);
            free(offsets);
        }
    }
}
ON_BOTH(segments_work_in_what_the_query_says)

static void matrices_work_in_what_the_query_says(wrow_context *context)
{
    static const size_t shapes[][3] = {/* rows, columns, pitch */
                                       {3, 1, 4000},  {1, 9000, 9000}, {9000, 1, 3},
                                       {3, 600, 601}, {70, 513, 600},  {2000, 5, 64}};
    for (size_t s = 0; s < COUNT_OF(shapes); ++s) {
        const struct layout layouts[] = {
            layout_of_matrix(ROWS, shapes[s][0], shapes[s][1], shapes[s][2]),
            layout_of_matrix(COLUMNS, shapes[s][0], shapes[s][1], shapes[s][2]),
            layout_of_length(shapes[s][0], shapes[s][1])};
        for (size_t l = 0; l < COUNT_OF(layouts); ++l) {
            struct input input = input_make(context, GEN_CANCEL, WROW_F64, s,
                                            layout_count(&layouts[l]), 8);
            check_bytes(&input, layout_workspace(&layouts[l], &input), sum, &layouts[l]);
            input_free(&input);
        }
    }
}
ON_BOTH(matrices_work_in_what_the_query_says)

static void arrays_work_in_what_the_query_says(wrow_context *context)
{
    static const size_t counts[] = {1, 513, 4097, 100003};
    for (size_t c = 0; c < COUNT_OF(counts); ++c) {
        struct input input = input_make(context, GEN_NAN, WROW_F32, c, counts[c], 4);
        size_t bytes;
        MUST(NULL, wrow_transform_reduce_workspace(WROW_F32, counts[c], &bytes));
        check_bytes(&input, bytes, transform, NULL);
        check_bytes(&input, bytes, count, NULL);
        MUST(NULL,
             wrow_reduce_workspace(WROW_MEAN, WROW_F32, counts[c], WROW_F64, &bytes));
        check_bytes(&input, bytes, mean, NULL);
        input_free(&input);
    }
}
ON_BOTH(arrays_work_in_what_the_query_says)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(segments_work_in_what_the_query_says),
        BOTH(matrices_work_in_what_the_query_says),
        BOTH(arrays_work_in_what_the_query_says),
    };
    return cmocka_run_group_tests_name("reduce/test_segments_workspace", tests, NULL,
                                       NULL);
}
