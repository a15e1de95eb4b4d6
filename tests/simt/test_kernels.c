/* test_kernels.c -- every kernel of the library, compiled for the CPU and run under
 * seeded schedules: the answer must be the oracle's in every bit, and the executor
 * must have nothing to complain of. A new kernel is a new row of the table. */
#include "chain.h"
#include "core/cuda_impl.h"
#include "support/oracle.h"
#include "trial.h"
#include <stdio.h>
#include <string.h>

static const struct type_row *type_of(const struct trial *trial)
{
    return &type_rows[trial->round % TYPE_COUNT];
}

/* The widest type that the operation can give: its own, or 64 bits. */
static wrow_type widest(wrow_operation operation, wrow_type in)
{
    static const wrow_type wide[] = {WROW_F64, WROW_I64, WROW_U64};
    for (size_t k = 0; k < COUNT_OF(wide); ++k)
        if (wrow_supported(operation, in, wide[k]))
            return wide[k];
    return in;
}

static void check_reduce_of(struct trial *trial, wrow_operation operation, wrow_type in,
                            wrow_type out)
{
    const size_t bytes = type_row_of(in)->bytes;
    struct input input = input_make(trial->context, trial_kind(trial), in, trial->round,
                                    trial_count(trial, bytes), trial_skew(trial, bytes));
    case_check_reduce(operation, &input, out, "under a schedule");
    input_free(&input);
}

static void check_reduce(struct trial *trial, wrow_operation operation)
{
    const wrow_type in = type_of(trial)->type;
    const bool wide = gen_below(&trial->random, 2) == 0;
    check_reduce_of(trial, operation, in, wide ? widest(operation, in) : in);
}

static void check_describe(struct trial *trial)
{
    const struct type_row *const row = type_of(trial);
    const size_t count = trial_count(trial, row->bytes);
    struct input input =
        input_make(trial->context, trial_kind(trial), row->type, trial->round,
                   count ? count : 1, trial_skew(trial, row->bytes));
    case_check_describe(&input, trial->round % 3 == 0, "under a schedule");
    input_free(&input);
}

/* Each call asks for min alone, max alone and both: three kernels of a key's family. */
static void check_arg(struct trial *trial)
{
    const struct type_row *const row = type_of(trial);
    const size_t count = trial_count(trial, row->bytes);
    struct input input =
        input_make(trial->context, trial_kind(trial), row->type, trial->round,
                   count ? count : 1, trial_skew(trial, row->bytes));
    case_check_arg_reduce(&input, "under a schedule");
    input_free(&input);
}

static void check_histogram_edges(struct trial *trial)
{
    enum { EDGES = 40, TURN = 256 }; /* samples of a block in one turn, shrunk */
    static const size_t edge_counts[] = {2, 3, 17, EDGES};
    const struct type_row *const row =
        type_row_of(trial->round % 2 ? WROW_F64 : WROW_F32);
    const size_t edge_count = edge_counts[gen_below(&trial->random, 4)];
    const wrow_histogram_options options = {.closed_right = trial->round % 3 == 0};
    const wrow_type count_type = trial->round % 4 < 2 ? WROW_U32 : WROW_U64;
    double edges[EDGES];
    uint64_t expected[EDGES], actual[EDGES] = {0};
    for (size_t e = 0; e < edge_count; ++e)
        edges[e] = ((double)e - 8) * 1.75e3 * (double)(1 + trial->round % 5);

    static const size_t around[] = {TURN - 1,     TURN,         TURN + 1,
                                    4 * TURN - 1, 4 * TURN + 1, 9 * TURN + 7};
    const size_t count = gen_below(&trial->random, 2)
                             ? trial_count(trial, row->bytes)
                             : around[gen_below(&trial->random, COUNT_OF(around))];
    struct input input = input_make(trial->context, trial_kind(trial), row->type,
                                    trial->round, count, trial_skew(trial, row->bytes));
    struct buffer on_device =
        buffer_make(trial->context, edge_count * sizeof *edges, 8, CANARY_READ);
    struct buffer counts =
        buffer_make(trial->context, (edge_count - 1) * type_row_of(count_type)->bytes, 8,
                    CANARY_WRITE);
    buffer_put(&on_device, edges);
    MUST(trial->context, wrow_histogram_edges(trial->context, &options, input.buffer.data,
                                              row->type, input.count, on_device.data,
                                              edge_count, counts.data, count_type));
    oracle_histogram_edges(input.host, row->type, input.count, edges, edge_count,
                           options.closed_right, expected);
    buffer_get(&counts, actual);
    for (size_t b = edge_count - 1; b-- > 0 && count_type == WROW_U32;)
        actual[b] = ((const uint32_t *)(const void *)actual)[b];
    assert_same_bits("counts", WROW_U64, expected, actual, edge_count - 1);
    buffer_free(&counts);
    buffer_free(&on_device);
    input_free(&input);
}

static void check_fill(struct trial *trial)
{
    enum { FILL_MAX = 9000 };
    const struct type_row *const row = type_of(trial);
    const size_t count = 1 + trial_count(trial, row->bytes) % FILL_MAX;
    const size_t skew = trial_skew(trial, row->bytes);
    struct buffer target =
        buffer_make(trial->context, count * row->bytes, skew, CANARY_WRITE);
    unsigned char element[ELEMENT_BYTES_MAX], actual[FILL_MAX * ELEMENT_BYTES_MAX];
    gen_elements(GEN_BITS, row->type, trial->round, 1, element);
    MUST(trial->context,
         wrow_fill(trial->context, target.data, element, row->type, count));
    buffer_get(&target, actual);
    for (size_t i = 0; i < count; ++i)
        assert_memory_equal(actual + i * row->bytes, element, row->bytes);
    buffer_free(&target);
}

static void launch_own(struct trial *trial, const void *kernel, uint32_t blocks,
                       const void *job)
{
    MUST(trial->context, wrow_cuda_launch(trial->context, "a test kernel", kernel, blocks,
                                          CHAIN_THREADS, 0, job));
}

static void check_chain(struct trial *trial)
{
    enum { MOST = CHAIN_TILES * CHAIN_THREADS };
    const uint32_t tiles = 2 + (uint32_t)gen_below(&trial->random, CHAIN_TILES - 1);
    const uint32_t count =
        tiles * CHAIN_THREADS - (uint32_t)gen_below(&trial->random, CHAIN_THREADS);
    const struct chain_state zero = {{0, 0, 0, 0}, {0}};
    struct chain_state after;
    uint32_t out[MOST], before = 0;
    struct input in =
        input_make(trial->context, GEN_BITS, WROW_U32, trial->round, count, 4);
    struct buffer state = buffer_make(trial->context, sizeof zero, 0, CANARY_WRITE);
    struct buffer sums = buffer_make(trial->context, count * 4, 4, CANARY_WRITE);
    struct chain_job job = {in.buffer.data, sums.data, count, state.data};
    buffer_put(&state, &zero);
    for (uint32_t epoch = 1; epoch <= 2; ++epoch) {
        launch_own(trial, chain_kernel(), tiles, &job);
        buffer_get(&state, &after);
        assert_int_equal(after.grid.tickets, 0);
        assert_int_equal(after.grid.arrivals, 0);
        assert_int_equal(after.grid.epoch, epoch);
    }
    buffer_get(&sums, out);
    for (uint32_t tile = 0, i = 0; tile < tiles; ++tile) {
        uint32_t sum = before;
        for (; i < count && i / CHAIN_THREADS == tile; ++i) {
            uint32_t x;
            memcpy(&x, in.host + i * sizeof x, sizeof x);
            assert_int_equal(out[i], (uint32_t)(before + x));
            sum += x;
        }
        before = sum;
    }
    buffer_free(&sums);
    buffer_free(&state);
    input_free(&in);
}

static void check_ring(struct trial *trial)
{
    enum { ROW = 32 * 16, MOST = 12 };
    const uint32_t rows = 1 + (uint32_t)gen_below(&trial->random, MOST);
    const uint32_t blocks = 2 + (uint32_t)gen_below(&trial->random, 3);
    unsigned char out[MOST * ROW];
    struct input in =
        input_make(trial->context, GEN_BITS, WROW_U8, trial->round, rows * ROW, 16);
    struct buffer target = buffer_make(trial->context, rows * ROW, 32, CANARY_WRITE);
    struct ring_job job = {in.buffer.data, target.data, rows};
    launch_own(trial, ring_kernel(), blocks, &job);
    buffer_get(&target, out);
    for (size_t k = 0; k < rows * ROW; ++k)
        assert_int_equal(out[k], (unsigned char)~in.host[k]);
    buffer_free(&target);
    input_free(&in);
}

static void check_bits(struct trial *trial)
{
    static const wrow_operation bits[] = {WROW_BIT_AND, WROW_BIT_OR, WROW_BIT_XOR};
    const wrow_type type = type_rows[gen_below(&trial->random, 8)].type;
    check_reduce_of(trial, bits[trial->round % 3], type, type);
}

static void check_truth(struct trial *trial)
{
    static const wrow_operation truths[] = {WROW_COUNT_NONZERO, WROW_ANY, WROW_ALL};
    check_reduce_of(trial, truths[gen_below(&trial->random, 3)], type_of(trial)->type,
                    WROW_I64);
}

/* X(name, kernels that it visits in turn, rounds of each, the call) */
#define CASE_MAP(X)                                                                      \
    X(fill, 1, ROUNDS, check_fill(trial))                                                \
    X(reduce_sum, TYPE_COUNT, ROUNDS, check_reduce(trial, WROW_SUM))                     \
    X(reduce_product, TYPE_COUNT, ROUNDS, check_reduce(trial, WROW_PRODUCT))             \
    X(reduce_min, TYPE_COUNT, ROUNDS / 2, check_reduce(trial, WROW_MIN))                 \
    X(reduce_max, TYPE_COUNT, ROUNDS / 2, check_reduce(trial, WROW_MAX))                 \
    X(reduce_bits, 3, ROUNDS, check_bits(trial))                                         \
    X(reduce_truth, TYPE_COUNT, ROUNDS / 2, check_truth(trial))                          \
    X(arg_reduce, TYPE_COUNT, ROUNDS, check_arg(trial))                                  \
    X(describe, TYPE_COUNT, ROUNDS, check_describe(trial))                               \
    X(describe_merge, 1, ROUNDS, trial_describe_merge(trial))                            \
    X(dot, DOT_KERNELS, ROUNDS, trial_dot(trial))                                        \
    X(segments, SEGMENT_FOLDS, ROUNDS, trial_segments(trial))                            \
    X(segment_extremes, EXTREME_FOLDS, ROUNDS, trial_extremes(trial))                    \
    X(segment_summaries, TYPE_COUNT, ROUNDS, trial_summaries(trial))                     \
    X(columns, SEGMENT_FOLDS, ROUNDS, trial_columns(trial))                              \
    X(rows, SEGMENT_FOLDS, ROUNDS / 10, trial_rows(trial))                               \
    X(transform, SEGMENT_FOLDS, ROUNDS / 10, trial_transform(trial))                     \
    X(histogram_edges, 2, ROUNDS, check_histogram_edges(trial))                          \
    X(ring_of_copies, 1, ROUNDS_OF_WAITING, check_ring(trial))                           \
    X(chain_of_tickets, 1, ROUNDS_OF_WAITING, check_chain(trial))

#define X(name, kernels, rounds, call)                                                   \
    static void name(struct trial *trial)                                                \
    {                                                                                    \
        call;                                                                            \
    }
CASE_MAP(X)
#undef X

int main(int argc, char **argv)
{
    static const struct trial_case cases[] = {
#define X(name, kernels, rounds, call) {#name, kernels, rounds, name},
        CASE_MAP(X)
#undef X
    };
    return trial_main(argc, argv, cases, COUNT_OF(cases));
}
