/* test_segments_graph.c -- the calls of segments.h and transform.h captured once and
 * replayed with other elements, offsets and counts. Would catch a grid, a list or a
 * length that the host reads from the data, state that is clean only the first time, and
 * a data error that the next replay inherits. */
#include "support/oracle.h"
#include "support/sanitizer.h"
#include "support/segments_case.h"
#include <cuda_runtime_api.h>
#include <stdlib.h>

enum { COUNT = 60007, SEGMENTS = 700, INPUTS = 6, REPLAYS = 300, BAD = 4 };

#define MUST_CUDA(call) assert_int_equal((call), cudaSuccess)

struct answers {
    float sums[SEGMENTS];
    wrow_extreme max[SEGMENTS];
    wrow_summary summaries[SEGMENTS];
    double mean, squares;
    uint64_t below;
};

/* One kind of data each time; input BAD has an offset and a count that are too large. */
struct data {
    float elements[COUNT];
    uint64_t offsets[SEGMENTS + 1], count;
};

/* Equal ones, tiny ones, one giant first or last, a power law. */
static void make_data(struct data *data, int which, size_t count, size_t segments)
{
    uint64_t seed = (uint64_t)which + 1, at = 0;
    gen_elements(which % 2 ? GEN_NAN : GEN_CANCEL, WROW_F32, seed, count, data->elements);
    for (size_t s = 0; s < segments; ++s) {
        const uint64_t left = count - at, law = gen_below(&seed, 4000);
        const uint64_t lengths[INPUTS] = {
            count / segments, s % 4, s ? 1 : left / 2, s + 1 < segments ? 1 : left, 3,
            left / (law + 2)};
        data->offsets[s] = at;
        at += lengths[which] < left ? lengths[which] : left;
    }
    data->offsets[segments] = which == BAD ? count + 1 : at;
    data->count = which == BAD ? count + 7 : gen_below(&seed, count + 1);
}

static void expect(const struct data *data, size_t count, size_t segments,
                   struct answers *answers)
{
    const wrow_reduce_options none = {.skip_nan = 1}, square = {.transform = WROW_SQUARE};
    const uint64_t taken = data->count <= count ? data->count : 0;
    const wrow_value zero = {.f = 0};
    for (size_t s = 0; s < segments; ++s) {
        const bool good = data->offsets[s + 1] <= count;
        const float *const at = data->elements + data->offsets[s];
        const size_t length = good ? data->offsets[s + 1] - data->offsets[s] : 0;
        oracle_reduce(WROW_SUM, at, WROW_F32, length, &answers->sums[s], WROW_F32);
        oracle_arg_reduce(at, WROW_F32, length, NULL, &answers->max[s]);
        oracle_describe(at, WROW_F32, length, true, &answers->summaries[s]);
    }
    oracle_transform_reduce(WROW_MEAN, &none, data->elements, WROW_F32, taken,
                            &answers->mean, WROW_F64);
    oracle_transform_reduce(WROW_SUM, &square, data->elements, WROW_F32, count,
                            &answers->squares, WROW_F64);
    answers->below = oracle_count_if(WROW_LESS, &zero, data->elements, WROW_F32, count);
}

static void queue_all(wrow_context *context, const struct data *data, size_t count,
                      size_t segments, struct answers *out)
{
    const wrow_describe_options skip = {.skip_nan = 1};
    const wrow_reduce_options counted = {.skip_nan = 1, .count_device = &data->count},
                              square = {.transform = WROW_SQUARE};
    const wrow_value zero = {.f = 0};
    const void *const in = data->elements;
    MUST(context, wrow_reduce_segments(context, WROW_SUM, NULL, in, WROW_F32, count,
                                       data->offsets, segments, out->sums, WROW_F32));
    MUST(context, wrow_arg_reduce_segments(context, in, WROW_F32, count, data->offsets,
                                           segments, NULL, out->max));
    MUST(context, wrow_describe_segments(context, &skip, in, WROW_F32, count,
                                         data->offsets, segments, out->summaries));
    MUST(context, wrow_transform_reduce(context, WROW_MEAN, &counted, in, WROW_F32, count,
                                        &out->mean, WROW_F64));
    MUST(context, wrow_transform_reduce(context, WROW_SUM, &square, in, WROW_F32, count,
                                        &out->squares, WROW_F64));
    MUST(context,
         wrow_count_if(context, WROW_LESS, &zero, in, WROW_F32, count, &out->below));
}

static void check_answers(const struct answers *expected, const struct answers *actual,
                          size_t segments)
{
    assert_same_bits("sums", WROW_F32, expected->sums, actual->sums, segments);
    for (size_t s = 0; s < segments; ++s) {
        assert_same_extreme("max", WROW_F32, &expected->max[s], &actual->max[s]);
        assert_same_summary("replay", WROW_F32, &expected->summaries[s],
                            &actual->summaries[s]);
    }
    assert_same_bits("mean", WROW_F64, &expected->mean, &actual->mean, 1);
    assert_same_bits("squares", WROW_F64, &expected->squares, &actual->squares, 1);
    assert_same_bits("below", WROW_U64, &expected->below, &actual->below, 1);
}

static void replay_all(wrow_context *context, cudaStream_t stream,
                       const struct data *data, const struct answers *expected,
                       size_t count, size_t segments)
{
    static struct answers actual;
    cudaGraph_t graph;
    cudaGraphExec_t replay;
    struct buffer in = buffer_make(context, sizeof *data, 8, CANARY_READ);
    struct buffer out = buffer_make(context, sizeof actual, 8, CANARY_WRITE);
    MUST_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    queue_all(context, in.data, count, segments, out.data);
    MUST_CUDA(cudaStreamEndCapture(stream, &graph));
    MUST_CUDA(cudaGraphInstantiate(&replay, graph, 0));
    for (size_t i = 0; i < unless_sanitized(REPLAYS, 18); ++i) {
        const size_t k = i % INPUTS;
        buffer_put(&in, &data[k]);
        buffer_set(&out, UNTOUCHED);
        MUST_CUDA(cudaGraphLaunch(replay, stream));
        buffer_get(&out, &actual);
        if (k == BAD)
            MUST_REFUSE(context, WROW_E_ORDER, "offsets[",
                        wrow_context_synchronize(context));
        else
            MUST(context, wrow_context_synchronize(context));
        check_answers(&expected[k], &actual, segments);
    }
    MUST_CUDA(cudaGraphExecDestroy(replay));
    MUST_CUDA(cudaGraphDestroy(graph));
    buffer_free(&out);
    buffer_free(&in);
}

static void offsets_and_counts_change_between_replays(void **state)
{
    static struct data data[INPUTS];
    static struct answers expected[INPUTS];
    const size_t count = unless_sanitized(COUNT, 6007);
    const size_t segments = unless_sanitized(SEGMENTS, 90);
    wrow_context_options options = {.backend = WROW_CUDA};
    wrow_context *context = NULL;
    cudaStream_t stream;
    (void)state;
    wrow_context_destroy(case_cuda()); /* or skip */
    for (int i = 0; i < INPUTS; ++i) {
        make_data(&data[i], i, count, segments);
        expect(&data[i], count, segments, &expected[i]);
    }
    MUST_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    options.stream = stream;
    MUST(NULL, wrow_context_create(&context, &options));
    replay_all(context, stream, data, expected, count, segments);
    wrow_context_destroy(context);
    MUST_CUDA(cudaStreamDestroy(stream));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offsets_and_counts_change_between_replays),
    };
    return cmocka_run_group_tests_name("reduce/test_segments_graph", tests, NULL, NULL);
}
