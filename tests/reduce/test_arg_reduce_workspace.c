/* test_arg_reduce_workspace.c -- would catch a call that runs in too little, a query that
 * asks for more than is needed or allows what the call refuses, and an overlap of
 * executions that nobody is told of. */
#include "support/case.h"
#include "support/oracle.h"

static void a_short_workspace_is_refused(wrow_context *context)
{
    const size_t count = 20001;
    struct input input = input_make(context, GEN_TIES, WROW_F64, 5, count, 8);
    struct buffer workspace;
    struct buffer out = buffer_make(context, 2 * sizeof(wrow_extreme), 0, CANARY_WRITE);
    wrow_extreme *const at = out.data;
    size_t least, needed;
    MUST(NULL, wrow_arg_reduce_workspace(WROW_F64, 1, &least));
    MUST(NULL, wrow_arg_reduce_workspace(WROW_F64, count, &needed));
    assert_true(least < needed);
    buffer_set(&out, UNTOUCHED);
    workspace = buffer_make(context, needed, 1, CANARY_WRITE);
    for (size_t less = 1; less < needed - least; less *= 2) {
        MUST(context, wrow_context_set_workspace(context, workspace.data, needed - less));
        MUST_REFUSE(
            context, WROW_E_WORKSPACE, "bytes",
            wrow_arg_reduce(context, input.buffer.data, WROW_F64, count, &at[0], &at[1]));
    }
    MUST(context, wrow_context_set_workspace(context, NULL, 0));
    buffer_untouched("out", &out);
    for (size_t skew = 0; skew < 2; ++skew) {
        buffer_free(&workspace);
        workspace = buffer_make(context, needed, skew * 37, CANARY_WRITE);
        MUST(context, wrow_context_set_workspace(context, workspace.data, needed));
        case_check_arg_reduce(&input, "in just enough");
        MUST(context, wrow_context_set_workspace(context, NULL, 0));
    }
    buffer_free(&workspace);
    input_free(&input);
    buffer_free(&out);
}
ON_BOTH(a_short_workspace_is_refused)

static void the_workspace_query_refuses_alike(void **state)
{
    size_t bytes = 77;
    (void)state;
    MUST_REFUSE(NULL, WROW_E_TYPE, "type",
                wrow_arg_reduce_workspace((wrow_type)0, 9, &bytes));
    MUST_REFUSE(NULL, WROW_E_TYPE, "type",
                wrow_arg_reduce_workspace((wrow_type)13, 9, &bytes));
    MUST_REFUSE(NULL, WROW_E_ARGUMENT, "count",
                wrow_arg_reduce_workspace(WROW_F64, SIZE_MAX, &bytes));
    assert_int_equal(bytes, 77);
    MUST_REFUSE(NULL, WROW_E_ARGUMENT, "bytes",
                wrow_arg_reduce_workspace(WROW_F64, 9, NULL));
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        for (int shift = 0; shift < 60; ++shift) { /* bounded at any count */
            MUST(NULL, wrow_arg_reduce_workspace(type_rows[t].type, (size_t)1 << shift,
                                                 &bytes));
            assert_true(bytes > 0 && bytes < 1 << 20);
        }
}

/* What overlapping replays leave: arrivals that this execution did not make, in the
 * second word of an aligned workspace (wrow_grid_state). Another context puts them
 * there, because this one guards its workspace. The error is told once, and after that
 * the context works again. */
static void overlapping_executions_are_told(void **state)
{
    const uint32_t overlapped[4] = {0, 1u << 30, 0, 0};
    wrow_context *context = case_cuda(), *other = case_cuda();
    struct input input = input_make(context, GEN_TIES, WROW_F32, 1, 1 << 20, 0);
    struct buffer out = buffer_make(context, 2 * sizeof(wrow_extreme), 0, CANARY_WRITE);
    struct buffer workspace = buffer_make(context, 1 << 20, 0, CANARY_WRITE);
    wrow_extreme *const at = out.data;
    (void)state;
    assert_int_equal((uintptr_t)workspace.data % 256, 0);
    MUST(context, wrow_context_set_workspace(context, workspace.data, workspace.bytes));
    MUST(context, wrow_context_synchronize(context));
    for (int wanted = 1; wanted <= 3; ++wanted) { /* one bit each */
        MUST(other, wrow_copy(other, workspace.data, overlapped, sizeof overlapped));
        MUST(context,
             wrow_arg_reduce(context, input.buffer.data, WROW_F32, input.count,
                             wanted & 1 ? at : NULL, wanted & 2 ? at + 1 : NULL));
        MUST_REFUSE(context, WROW_E_BUSY, "overlapped",
                    wrow_context_synchronize(context));
        MUST(context, wrow_context_synchronize(context));
        case_check_arg_reduce(&input, "after an overlap");
    }
    MUST(context, wrow_context_set_workspace(context, NULL, 0));
    buffer_free(&workspace);
    buffer_free(&out);
    input_free(&input);
    wrow_context_destroy(context);
    wrow_context_destroy(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(a_short_workspace_is_refused),
        cmocka_unit_test(the_workspace_query_refuses_alike),
        cmocka_unit_test(overlapping_executions_are_told),
    };
    return cmocka_run_group_tests_name("reduce/test_arg_reduce_workspace", tests, NULL,
                                       NULL);
}
