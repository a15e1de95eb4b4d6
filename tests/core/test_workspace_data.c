/* test_workspace_data.c -- would catch data inside the workspace that a call would
 * overwrite while it reads them, and memory beside it that is refused as well. */
#include "support/case.h"

/* Every call with each of its arrays at `inside`, where the workspace is, and the others
 * outside. */
static void refuse_all_inside(wrow_context *context, void *inside, void *outside)
{
    double *const edges = (double *)outside + 16, value = 1;
#define REFUSED(name, call) MUST_REFUSE(context, WROW_E_ARGUMENT, name " (", call)
    REFUSED("in", wrow_reduce(context, WROW_SUM, inside, WROW_F64, 8, outside, WROW_F64));
    REFUSED("out",
            wrow_reduce(context, WROW_ANY, outside, WROW_F64, 0, inside, WROW_U64));
    REFUSED("in", wrow_describe(context, NULL, inside, WROW_F64, 8, outside));
    REFUSED("out", wrow_describe(context, NULL, edges, WROW_F64, 2, inside));
    REFUSED("in", wrow_arg_reduce(context, inside, WROW_F64, 8, outside, NULL));
    REFUSED("min", wrow_arg_reduce(context, outside, WROW_F64, 8, inside, NULL));
    REFUSED("max", wrow_arg_reduce(context, outside, WROW_F64, 8, NULL, inside));
    REFUSED("in", wrow_histogram_edges(context, NULL, inside, WROW_F64, 8, edges, 4,
                                       outside, WROW_U64));
    REFUSED("edges", wrow_histogram_edges(context, NULL, outside, WROW_F64, 8, inside, 8,
                                          edges, WROW_U64));
    REFUSED("counts", wrow_histogram_edges(context, NULL, outside, WROW_F64, 8, edges, 9,
                                           inside, WROW_U64));
    REFUSED("target", wrow_fill(context, inside, &value, WROW_F64, 8));
    REFUSED("target", wrow_copy(context, inside, outside, 64));
#undef REFUSED
}

static void data_inside_the_workspace_are_refused(wrow_context *context)
{
    const size_t bytes = 64 * 1024;
    struct buffer outside = buffer_make(context, 256, 8, CANARY_WRITE);
    unsigned char *memory = NULL;
    void *taken;
    MUST(context, wrow_alloc(context, bytes + 1024, &taken));
    memory = taken;
    const size_t places[] = {
        512, 520, 8448, bytes / 2, 512 + bytes - 256, 512 + bytes - 8};
    buffer_set(&outside, UNTOUCHED);
    for (size_t less = 0; less < 24; less += 8) /* the same memory, and a part of it */
        MUST(context,
             wrow_context_set_workspace(context, memory + 512 + less, bytes - less));
    MUST(context, wrow_context_set_workspace(context, memory + 512, bytes));
    for (size_t i = 0; i < COUNT_OF(places); ++i)
        refuse_all_inside(context, memory + places[i], outside.data);
    MUST_REFUSE(context, WROW_E_ARGUMENT, "in (64 bytes", /* only its end is inside */
                wrow_reduce(context, WROW_SUM, memory + 512 - 56, WROW_F64, 8,
                            outside.data, WROW_F64));
    buffer_untouched("outside", &outside);
    MUST_REFUSE(context, WROW_E_ARGUMENT, "workspace", wrow_free(context, taken));
    MUST(context,
         wrow_copy(context, outside.data, memory + 512, 64)); /* it is anything */

    /* Both neighbours touch it and are none of its business. */
    const double value = 3;
    double sum = 0;
    MUST(context, wrow_fill(context, memory, &value, WROW_F64, 64));
    MUST(context, wrow_fill(context, memory + 512 + bytes, &value, WROW_F64, 64));
    MUST(context,
         wrow_reduce(context, WROW_SUM, memory, WROW_F64, 64, outside.data, WROW_F64));
    MUST(context, wrow_copy(context, &sum, outside.data, sizeof sum));
    assert_true(sum == 192);
    MUST(context, wrow_reduce(context, WROW_SUM, memory, WROW_F64, 64,
                              memory + 512 + bytes, WROW_F64));

    MUST(context, wrow_context_set_workspace(context, NULL, 0));
    MUST(context, wrow_fill(context, memory, &value, WROW_F64, bytes / 8));
    MUST(context, wrow_reduce(context, WROW_SUM, memory, WROW_F64, bytes / 8,
                              memory + bytes, WROW_F64));
    MUST(context, wrow_free(context, taken));
    buffer_free(&outside);
}
ON_BOTH(data_inside_the_workspace_are_refused)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(data_inside_the_workspace_are_refused),
    };
    return cmocka_run_group_tests_name("core/test_workspace_data", tests, NULL, NULL);
}
