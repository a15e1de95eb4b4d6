/* segments_case.c -- see segments_case.h. */
#include "segments_case.h"
#include "data.h"
#include "segments_call.h"

#include <string.h>

/* Device memory of one case; given back behind it. */
struct memory {
    uint64_t *offsets;
    segment_answer *answers;
    void *out_ours, *out_cub;
};

size_t segments_out_bytes(const segments_case *of)
{
    if (of->family == FAMILY_ARG)
        return sizeof(wrow_extreme);
    return of->family == FAMILY_DESCRIBE ? sizeof(wrow_summary)
                                         : wrow_type_size(of->out_type);
}

size_t segments_in_bytes(const segments_case *of)
{
    const int pairs = of->family == FAMILY_TRANSFORM && of->transformed == CUB_DOT;
    return (pairs ? 2 : 1) * wrow_type_size(of->type);
}

int segments_has_offsets(const segments_case *of)
{
    return of->family == FAMILY_SEGMENTS || of->family == FAMILY_ARG ||
           of->family == FAMILY_DESCRIBE;
}

static void *allocate(size_t bytes, const char *what)
{
    void *memory = NULL;
    gpu_check(cudaMalloc(&memory, bytes), what);
    return memory;
}

static struct memory take_memory(const segments_board *board, const segments_case *of)
{
    const size_t out_bytes = of->segments * segments_out_bytes(of);
    struct memory memory = {0};

    memory.answers =
        allocate(of->segments * sizeof(segment_answer), "cudaMalloc of the reference");
    memory.out_ours = allocate(out_bytes, "cudaMalloc of the outputs");
    memory.out_cub = allocate(out_bytes, "cudaMalloc of CUB's outputs");
    if (!segments_has_offsets(of))
        return memory;
    memory.offsets =
        allocate((of->segments + 1) * sizeof(uint64_t), "cudaMalloc of the offsets");
    gpu_check(segments_make_offsets(of->lengths, of->count, of->segments, memory.offsets,
                                    board->reduce.gpu.stream),
              "making offsets");
    return memory;
}

static void give_back(const struct memory *memory)
{
    gpu_check(cudaFree(memory->offsets), "cudaFree");
    gpu_check(cudaFree(memory->answers), "cudaFree");
    gpu_check(cudaFree(memory->out_ours), "cudaFree");
    gpu_check(cudaFree(memory->out_cub), "cudaFree");
}

static void fill_pool(segments_board *board, const segments_case *of)
{
    const gpu_device *gpu = &board->reduce.gpu;
    const int nans = of->family == FAMILY_TRANSFORM && of->transformed == CUB_SKIP_NAN;
    const uint64_t count = gpu->pool_bytes / wrow_type_size(of->type);

    if (board->filled == of->type && !nans)
        return;
    gpu_check(data_fill(gpu->pool, of->type, DATA_MIXED, count, gpu->stream),
              "making data");
    if (nans)
        gpu_check(segments_plant_nans(gpu->pool, of->type, count, gpu->stream),
                  "making NaNs");
    gpu_check(cudaStreamSynchronize(gpu->stream), "making data");
    board->filled = nans ? (wrow_type)0 : of->type;
}

/* ------------------------------------------------------------------ the case */

/* Bytes that any call must move. */
static double moved_bytes(const segments_call *call)
{
    const segments_case *of = call->of;
    const double offsets = call->offsets ? 8.0 * ((double)of->segments + 1) : 0;
    return (double)call->bytes + offsets +
           (double)of->segments * (double)segments_out_bytes(of);
}

static void enter(const segments_call *call, const gpu_contender *contender,
                  const bench_contender *result)
{
    const segments_case *of = call->of;
    bench_row row = {.bench = call->board->bench, .variant = of->name};
    row.type = wrow_type_name(of->type);
    row.operation = of->what;
    row.contender = contender->name;
    row.count = of->count;
    row.bytes = call->bytes;
    row.median_us = result->median_us;
    row.p10_us = result->p10_us;
    row.p90_us = result->p90_us;
    row.gb_per_s = 1e-3 * contender->moved_bytes / result->median_us;
    row.host_us_per_call = contender->host_us;
    row.samples = result->taken;
    row.moved_bytes = contender->queue == segments_queue_read ? 0 : moved_bytes(call);
    bench_table_add(&call->board->table, &row);
}

/* The rows that were entered last, as one line. */
static void print_line(const bench_table *table, const segments_case *of, size_t rows)
{
    printf("%s/%s/%s", of->name, wrow_type_name(of->type), of->what);
    for (size_t i = table->count - rows; i < table->count; ++i) {
        const bench_row *row = &table->rows[i];
        const double faster = bench_times_faster(table, row);
        printf("  %s %.2f us, %.1f GB/s", row->contender, row->median_us, row->gb_per_s);
        if (strcmp(row->contender, table->ours) == 0 && faster >= 0)
            printf(", %.2f x CUB", faster);
        if (row->moved_bytes > 0)
            printf(", %.1f %% of the roof", bench_percent_of_roof(table, row));
        if (row->samples < BENCH_SAMPLES_MIN)
            printf(", %d samples", row->samples);
        if (i + 1 < table->count)
            putchar(';');
    }
    putchar('\n');
    fflush(stdout);
}

/* CUB's temporary storage is sized here, outside every clock. */
static void fit_cub_temp(const segments_call *call, const void *in)
{
    const segments_case *of = call->of;
    reduce_board *board = call->board;
    const cub_segments_work work = {in,           in,         call->offsets, of->count,
                                    of->segments, of->length, call->out};
    size_t bytes = 0;

    gpu_check(call->cub(NULL, &bytes, &work, board->gpu.stream),
              "CUB's size of temporary storage");
    if (bytes <= board->cub_temp_bytes)
        return;
    gpu_check(cudaFree(board->cub_temp), "cudaFree");
    gpu_check(cudaMalloc(&board->cub_temp, bytes), "cudaMalloc for CUB");
    board->cub_temp_bytes = bytes;
}

/* Ours, CUB's and the roof's, as far as there are; how many. */
static size_t line_up(const segments_board *board, const segments_call *common,
                      const struct memory *memory, segments_call *calls,
                      gpu_contender *contenders)
{
    size_t count = 0;
    if (board->ours) {
        calls[count] = *common;
        calls[count].out = memory->out_ours;
        contenders[count].name = "windrow";
        contenders[count++].queue = segments_queue_ours;
    }
    calls[count] = *common;
    calls[count].out = memory->out_cub;
    calls[count].cub = board->cub ? segments_find_cub(common->of) : NULL;
    if (calls[count].cub) {
        contenders[count].name = "cub";
        contenders[count++].queue = segments_queue_cub;
    }
    calls[count] = *common;
    contenders[count].name = "roof_read";
    contenders[count++].queue = segments_queue_read;
    for (size_t i = 0; i < count; ++i) {
        contenders[i].argument = &calls[i];
        contenders[i].moved_bytes = (double)common->bytes;
    }
    return count;
}

static int measure(segments_board *board, const segments_case *of,
                   const struct memory *memory)
{
    static bench_contender results[BENCH_CONTENDERS_MAX];
    reduce_board *reduce = &board->reduce;
    segments_call calls[3], common = {reduce, of, memory->offsets, NULL, 0, NULL, 0};
    gpu_contender contenders[3] = {0};
    gpu_plan plan;
    segments_problem problem;
    size_t count;

    common.bytes = (size_t)of->count * segments_in_bytes(of);
    plan = gpu_plan_of(&reduce->gpu, common.bytes, 0);
    /* The last call of a replay leaves its outputs behind: check that one's data. */
    problem = segments_problem_of(&common, gpu_window(&plan, plan.calls - 1));
    gpu_check(segments_reference(&problem, of->output >= OUTPUT_ARG_MIN, memory->answers,
                                 reduce->gpu.stream),
              "the reference kernel");
    gpu_check(cudaStreamSynchronize(reduce->gpu.stream), "the reference kernel");
    common.read_variant = roof_run(reduce, common.bytes);
    if (common.read_variant < 0)
        return -1;
    count = line_up(board, &common, memory, calls, contenders);
    for (size_t i = 0; i + 1 < count; ++i) {
        if (calls[i].cub)
            fit_cub_temp(&calls[i], problem.in);
        if (segments_check_call(&contenders[i], &problem, memory->answers))
            return -1;
    }
    if (gpu_compare(&reduce->gpu, &plan, contenders, count, reduce->samples, results))
        return -1;
    if (board->ours && segments_check_replay(&calls[0], &problem, memory->answers))
        return -1;
    for (size_t i = 0; i < count; ++i)
        enter(&calls[i], &contenders[i], &results[i]);
    print_line(&reduce->table, of, count);
    return 0;
}

int segments_run(segments_board *board, const segments_case *of)
{
    struct memory memory;
    int failed;

    fill_pool(board, of);
    memory = take_memory(board, of);
    failed = measure(board, of, &memory);
    gpu_check(cudaStreamSynchronize(board->reduce.gpu.stream), "a contender's call");
    give_back(&memory);
    return failed;
}
