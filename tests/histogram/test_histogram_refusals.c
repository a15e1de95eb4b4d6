/* test_histogram_refusals.c -- every wrong argument of wrow_histogram_edges: a status,
 * a sentence that names it, and counts that nobody wrote to. */
#include "support/case.h"
#include <string.h>

enum { COUNT = 50, EDGES = 5 };

struct arrays {
    wrow_context *context;
    struct input input;
    struct buffer edges, counts;
    unsigned char *in, *edge, *out;
};

static struct arrays make_arrays(wrow_context *context)
{
    const double edges[EDGES] = {-10, -1, 0, 1, 10};
    struct arrays arrays = {.context = context,
                            .input =
                                input_make(context, GEN_MIXED, WROW_F64, 1, COUNT, 0),
                            .edges = buffer_make(context, sizeof edges, 0, CANARY_READ),
                            .counts = buffer_make(context, EDGES * 8, 0, CANARY_WRITE)};
    buffer_put(&arrays.edges, edges);
    buffer_set(&arrays.counts, UNTOUCHED);
    arrays.in = arrays.input.buffer.data;
    arrays.edge = arrays.edges.data;
    arrays.out = arrays.counts.data;
    return arrays;
}

static void free_arrays(struct arrays *arrays)
{
    unsigned char now[COUNT * 8];
    buffer_untouched("counts", &arrays->counts);
    buffer_get(&arrays->input.buffer, now);
    assert_memory_equal(arrays->input.host, now, sizeof now);
    MUST(arrays->context, wrow_context_synchronize(arrays->context));
    buffer_free(&arrays->counts);
    buffer_free(&arrays->edges);
    input_free(&arrays->input);
}

/* A call that is right but for what the caller changes. */
struct call {
    const wrow_histogram_options *options;
    const void *in;
    wrow_type in_type;
    size_t count;
    const void *edges;
    size_t edge_count;
    void *counts;
    wrow_type count_type;
};

static struct call right_call(const struct arrays *a)
{
    return (struct call){NULL, a->in, WROW_F64, COUNT, a->edge, EDGES, a->out, WROW_U32};
}

static wrow_status make_call(wrow_context *context, const struct call *call)
{
    return wrow_histogram_edges(context, call->options, call->in, call->in_type,
                                call->count, call->edges, call->edge_count, call->counts,
                                call->count_type);
}

static void wrong_types_are_refused(wrow_context *context)
{
    struct arrays a = make_arrays(context);
    for (int type = -1; type < 15; ++type) {
        struct call call = right_call(&a);
        call.in_type = (wrow_type)type;
        if (type != WROW_F32 && type != WROW_F64)
            MUST_REFUSE(context, WROW_E_TYPE, "in_type", make_call(context, &call));
        call = right_call(&a);
        call.count_type = (wrow_type)type;
        if (type != WROW_U32 && type != WROW_U64)
            MUST_REFUSE(context, WROW_E_TYPE, "count_type", make_call(context, &call));
    }
    free_arrays(&a);
}
ON_BOTH(wrong_types_are_refused)

static void wrong_sizes_are_refused(wrow_context *context)
{
    static const size_t edge_counts[] = {0, 1, WROW_HISTOGRAM_EDGES_MAX + 1, SIZE_MAX,
                                         (size_t)1 << 32 | 5};
    static const size_t counts[] = {SIZE_MAX, SIZE_MAX / 8, SIZE_MAX / 8 + 1};
    struct arrays a = make_arrays(context);
    for (size_t i = 0; i < COUNT_OF(edge_counts); ++i) {
        struct call call = right_call(&a);
        call.edge_count = edge_counts[i];
        MUST_REFUSE(context, WROW_E_ARGUMENT, "edge_count", make_call(context, &call));
    }
    for (size_t i = 0; i < COUNT_OF(counts); ++i) {
        struct call call = right_call(&a);
        call.count = counts[i];
        MUST_REFUSE(context, WROW_E_ARGUMENT, "in", make_call(context, &call));
    }
    free_arrays(&a);
}
ON_BOTH(wrong_sizes_are_refused)

static void wrong_pointers_are_refused(wrow_context *context)
{
    struct arrays a = make_arrays(context);
    const struct {
        const void *in, *edges;
        void *counts;
        const char *word;
    } cases[] = {
        {NULL, a.edge, a.out, "in is NULL"},
        {a.in, NULL, a.out, "edges is NULL"},
        {a.in, a.edge, NULL, "counts is NULL"},
        {a.in + 4, a.edge, a.out, "in is"},
        {a.in + 1, a.edge, a.out, "in is"},
        {a.in, a.edge + 4, a.out, "edges is"},
        {a.in, a.edge, a.out + 2, "counts is"},
        {a.in, a.edge, a.in, "overlaps"},
        {a.in, a.edge, a.in + 8 * (COUNT - 1) + 4, "overlaps"},
        {a.in, a.edge, a.edge, "overlaps"},
        {a.in, a.edge, a.edge + 8 * EDGES - 4, "overlaps"},
        {a.in + 8, a.edge, a.in - 8, "overlaps"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); ++i) {
        struct call call = right_call(&a);
        call.in = cases[i].in;
        call.edges = cases[i].edges;
        call.counts = cases[i].counts;
        call.count = call.in == a.in ? COUNT : COUNT - 1;
        call.count_type = i == COUNT_OF(cases) - 1 ? WROW_U64 : WROW_U32;
        MUST_REFUSE(context, WROW_E_ARGUMENT, cases[i].word, make_call(context, &call));
    }
    struct call call = right_call(&a);
    call.count_type = WROW_U64;
    call.counts = a.out + 4;
    MUST_REFUSE(context, WROW_E_ARGUMENT, "counts is", make_call(context, &call));
    free_arrays(&a);
}
ON_BOTH(wrong_pointers_are_refused)

static void options_are_read_by_their_size(wrow_context *context)
{
    struct {
        wrow_histogram_options known;
        unsigned char later[16];
    } newer;
    struct arrays a = make_arrays(context);
    struct call call = right_call(&a);
    memset(&newer, 0, sizeof newer);
    call.options = &newer.known;
    newer.known.closed_right = 2;
    MUST_REFUSE(context, WROW_E_ARGUMENT, "closed_right", make_call(context, &call));
    newer.known.closed_right = 1;
    newer.known.size = 7;
    MUST_REFUSE(context, WROW_E_ARGUMENT, "size", make_call(context, &call));
    newer.known.size = sizeof newer;
    newer.later[15] = 9;
    MUST_REFUSE(context, WROW_E_ARGUMENT, "size", make_call(context, &call));
    free_arrays(&a);

    a = make_arrays(context);
    call = right_call(&a);
    call.options = &newer.known;
    newer.later[15] = 0;
    MUST(context, make_call(context, &call));
    newer.known.size = 0;
    MUST(context, make_call(context, &call));
    buffer_set(&a.counts, UNTOUCHED);
    free_arrays(&a);
}
ON_BOTH(options_are_read_by_their_size)

static void the_workspace_query_refuses_alike(void **state)
{
    size_t bytes = 77;
    (void)state;
#define QUERY wrow_histogram_edges_workspace
    for (int type = -1; type < 15; ++type) {
        if (type != WROW_F32 && type != WROW_F64)
            MUST_REFUSE(NULL, WROW_E_TYPE, "in_type",
                        QUERY((wrow_type)type, 5, 3, WROW_U32, &bytes));
        if (type != WROW_U32 && type != WROW_U64)
            MUST_REFUSE(NULL, WROW_E_TYPE, "count_type",
                        QUERY(WROW_F32, 5, 3, (wrow_type)type, &bytes));
    }
    MUST_REFUSE(NULL, WROW_E_ARGUMENT, "edge_count",
                QUERY(WROW_F32, 5, 1, WROW_U32, &bytes));
    MUST_REFUSE(NULL, WROW_E_ARGUMENT, "edge_count",
                QUERY(WROW_F32, 5, 1025, WROW_U32, &bytes));
    MUST_REFUSE(NULL, WROW_E_ARGUMENT, "count",
                QUERY(WROW_F32, SIZE_MAX, 3, WROW_U32, &bytes));
    assert_int_equal(bytes, 77);
    MUST_REFUSE(NULL, WROW_E_ARGUMENT, "bytes", QUERY(WROW_F32, 5, 3, WROW_U32, NULL));
#undef QUERY
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(wrong_types_are_refused),
        BOTH(wrong_sizes_are_refused),
        BOTH(wrong_pointers_are_refused),
        BOTH(options_are_read_by_their_size),
        cmocka_unit_test(the_workspace_query_refuses_alike),
    };
    return cmocka_run_group_tests_name("histogram/test_histogram_refusals", tests, NULL,
                                       NULL);
}
