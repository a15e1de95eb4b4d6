/* test_dot_graph.c -- dot products, and summaries joined, captured and replayed with
 * changing data. Would catch state that is clean only the first time, and work that the
 * host does once. */
#include "support/case.h"
#include "support/oracle.h"
#include "support/sanitizer.h"
#include <cuda_runtime_api.h>

enum { COUNT = 300007, CHUNK = 100003, PARTS = 3, REPLAYS = 300, INPUTS = 5 };

#define MUST_CUDA(call) assert_int_equal((call), cudaSuccess)

struct answers {
    double weighted;
    float squares;
    uint32_t reserved;
    wrow_summary parts[PARTS], whole;
};

static void describe_all(const float *x, size_t count, size_t chunk, wrow_summary *parts,
                         wrow_summary *whole)
{
    for (size_t p = 0; p < PARTS; ++p)
        oracle_describe(x + p * chunk, WROW_F32,
                        p + 1 < PARTS ? chunk : count - p * chunk, false, &parts[p]);
    oracle_describe_merge(parts, WROW_F32, PARTS, false, whole);
}

static void queue_all(wrow_context *context, const float *x, const double *weights,
                      size_t count, size_t chunk, struct answers *out)
{
    MUST(context, wrow_dot(context, x, WROW_F32, weights, WROW_F64, count, &out->weighted,
                           WROW_F64));
    MUST(context,
         wrow_dot(context, x, WROW_F32, x, WROW_F32, count, &out->squares, WROW_F32));
    for (size_t p = 0; p < PARTS; ++p)
        MUST(context,
             wrow_describe(context, NULL, x + p * chunk, WROW_F32,
                           p + 1 < PARTS ? chunk : count - p * chunk, &out->parts[p]));
    MUST(context,
         wrow_describe_merge(context, NULL, out->parts, WROW_F32, PARTS, &out->whole));
}

static void dots_and_merges_are_captured_and_replayed(void **state)
{
    static float inputs[INPUTS][COUNT];
    static double weights[COUNT];
    static struct answers expected[INPUTS];
    const size_t count = unless_sanitized(COUNT, 3007),
                 chunk = unless_sanitized(CHUNK, 9);
    const size_t replays = unless_sanitized(REPLAYS, 20);
    wrow_context_options options = {.backend = WROW_CUDA};
    wrow_context *context = NULL;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t replay;
    (void)state;
    wrow_context_destroy(case_cuda()); /* or skip */
    gen_elements(GEN_FACTORS, WROW_F64, 9, count, weights);
    for (int i = 0; i < INPUTS; ++i) {
        struct answers *const e = &expected[i];
        const float *const x = inputs[i];
        gen_elements(i == 1 ? GEN_NAN : GEN_MIXED, WROW_F32, (uint64_t)i, count,
                     inputs[i]);
        oracle_dot(x, WROW_F32, weights, WROW_F64, count, &e->weighted, WROW_F64);
        oracle_dot(x, WROW_F32, x, WROW_F32, count, &e->squares, WROW_F32);
        describe_all(x, count, chunk, e->parts, &e->whole);
    }
    MUST_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    options.stream = stream;
    MUST(NULL, wrow_context_create(&context, &options));
    struct buffer in = buffer_make(context, sizeof inputs[0], 4, CANARY_READ);
    struct buffer by = buffer_make(context, sizeof weights, 8, CANARY_READ);
    struct buffer out = buffer_make(context, sizeof(struct answers), 0, CANARY_WRITE);
    buffer_put(&by, weights);

    MUST_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    queue_all(context, in.data, by.data, count, chunk, out.data);
    MUST_CUDA(cudaStreamEndCapture(stream, &graph));
    MUST_CUDA(cudaGraphInstantiate(&replay, graph, 0));
    for (size_t i = 0; i < replays; ++i) {
        const struct answers *const e = &expected[i % INPUTS];
        struct answers actual;
        buffer_put(&in, inputs[i % INPUTS]);
        buffer_set(&out, UNTOUCHED);
        MUST_CUDA(cudaGraphLaunch(replay, stream));
        buffer_get(&out, &actual);
        assert_same_bits("weighted", WROW_F64, &e->weighted, &actual.weighted, 1);
        assert_same_bits("squares", WROW_F32, &e->squares, &actual.squares, 1);
        assert_same_summary("whole", WROW_F32, &e->whole, &actual.whole);
    }
    MUST(context, wrow_context_synchronize(context));
    MUST_CUDA(cudaGraphExecDestroy(replay));
    MUST_CUDA(cudaGraphDestroy(graph));
    buffer_free(&out);
    buffer_free(&by);
    buffer_free(&in);
    wrow_context_destroy(context);
    MUST_CUDA(cudaStreamDestroy(stream));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dots_and_merges_are_captured_and_replayed),
    };
    return cmocka_run_group_tests_name("reduce/test_dot_graph", tests, NULL, NULL);
}
