/* test_reduce_graph.c -- a captured graph replayed 1,000 times with changing data.
 * Would catch state that is clean only the first time, an epoch that is a kernel
 * argument, an allocation or a synchronisation in a capture. */
#include "support/case.h"
#include "support/oracle.h"
#include "support/sanitizer.h"
#include <cuda_runtime_api.h>

enum { COUNT = 300007, REPLAYS = 1000, EDGES = 9, INPUTS = 5 };

#define MUST_CUDA(call) assert_int_equal((call), cudaSuccess)

static wrow_context *context_on(cudaStream_t stream)
{
    const wrow_context_options options = {.backend = WROW_CUDA, .stream = stream};
    wrow_context *context = NULL;
    MUST(NULL, wrow_context_create(&context, &options));
    return context;
}

struct answers {
    float sum;
    wrow_summary summary;
    wrow_extreme min, max, max_alone;
    uint64_t counts[EDGES - 1];
};

static void check_answers(const struct answers *expected, const struct answers *actual)
{
    assert_same_bits("sum", WROW_F32, &expected->sum, &actual->sum, 1);
    assert_same_summary("replay", WROW_F32, &expected->summary, &actual->summary);
    assert_same_extreme("min", WROW_F32, &expected->min, &actual->min);
    assert_same_extreme("max", WROW_F32, &expected->max, &actual->max);
    assert_same_extreme("max alone", WROW_F32, &expected->max, &actual->max_alone);
    assert_same_bits("counts", WROW_U64, expected->counts, actual->counts, EDGES - 1);
}

static void verbs_are_captured_and_replayed(void **state)
{
    static float inputs[INPUTS][COUNT];
    static struct answers expected[INPUTS];
    const size_t count = unless_sanitized(COUNT, 3007);
    const size_t replays = unless_sanitized(REPLAYS, 20);
    double host_edges[EDGES];
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t replay;
    (void)state;
    wrow_context_destroy(case_cuda()); /* or skip */
    for (int e = 0; e < EDGES; ++e)
        host_edges[e] = (e - 4) * 1e3;
    for (int i = 0; i < INPUTS; ++i) {
        gen_elements(i % 2 ? GEN_NAN : GEN_CANCEL, WROW_F32, (uint64_t)i, count,
                     inputs[i]);
        oracle_reduce(WROW_SUM, inputs[i], WROW_F32, count, &expected[i].sum, WROW_F32);
        oracle_describe(inputs[i], WROW_F32, count, false, &expected[i].summary);
        oracle_arg_reduce(inputs[i], WROW_F32, count, &expected[i].min, &expected[i].max);
        oracle_histogram_edges(inputs[i], WROW_F32, count, host_edges, EDGES, false,
                               expected[i].counts);
    }
    MUST_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    wrow_context *context = context_on(stream);
    struct buffer in = buffer_make(context, sizeof inputs[0], 4, CANARY_READ);
    struct buffer edges = buffer_make(context, sizeof host_edges, 0, CANARY_READ);
    struct buffer out = buffer_make(context, sizeof(struct answers), 0, CANARY_WRITE);
    struct answers *const answers = out.data;
    buffer_put(&edges, host_edges);

    MUST_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    MUST(context, wrow_reduce(context, WROW_SUM, in.data, WROW_F32, count, &answers->sum,
                              WROW_F32));
    MUST(context,
         wrow_describe(context, NULL, in.data, WROW_F32, count, &answers->summary));
    MUST(context, wrow_arg_reduce(context, in.data, WROW_F32, count, &answers->min,
                                  &answers->max));
    MUST(context,
         wrow_arg_reduce(context, in.data, WROW_F32, count, NULL, &answers->max_alone));
    MUST(context, wrow_histogram_edges(context, NULL, in.data, WROW_F32, count,
                                       edges.data, EDGES, answers->counts, WROW_U64));
    MUST_CUDA(cudaStreamEndCapture(stream, &graph));
    MUST_CUDA(cudaGraphInstantiate(&replay, graph, 0));
    for (size_t i = 0; i < replays; ++i) {
        struct answers actual;
        buffer_put(&in, inputs[i % INPUTS]);
        buffer_set(&out, UNTOUCHED);
        MUST_CUDA(cudaGraphLaunch(replay, stream));
        buffer_get(&out, &actual);
        check_answers(&expected[i % INPUTS], &actual);
    }
    MUST(context, wrow_context_synchronize(context));
    MUST_CUDA(cudaGraphExecDestroy(replay));
    MUST_CUDA(cudaGraphDestroy(graph));
    buffer_free(&out);
    buffer_free(&edges);
    buffer_free(&in);
    wrow_context_destroy(context);
    MUST_CUDA(cudaStreamDestroy(stream));
}

static void synchronising_calls_are_refused_in_a_capture(void **state)
{
    cudaStream_t stream, another;
    cudaGraph_t graph = NULL;
    unsigned char host[8] = {0};
    wrow_context *late = NULL;
    (void)state;
    wrow_context_destroy(case_cuda());
    MUST_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    MUST_CUDA(cudaStreamCreateWithFlags(&another, cudaStreamNonBlocking));
    wrow_context *context = context_on(stream);
    struct buffer buffer = buffer_make(context, 1 << 16, 0, CANARY_WRITE);
    const wrow_context_options options = {.backend = WROW_CUDA, .stream = stream};
    MUST_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
#define REFUSED(call) MUST_REFUSE(context, WROW_E_CAPTURE, "captured", call)
    REFUSED(wrow_context_synchronize(context));
    REFUSED(wrow_copy(context, buffer.data, host, sizeof host));
    REFUSED(wrow_free(context, buffer.memory));
    REFUSED(wrow_context_set_stream(context, another));
    REFUSED(wrow_context_set_workspace(context, buffer.data, 1 << 16));
#undef REFUSED
    MUST_REFUSE(NULL, WROW_E_CAPTURE, "captured", wrow_context_create(&late, &options));
    MUST_REFUSE(context, WROW_E_WORKSPACE, "bytes",
                wrow_context_reserve(context, 64 << 20));
    MUST(context, wrow_fill(context, buffer.data, host, WROW_U8, 8));
    MUST_CUDA(cudaStreamEndCapture(stream, &graph)); /* the capture is still whole */
    MUST_CUDA(cudaGraphDestroy(graph));
    MUST(context, wrow_context_set_stream(context, another));
    buffer_free(&buffer);
    wrow_context_destroy(context);
    MUST_CUDA(cudaStreamDestroy(stream));
    MUST_CUDA(cudaStreamDestroy(another));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verbs_are_captured_and_replayed),
        cmocka_unit_test(synchronising_calls_are_refused_in_a_capture),
    };
    return cmocka_run_group_tests_name("reduce/test_reduce_graph", tests, NULL, NULL);
}
