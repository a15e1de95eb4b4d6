/* test_workspace.c -- would catch a fixed workspace that is written outside of, an
 * alignment that costs bytes nobody was told of, a call that runs in too little, a
 * context that does not come back from fixed mode, and an allocation in it. */
#include "support/case.h"
#include "support/counting_allocator.h"
#include "support/oracle.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 20001, EDGES = WROW_HISTOGRAM_EDGES_MAX };

/* What every verb needs for the calls below. */
static size_t needed_bytes(void)
{
    size_t most = 0, bytes;
    MUST(NULL, wrow_reduce_workspace(WROW_SUM, WROW_F32, COUNT, WROW_F64, &bytes));
    most = bytes > most ? bytes : most;
    MUST(NULL, wrow_describe_workspace(WROW_F32, COUNT, &bytes));
    most = bytes > most ? bytes : most;
    MUST(NULL, wrow_arg_reduce_workspace(WROW_F32, COUNT, &bytes));
    most = bytes > most ? bytes : most;
    MUST(NULL, wrow_histogram_edges_workspace(WROW_F32, COUNT, EDGES, WROW_U64, &bytes));
    return bytes > most ? bytes : most;
}

/* Every verb once, each compared with its oracle. */
static void use_every_verb(wrow_context *context)
{
    struct input input = input_make(context, GEN_MIXED, WROW_F32, 5, COUNT, 4);
    struct buffer edges = buffer_make(context, EDGES * sizeof(double), 8, CANARY_READ);
    struct buffer counts = buffer_make(context, (EDGES - 1) * 8, 8, CANARY_WRITE);
    double host_edges[EDGES];
    uint64_t expected[EDGES - 1], actual[EDGES - 1];
    for (int i = 0; i < EDGES; ++i)
        host_edges[i] = (i - EDGES / 2) * 0.37;
    buffer_put(&edges, host_edges);
    case_check_reduce(WROW_SUM, &input, WROW_F64, "in a workspace");
    case_check_describe(&input, false, "in a workspace");
    case_check_arg_reduce(&input, "in a workspace");
    MUST(context, wrow_histogram_edges(context, NULL, input.buffer.data, WROW_F32, COUNT,
                                       edges.data, EDGES, counts.data, WROW_U64));
    buffer_get(&counts, actual);
    oracle_histogram_edges(input.host, WROW_F32, COUNT, host_edges, EDGES, false,
                           expected);
    assert_same_bits("counts", WROW_U64, expected, actual, EDGES - 1);
    buffer_free(&counts);
    buffer_free(&edges);
    input_free(&input);
}

static void any_alignment_will_do(wrow_context *context)
{
    const size_t bytes = needed_bytes();
    const unsigned char dirt = 0xdb;
    for (size_t skew = 0; skew < 256; skew += skew < 17 || skew > 238 ? 1 : 13) {
        struct buffer workspace = buffer_make(context, bytes, skew, CANARY_WRITE);
        buffer_set(&workspace, dirt);
        MUST(context, wrow_context_set_workspace(context, workspace.data, bytes));
        use_every_verb(context);
        MUST(context, wrow_context_set_workspace(context, NULL, 0));
        buffer_free(&workspace);
    }
    use_every_verb(context);
}
ON_BOTH(any_alignment_will_do)

static void every_misalignment_of_one_reduction(wrow_context *context)
{
    struct input input = input_make(context, GEN_CANCEL, WROW_F32, 5, COUNT, 4);
    struct buffer workspace;
    size_t bytes;
    MUST(NULL, wrow_reduce_workspace(WROW_SUM, WROW_F32, COUNT, WROW_F64, &bytes));
    workspace = buffer_make(context, bytes + 255, 0, CANARY_WRITE);
    for (size_t skew = 0; skew < 256; ++skew) {
        unsigned char *const data = workspace.data, after = CANARY_WRITE;
        unsigned char host[512];
        MUST(context, wrow_context_set_workspace(context, NULL, 0));
        buffer_set(&workspace, CANARY_WRITE);
        MUST(context, wrow_context_set_workspace(context, data + skew, bytes));
        case_check_reduce(WROW_SUM, &input, WROW_F64, "in a workspace");
        if (skew > 0) {
            MUST(context, wrow_copy(context, host, data, skew));
            assert_all_bytes("before the workspace", host, skew, after);
        }
        if (skew < 255) {
            MUST(context, wrow_copy(context, host, data + skew + bytes, 255 - skew));
            assert_all_bytes("after the workspace", host, 255 - skew, after);
        }
    }
    MUST(context, wrow_context_set_workspace(context, NULL, 0));
    buffer_free(&workspace);
    input_free(&input);
}
ON_BOTH(every_misalignment_of_one_reduction)

/* The last number of the sentence. */
static size_t bytes_named(const char *sentence)
{
    const char *digits = sentence + strlen(sentence);
    while (digits > sentence && (digits[-1] < '0' || digits[-1] > '9'))
        --digits;
    while (digits > sentence && digits[-1] >= '0' && digits[-1] <= '9')
        --digits;
    return (size_t)strtoull(digits, NULL, 10);
}

static void too_small_says_how_much(wrow_context *context)
{
    struct input input = input_make(context, GEN_MIXED, WROW_F32, 5, COUNT, 0);
    struct buffer workspace = buffer_make(context, 1 << 20, 1, CANARY_WRITE);
    struct buffer out = buffer_make(context, 8, 8, CANARY_WRITE);
    size_t least, needed;
    buffer_set(&out, UNTOUCHED);
    buffer_set(&workspace, UNTOUCHED);
    for (size_t bytes = 1; bytes < 1000; bytes = bytes * 3)
        MUST_REFUSE(context, WROW_E_WORKSPACE, "workspace",
                    wrow_context_set_workspace(context, workspace.data, bytes));
    buffer_untouched("a refused workspace", &workspace);
    least = bytes_named(wrow_last_error(context));
    assert_true(least > 0 && least < 1 << 20);
    MUST_REFUSE(context, WROW_E_WORKSPACE, "workspace",
                wrow_context_set_workspace(context, workspace.data, least - 1));
    case_check_reduce(WROW_SUM, &input, WROW_F32, "after a refused workspace");

    MUST(context, wrow_context_set_workspace(context, workspace.data, least));
    MUST(NULL, wrow_reduce_workspace(WROW_SUM, WROW_F32, COUNT, WROW_F64, &needed));
    MUST_REFUSE(context, WROW_E_WORKSPACE, "bytes",
                wrow_reduce(context, WROW_SUM, input.buffer.data, WROW_F32, COUNT,
                            out.data, WROW_F64));
    assert_int_equal(bytes_named(wrow_last_error(context)), needed);
    buffer_untouched("out", &out);
    MUST(context, wrow_context_set_workspace(context, workspace.data, needed));
    case_check_reduce(WROW_SUM, &input, WROW_F64, "in just enough");
    MUST(context, wrow_context_set_workspace(context, NULL, 0));
    buffer_free(&out);
    buffer_free(&workspace);
    input_free(&input);
}
ON_BOTH(too_small_says_how_much)

static void wrong_workspaces_leave_the_old_one(wrow_context *context)
{
    struct buffer workspace = buffer_make(context, needed_bytes(), 1, CANARY_WRITE);
    MUST(context, wrow_context_set_workspace(context, workspace.data, workspace.bytes));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "workspace",
                wrow_context_set_workspace(context, NULL, 1 << 20));
    MUST_REFUSE(context, WROW_E_WORKSPACE, "workspace",
                wrow_context_set_workspace(context, workspace.data, 0));
    MUST_REFUSE(context, WROW_E_ARGUMENT, "workspace",
                wrow_context_set_workspace(context, workspace.data, SIZE_MAX));
    use_every_verb(context);
    MUST(context, wrow_context_set_workspace(context, NULL, 0));
    MUST(context, wrow_context_set_workspace(context, NULL, 0));
    buffer_free(&workspace);
    use_every_verb(context);
}
ON_BOTH(wrong_workspaces_leave_the_old_one)

static void a_fixed_or_reserved_context_never_allocates(void **state)
{
    struct counting_allocator allocator;
    const wrow_context_options options = counting_allocator_options(&allocator, 2);
    const size_t bytes = needed_bytes();
    wrow_context *context = NULL;
    double edges[EDGES], sum;
    uint64_t counts[EDGES - 1];
    static float in[COUNT];
    unsigned char *workspace = malloc(bytes);
    wrow_summary summary;
    (void)state;
    assert_non_null(workspace);
    for (int i = 0; i < EDGES; ++i)
        edges[i] = i;
    for (int fixed = 0; fixed < 2; ++fixed) {
        MUST(NULL, wrow_context_create(&context, &options));
        if (fixed)
            MUST(context, wrow_context_set_workspace(context, workspace, bytes));
        else
            MUST(context, wrow_context_reserve(context, bytes));
        const int before = allocator.calls;
        for (int i = 0; i < 3; ++i) {
            MUST(context,
                 wrow_reduce(context, WROW_SUM, in, WROW_F32, COUNT, &sum, WROW_F64));
            MUST(context, wrow_describe(context, NULL, in, WROW_F32, COUNT, &summary));
            MUST(context, wrow_histogram_edges(context, NULL, in, WROW_F32, COUNT, edges,
                                               EDGES, counts, WROW_U64));
            MUST(context, wrow_context_reserve(context, bytes));
        }
        assert_int_equal(allocator.calls, before);
        wrow_context_destroy(context);
        assert_int_equal(allocator.live, 0);
    }
    free(workspace);
}

static void reserve_has_its_refusals(wrow_context *context)
{
    struct buffer workspace = buffer_make(context, needed_bytes(), 1, CANARY_WRITE);
    MUST(context, wrow_context_reserve(context, 0));
    MUST(context, wrow_context_reserve(context, needed_bytes()));
    static const size_t huge[] = {SIZE_MAX, SIZE_MAX / 2 + 1, SIZE_MAX / 2 - 4096};
    for (size_t i = 0; i < COUNT_OF(huge); ++i) {
        char word[64];
        (void)snprintf(word, sizeof word, "bytes is %zu", huge[i]);
        MUST_REFUSE(context, WROW_E_MEMORY, word, wrow_context_reserve(context, huge[i]));
    }
    use_every_verb(context);
    MUST(context, wrow_context_set_workspace(context, workspace.data, workspace.bytes));
    MUST(context, wrow_context_reserve(context, workspace.bytes));
    MUST_REFUSE(context, WROW_E_WORKSPACE, "bytes",
                wrow_context_reserve(context, workspace.bytes + 300));
    MUST_REFUSE(context, WROW_E_WORKSPACE, "bytes is 18446744073709551615",
                wrow_context_reserve(context, SIZE_MAX));
    use_every_verb(context);
    MUST(context, wrow_context_set_workspace(context, NULL, 0));
    buffer_free(&workspace);
}
ON_BOTH(reserve_has_its_refusals)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(any_alignment_will_do),
        BOTH(every_misalignment_of_one_reduction),
        BOTH(too_small_says_how_much),
        BOTH(wrong_workspaces_leave_the_old_one),
        cmocka_unit_test(a_fixed_or_reserved_context_never_allocates),
        BOTH(reserve_has_its_refusals),
    };
    return cmocka_run_group_tests_name("core/test_workspace", tests, NULL, NULL);
}
