/* test_segments_calls.c -- what every call of segments.h and transform.h has in common: a
 * workspace that is too small, data in the workspace, outputs in the input, and memory of
 * the host where the GPU's is meant, are refused with outputs untouched. Would catch a
 * call that forgets one of its arrays. */
#include "support/case.h"
#include "support/counting_allocator.h"
#include <stdlib.h>

enum { COUNT = 20000, SEGMENTS = 4, EACH = COUNT / SEGMENTS };
enum { OUT_BYTES = SEGMENTS * sizeof(wrow_summary) };

/* One call each; `at` are offsets, or a count, or nothing. */
typedef wrow_status call(wrow_context *context, const void *in, const uint64_t *at,
                         void *out);

#define CALL(name, body)                                                                 \
    static wrow_status name(wrow_context *context, const void *in, const uint64_t *at,   \
                            void *out)                                                   \
    {                                                                                    \
        (void)at;                                                                        \
        return body;                                                                     \
    }

static const wrow_value zero = {.f = 0}, one = {.f = 1};

CALL(segments, wrow_reduce_segments(context, WROW_SUM, NULL, in, WROW_F64, COUNT, at,
                                    SEGMENTS, out, WROW_F64))
CALL(min_of,
     wrow_arg_reduce_segments(context, in, WROW_F64, COUNT, at, SEGMENTS, out, NULL))
CALL(max_of,
     wrow_arg_reduce_segments(context, in, WROW_F64, COUNT, at, SEGMENTS, NULL, out))
CALL(describe,
     wrow_describe_segments(context, NULL, in, WROW_F64, COUNT, at, SEGMENTS, out))
CALL(fixed, wrow_reduce_fixed_segments(context, WROW_MAX, NULL, in, WROW_F64, SEGMENTS,
                                       EACH, out, WROW_F64))
CALL(rows, wrow_reduce_rows(context, WROW_MEAN, NULL, WROW_ALONG_ROWS, in, WROW_F64,
                            SEGMENTS, EACH, EACH, out, WROW_F64))
CALL(columns, wrow_reduce_rows(context, WROW_SUM, NULL, WROW_ALONG_COLUMNS, in, WROW_F64,
                               EACH, SEGMENTS, SEGMENTS, out, WROW_F64))
CALL(count_if, wrow_count_if(context, WROW_LESS, &zero, in, WROW_F64, COUNT, out))
CALL(count_in_range, wrow_count_in_range(context, &zero, &one, in, WROW_F64, COUNT, out))

static wrow_status transform(wrow_context *context, const void *in, const uint64_t *at,
                             void *out)
{
    const wrow_reduce_options options = {.transform = WROW_SQUARE, .count_device = at};
    return wrow_transform_reduce(context, WROW_SUM, &options, in, WROW_F64, COUNT, out,
                                 WROW_F64);
}

static const struct row {
    call *call;
    const char *at, *out;
    wrow_status (*workspace)(wrow_type type, size_t count, size_t *bytes);
} calls[] = {
    {segments, "offsets", "out", wrow_reduce_segments_workspace},
    {min_of, "offsets", "min", wrow_reduce_segments_workspace},
    {max_of, "offsets", "max", wrow_reduce_segments_workspace},
    {describe, "offsets", "out", wrow_describe_segments_workspace},
    {fixed, NULL, "out", wrow_reduce_segments_workspace},
    {rows, NULL, "out", wrow_reduce_segments_workspace},
    {columns, NULL, "out", wrow_reduce_segments_workspace},
    {transform, "options->count_device", "out", wrow_transform_reduce_workspace},
    {count_if, NULL, "out", wrow_transform_reduce_workspace},
    {count_in_range, NULL, "out", wrow_transform_reduce_workspace},
};

struct arrays {
    wrow_context *context;
    struct input input;
    struct buffer at, out;
};

static struct arrays make_arrays(wrow_context *context)
{
    static const uint64_t offsets[SEGMENTS + 1] = {10, 12, 12, 19000, COUNT};
    struct arrays a = {context, input_make(context, GEN_MIXED, WROW_F64, 1, COUNT, 0),
                       buffer_make(context, sizeof offsets, 0, CANARY_READ),
                       buffer_make(context, OUT_BYTES, 0, CANARY_WRITE)};
    buffer_put(&a.at, offsets);
    buffer_set(&a.out, UNTOUCHED);
    return a;
}

/* They still work: the first offset is a count as well. */
static void free_arrays(struct arrays *a)
{
    buffer_untouched("out", &a->out);
    for (size_t k = 0; k < COUNT_OF(calls); ++k)
        MUST(a->context,
             calls[k].call(a->context, a->input.buffer.data, a->at.data, a->out.data));
    MUST(a->context, wrow_context_synchronize(a->context));
    buffer_free(&a->out);
    buffer_free(&a->at);
    input_free(&a->input);
}

static void no_context_is_refused(void **state)
{
    static double in[COUNT];
    static uint64_t at[SEGMENTS + 1];
    static wrow_summary out[SEGMENTS];
    (void)state;
    for (size_t k = 0; k < COUNT_OF(calls); ++k)
        MUST_REFUSE(NULL, WROW_E_ARGUMENT, "context", calls[k].call(NULL, in, at, out));
    assert_all_bytes("out", out, sizeof out, 0);
}

/* One byte less, where alignment wastes nothing of it. */
static void a_short_workspace_is_refused(wrow_context *context)
{
    struct arrays a = make_arrays(context);
    struct buffer workspace = buffer_make(context, 1 << 22, 1, CANARY_WRITE);
    for (size_t k = 0; k < COUNT_OF(calls); ++k) {
        size_t bytes = 0;
        MUST(NULL, calls[k].workspace(WROW_F64, COUNT, &bytes));
        assert_true(bytes > 0 && bytes < workspace.bytes);
        MUST(context, wrow_context_set_workspace(context, workspace.data, bytes - 1));
        MUST_REFUSE(context, WROW_E_WORKSPACE, "bytes",
                    calls[k].call(context, a.input.buffer.data, a.at.data, a.out.data));
    }
    MUST(context, wrow_context_set_workspace(context, NULL, 0));
    buffer_free(&workspace);
    free_arrays(&a);
}
ON_BOTH(a_short_workspace_is_refused)

static void a_fixed_or_reserved_context_never_allocates(void **state)
{
    static const uint64_t offsets[SEGMENTS + 1] = {10, 12, 12, 19000, COUNT};
    static double in[COUNT];
    static wrow_summary out[SEGMENTS];
    struct counting_allocator allocator;
    const wrow_context_options options = counting_allocator_options(&allocator, 2);
    unsigned char *const workspace = malloc(1 << 22);
    (void)state;
    assert_non_null(workspace);
    for (size_t k = 0; k < COUNT_OF(calls) * 2; ++k) {
        const struct row *const row = &calls[k / 2];
        wrow_context *context = NULL;
        size_t bytes;
        MUST(NULL, row->workspace(WROW_F64, COUNT, &bytes));
        MUST(NULL, wrow_context_create(&context, &options));
        if (k % 2)
            MUST(context, wrow_context_set_workspace(context, workspace, bytes));
        else
            MUST(context, wrow_context_reserve(context, bytes));
        const int before = allocator.calls;
        for (int again = 0; again < 3; ++again)
            MUST(context, row->call(context, in, offsets, out));
        assert_int_equal(allocator.calls, before);
        wrow_context_destroy(context);
        assert_int_equal(allocator.live, 0);
    }
    free(workspace);
}

/* In, offsets and outputs at `place`, one at a time. */
static void refuse_each(struct arrays *a, wrow_status status, void *place)
{
    wrow_context *const context = a->context;
    const void *const in = a->input.buffer.data;
    for (size_t k = 0; k < COUNT_OF(calls); ++k) {
        const struct row *const row = &calls[k];
        MUST_REFUSE(context, status, "in",
                    row->call(context, place, a->at.data, a->out.data));
        MUST_REFUSE(context, status, row->out, row->call(context, in, a->at.data, place));
        if (row->at)
            MUST_REFUSE(context, status, row->at,
                        row->call(context, in, place, a->out.data));
    }
}

static void data_in_the_workspace_are_refused(wrow_context *context)
{
    struct arrays a = make_arrays(context);
    struct buffer workspace = buffer_make(context, 1 << 22, 0, CANARY_WRITE);
    unsigned char *const memory = workspace.data;
    MUST(context, wrow_context_set_workspace(context, memory, workspace.bytes));
    refuse_each(&a, WROW_E_ARGUMENT, memory);
    refuse_each(&a, WROW_E_ARGUMENT, memory + workspace.bytes - 8);
    MUST(context, wrow_context_set_workspace(context, NULL, 0));
    buffer_free(&workspace);
    free_arrays(&a);
}
ON_BOTH(data_in_the_workspace_are_refused)

static void outputs_in_the_inputs_are_refused(wrow_context *context)
{
    struct arrays a = make_arrays(context);
    double *const in = a.input.buffer.data;
    for (size_t k = 0; k < COUNT_OF(calls); ++k) {
        MUST_REFUSE(context, WROW_E_ARGUMENT, "overlaps in",
                    calls[k].call(context, in, a.at.data, in));
        MUST_REFUSE(context, WROW_E_ARGUMENT, "overlaps in",
                    calls[k].call(context, in, a.at.data, in + COUNT - 1));
        if (calls[k].at)
            MUST_REFUSE(context, WROW_E_ARGUMENT, calls[k].at,
                        calls[k].call(context, in, a.at.data, a.at.data));
    }
    free_arrays(&a);
}
ON_BOTH(outputs_in_the_inputs_are_refused)

static void validation_refuses_host_pointers(void **state)
{
    const wrow_context_options options = {.backend = WROW_CUDA, .validate = 1};
    static uint64_t host[COUNT];
    wrow_context *context = case_cuda();
    (void)state;
    wrow_context_destroy(context);
    MUST(NULL, wrow_context_create(&context, &options));
    struct arrays a = make_arrays(context);
    refuse_each(&a, WROW_E_POINTER, host);
    assert_all_bytes("the host's", host, sizeof host, 0);
    free_arrays(&a);
    wrow_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_context_is_refused),
        BOTH(a_short_workspace_is_refused),
        cmocka_unit_test(a_fixed_or_reserved_context_never_allocates),
        BOTH(data_in_the_workspace_are_refused),
        BOTH(outputs_in_the_inputs_are_refused),
        cmocka_unit_test(validation_refuses_host_pointers),
    };
    return cmocka_run_group_tests_name("reduce/test_segments_calls", tests, NULL, NULL);
}
