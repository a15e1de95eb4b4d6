/* test_cuda_errors.c -- data errors that nobody has taken yet, while the workspace
 * changes or the stream is being captured. Would catch an error that is lost or
 * overtaken by a later one, a context that reports no more, and a clean-up that ends
 * or enters somebody's capture. */
#include "core/context_impl.h"
#include "core/state_area.h"
#include "support/case.h"
#include "support/oracle.h"
#include <cuda_runtime_api.h>

#define MUST_CUDA(call) assert_int_equal((call), cudaSuccess)

enum { EDGES = 4, BINS = EDGES - 1 };

static const double first[EDGES] = {0, 1, 2, 1.5}, second[EDGES] = {9, 8, 7, 6};
static const double ascending[EDGES] = {-1e30, 0, 1, 1e30};

/* counts NULL: queued only. */
static void count(const struct input *input, const double *edges, uint64_t *counts)
{
    wrow_context *context = input->buffer.context;
    struct buffer at = buffer_make(context, EDGES * sizeof *edges, 0, CANARY_READ);
    struct buffer out = buffer_make(context, BINS * sizeof *counts, 8, CANARY_WRITE);
    buffer_put(&at, edges);
    MUST(context, wrow_histogram_edges(context, NULL, input->buffer.data, input->type,
                                       input->count, at.data, EDGES, out.data, WROW_U64));
    if (counts)
        buffer_get(&out, counts);
    buffer_free(&out);
    buffer_free(&at);
}

/* The context has no error left, counts, and tells the next error. */
static void works_and_tells(const struct input *input)
{
    wrow_context *context = input->buffer.context;
    uint64_t expected[BINS], actual[BINS];
    MUST(context, wrow_context_check(context));
    oracle_histogram_edges(input->host, input->type, input->count, ascending, EDGES,
                           false, expected);
    assert_true(expected[0] > 0);
    count(input, ascending, actual);
    assert_same_bits("counts", WROW_U64, expected, actual, BINS);
    MUST(context, wrow_context_synchronize(context));
    count(input, second, NULL);
    MUST_REFUSE(context, WROW_E_ORDER, "edges[1] is 8",
                wrow_context_synchronize(context));
    MUST(context, wrow_context_synchronize(context));
}

/* A new state area has its own claim word; the error was claimed in the old one. */
static void a_kept_error_survives_a_new_workspace(wrow_context *context)
{
    struct input input = input_make(context, GEN_MIXED, WROW_F32, 1, 20001, 4);
    struct buffer workspace = buffer_make(context, 1 << 20, 1, CANARY_WRITE);
    for (int round = 0; round < 6; ++round) {
        count(&input, first, NULL);
        for (int change = round % 3; change < 3; ++change)
            if (change % 2)
                MUST(context, wrow_context_set_workspace(context, NULL, 0));
            else
                MUST(context, wrow_context_set_workspace(context, workspace.data,
                                                         workspace.bytes));
        count(&input, second, NULL); /* has run on return: freeing waits */
        MUST_REFUSE(context, WROW_E_ORDER, "edges[3] is 1.5",
                    wrow_context_check(context));
        works_and_tells(&input);
    }
    MUST(context, wrow_context_set_workspace(context, NULL, 0));
    works_and_tells(&input);
    buffer_free(&workspace);
    input_free(&input);
}
ON_BOTH(a_kept_error_survives_a_new_workspace)

struct capture {
    cudaStream_t stream;
    wrow_context *context;
    struct input input;
    struct buffer out;
};

static struct capture capture_make(void)
{
    struct capture made = {.stream = NULL};
    wrow_context_destroy(case_cuda()); /* or skip */
    MUST_CUDA(cudaStreamCreateWithFlags(&made.stream, cudaStreamNonBlocking));
    const wrow_context_options options = {.backend = WROW_CUDA, .stream = made.stream};
    MUST(NULL, wrow_context_create(&made.context, &options));
    made.input = input_make(made.context, GEN_CANCEL, WROW_F32, 1, 1 << 20, 0);
    made.out = buffer_make(made.context, sizeof(float), 0, CANARY_WRITE);
    return made;
}

static void capture_free(struct capture *capture)
{
    buffer_free(&capture->out);
    input_free(&capture->input);
    wrow_context_destroy(capture->context);
    MUST_CUDA(cudaStreamDestroy(capture->stream));
}

static void reduce(const struct capture *capture)
{
    MUST(capture->context,
         wrow_reduce(capture->context, WROW_SUM, capture->input.buffer.data, WROW_F32,
                     capture->input.count, capture->out.data, WROW_F32));
}

static cudaGraphExec_t end_whole_capture(const struct capture *capture)
{
    enum cudaStreamCaptureStatus now = cudaStreamCaptureStatusNone;
    cudaGraph_t graph = NULL;
    cudaGraphExec_t replay = NULL;
    MUST_CUDA(cudaStreamIsCapturing(capture->stream, &now));
    assert_int_equal(now, cudaStreamCaptureStatusActive);
    MUST_CUDA(cudaStreamEndCapture(capture->stream, &graph));
    MUST_CUDA(cudaGraphInstantiate(&replay, graph, 0));
    MUST_CUDA(cudaGraphDestroy(graph));
    return replay;
}

static void replay_is_right(const struct capture *capture, cudaGraphExec_t replay)
{
    float expected, actual;
    oracle_reduce(WROW_SUM, capture->input.host, WROW_F32, capture->input.count,
                  &expected, WROW_F32);
    for (int i = 0; i < 2; ++i) {
        buffer_set(&capture->out, UNTOUCHED);
        MUST_CUDA(cudaGraphLaunch(replay, capture->stream));
        buffer_get(&capture->out, &actual);
        assert_same_bits("replay", WROW_F32, &expected, &actual, 1);
    }
    MUST(capture->context, wrow_context_synchronize(capture->context));
    MUST_CUDA(cudaGraphExecDestroy(replay));
}

/* Taking WROW_E_BUSY cleans the state area on the stream, so it must wait. */
static void an_overlap_is_kept_through_a_capture(void **state)
{
    const wrow_grid_state overlapped = {.arrivals = 1u << 30};
    struct capture capture = capture_make();
    wrow_context *const context = capture.context;
    (void)state;
    MUST(context,
         wrow_copy(context, context->workspace.state, &overlapped, sizeof overlapped));
    reduce(&capture);
    MUST_CUDA(cudaStreamSynchronize(capture.stream));

    MUST_CUDA(cudaStreamBeginCapture(capture.stream, cudaStreamCaptureModeThreadLocal));
    MUST_REFUSE(context, WROW_E_CAPTURE, "WROW_E_BUSY", wrow_context_check(context));
    reduce(&capture);
    MUST_REFUSE(context, WROW_E_CAPTURE, "captured", wrow_context_check(context));
    MUST_REFUSE(context, WROW_E_CAPTURE, "captured", wrow_context_synchronize(context));
    cudaGraphExec_t replay = end_whole_capture(&capture);

    MUST_REFUSE(context, WROW_E_BUSY, "overlapped", wrow_context_check(context));
    MUST(context, wrow_context_check(context));
    replay_is_right(&capture, replay);
    works_and_tells(&capture.input);
    capture_free(&capture);
}

/* Any other data error costs no work on the stream. */
static void other_errors_are_told_in_a_capture(void **state)
{
    struct capture capture = capture_make();
    wrow_context *const context = capture.context;
    (void)state;
    count(&capture.input, first, NULL);
    MUST_CUDA(cudaStreamBeginCapture(capture.stream, cudaStreamCaptureModeThreadLocal));
    reduce(&capture);
    MUST_REFUSE(context, WROW_E_ORDER, "edges[3] is 1.5", wrow_context_check(context));
    MUST(context, wrow_context_check(context));
    cudaGraphExec_t replay = end_whole_capture(&capture);
    replay_is_right(&capture, replay);
    works_and_tells(&capture.input);
    capture_free(&capture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(a_kept_error_survives_a_new_workspace),
        cmocka_unit_test(an_overlap_is_kept_through_a_capture),
        cmocka_unit_test(other_errors_are_told_in_a_capture),
    };
    return cmocka_run_group_tests_name("core/test_cuda_errors", tests, NULL, NULL);
}
