/* test_allocation.c -- every allocation fails once. Would catch a leak, a context
 * that is unusable after a failure, an output that was written before it, a block
 * given back with another size, an allocation in a warm context, and memory that piles
 * up as a context gets and loses a fixed workspace. */
#include "support/case.h"
#include "support/counting_allocator.h"
#include "support/oracle.h"
#include <stdlib.h>
#include <string.h>

enum { COUNT = 30000, EDGES = WROW_HISTOGRAM_EDGES_MAX };

struct data {
    float in[COUNT];
    double edges[EDGES];
    double sum;
    wrow_summary summary;
    uint64_t expected[EDGES - 1];
};

static struct data *make_data(void)
{
    struct data *data = malloc(sizeof *data);
    assert_non_null(data);
    gen_elements(GEN_CANCEL, WROW_F32, 3, COUNT, data->in);
    for (int i = 0; i < EDGES; ++i)
        data->edges[i] = (i - 500) * 1e6;
    oracle_reduce(WROW_SUM, data->in, WROW_F32, COUNT, &data->sum, WROW_F64);
    oracle_describe(data->in, WROW_F32, COUNT, false, &data->summary);
    oracle_histogram_edges(data->in, WROW_F32, COUNT, data->edges, EDGES, false,
                           data->expected);
    return data;
}

/* Each call may fail once for want of memory: then its output is untouched, and
 * the same call works when it is made again. */
static void call_all(wrow_context *context, const struct data *data)
{
    double sum;
    wrow_summary summary;
    uint64_t counts[EDGES - 1];
    void *memory = &sum;
#define TRY_TWICE(output, call)                                                          \
    do {                                                                                 \
        memset(&(output), UNTOUCHED, sizeof(output));                                    \
        const wrow_status first_ = (call);                                               \
        if (first_ != WROW_OK) {                                                         \
            case_check_refusal(context, WROW_E_MEMORY, "bytes", #call, first_);          \
            assert_all_bytes(#call, &(output), sizeof(output), UNTOUCHED);               \
            MUST(context, call);                                                         \
        }                                                                                \
    } while (0)
    TRY_TWICE(memory, wrow_alloc(context, 5000, &memory));
    TRY_TWICE(sum,
              wrow_reduce(context, WROW_SUM, data->in, WROW_F32, COUNT, &sum, WROW_F64));
    assert_same_bits("sum", WROW_F64, &data->sum, &sum, 1);
    TRY_TWICE(summary, wrow_describe(context, NULL, data->in, WROW_F32, COUNT, &summary));
    assert_same_summary("summary", WROW_F32, &data->summary, &summary);
    TRY_TWICE(counts, wrow_histogram_edges(context, NULL, data->in, WROW_F32, COUNT,
                                           data->edges, EDGES, counts, WROW_U64));
    assert_same_bits("counts", WROW_U64, data->expected, counts, EDGES - 1);
    const wrow_status grown = wrow_context_reserve(context, 2000000);
    if (grown != WROW_OK) {
        case_check_refusal(context, WROW_E_MEMORY, "bytes", "reserve", grown);
        MUST(context, wrow_context_reserve(context, 2000000));
    }
    TRY_TWICE(sum,
              wrow_reduce(context, WROW_SUM, data->in, WROW_F32, COUNT, &sum, WROW_F64));
    assert_same_bits("sum", WROW_F64, &data->sum, &sum, 1);
#undef TRY_TWICE
    MUST(context, wrow_free(context, memory));
}

static void every_allocation_fails_once(void **state)
{
    struct data *data = make_data();
    struct counting_allocator allocator;
    const wrow_context_options options = counting_allocator_options(&allocator, 3);
    int k = 0;
    (void)state;
    for (; k < 100; ++k) {
        wrow_context *context = (wrow_context *)data;
        allocator.calls = allocator.failed = 0;
        allocator.fail_at = k;
        const wrow_status status = wrow_context_create(&context, &options);
        if (status == WROW_OK) {
            call_all(context, data);
            wrow_context_destroy(context);
        } else {
            case_check_refusal(NULL, WROW_E_MEMORY, "bytes", "create", status);
            assert_null(context);
        }
        assert_int_equal(allocator.live, 0);
        assert_int_equal(allocator.mismatched, 0);
        if (allocator.failed == 0)
            break;
    }
    /* At least the workspace, wrow_alloc, and a reserve that had to grow. */
    assert_true(k >= 3 && k < 100);
    free(data);
}

static void a_warm_context_never_allocates(void **state)
{
    struct data *data = make_data();
    struct counting_allocator allocator;
    const wrow_context_options options = counting_allocator_options(&allocator, 3);
    wrow_context *context = NULL;
    (void)state;
    MUST(NULL, wrow_context_create(&context, &options));
    call_all(context, data);
    const int warm = allocator.calls;
    for (int i = 0; i < 20; ++i)
        call_all(context, data);
    assert_int_equal(allocator.calls, warm + 20); /* its own wrow_alloc */
    wrow_context_destroy(context);
    assert_int_equal(allocator.live, 0);
    free(data);
}

static void a_context_leaves_what_was_handed_out(void **state)
{
    struct counting_allocator allocator;
    const wrow_context_options options = counting_allocator_options(&allocator, 1);
    wrow_context *context = NULL;
    void *memory = NULL;
    (void)state;
    MUST(NULL, wrow_context_create(&context, &options));
    MUST(context, wrow_alloc(context, 77, &memory));
    wrow_context_destroy(context);
    assert_int_equal(allocator.live, 1);
    assert_ptr_equal(allocator.blocks[0].memory, memory);
    assert_int_equal(allocator.blocks[0].bytes, 77);
    options.release(memory, 77, &allocator);
    assert_int_equal(allocator.live + allocator.mismatched, 0);
}

static void going_to_and_fro_does_not_pile_up_memory(void **state)
{
    struct counting_allocator allocator;
    const wrow_context_options options = counting_allocator_options(&allocator, 1);
    const size_t bytes = 1 << 20;
    wrow_context *context = NULL;
    unsigned char *workspace = malloc(bytes);
    int live;
    (void)state;
    assert_non_null(workspace);
    MUST(NULL, wrow_context_create(&context, &options));
    live = allocator.live;
    for (int i = 0; i < 50; ++i) {
        MUST(context, wrow_context_set_workspace(context, workspace, bytes));
        MUST(context, wrow_context_set_workspace(context, NULL, 0));
    }
    assert_true(allocator.live <= live + 1);
    wrow_context_destroy(context);
    assert_int_equal(allocator.live, 0);
    free(workspace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_fails_once),
        cmocka_unit_test(a_warm_context_never_allocates),
        cmocka_unit_test(a_context_leaves_what_was_handed_out),
        cmocka_unit_test(going_to_and_fro_does_not_pile_up_memory),
    };
    return cmocka_run_group_tests_name("core/test_allocation", tests, NULL, NULL);
}
