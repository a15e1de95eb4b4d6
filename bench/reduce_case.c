/* reduce_case.c -- see reduce_case.h. */
#include "reduce_case.h"
#include "contenders_cub.h"
#include "contenders_roof.h"
#include "reduce_check.h"

#include <stdlib.h>
#include <string.h>

/* A contender's call, and what its answer is checked by. */
struct call {
    reduce_board *board;
    const reduce_case *of;
    wrow_type out_type;
    wrow_type accumulator;
    void *out;
    cub_function cub;
    int read_variant;
    size_t bytes;
};

static wrow_type out_type_of(const reduce_case *of)
{
    if (of->operation == WROW_COUNT_NONZERO)
        return WROW_U64;
    if (of->operation == WROW_ANY || of->operation == WROW_ALL)
        return WROW_I32;
    return of->wide ? cub_wide_type(of->type) : of->type;
}

static const char *operation_name(const reduce_case *of)
{
    static const char *const args[] = {"", "argmin", "argmax", "argboth"};
    if (of->describe)
        return "describe";
    if (of->arg)
        return args[of->arg];
    return of->wide ? "sum_wide" : wrow_operation_name(of->operation);
}

void reduce_print_case(FILE *file, const reduce_case *of)
{
    fprintf(file, "%s of %llu %s, %s", operation_name(of), (unsigned long long)of->count,
            wrow_type_name(of->type), of->misaligned ? "misaligned" : "aligned");
}

static wrow_status call_ours(const struct call *call, const void *in)
{
    const reduce_case *of = call->of;
    wrow_context *context = call->board->context;
    wrow_extreme *const extremes = call->out;
    if (of->describe)
        return wrow_describe(context, NULL, in, of->type, of->count, call->out);
    if (of->arg)
        return wrow_arg_reduce(context, in, of->type, of->count,
                               of->arg & 1 ? &extremes[0] : NULL,
                               of->arg & 2 ? &extremes[1] : NULL);
    return wrow_reduce(context, of->operation, in, of->type, of->count, call->out,
                       call->out_type);
}

static int queue_ours(void *argument, const void *in)
{
    const struct call *call = argument;
    const wrow_status status = call_ours(call, in);
    if (status == WROW_OK)
        return 0;
    fprintf(stderr, "bench_reduce: windrow, ");
    reduce_print_case(stderr, call->of);
    fprintf(stderr, ": %s: %s\n", wrow_status_name(status),
            wrow_last_error(call->board->context));
    return -1;
}

static int queue_cub(void *argument, const void *in)
{
    const struct call *call = argument;
    size_t temp_bytes = call->board->cub_temp_bytes;
    gpu_check(call->cub(call->board->cub_temp, &temp_bytes, in, call->out,
                        call->of->count, call->board->gpu.stream),
              "CUB");
    return 0;
}

static int queue_read(void *argument, const void *in)
{
    const struct call *call = argument;
    const gpu_device *gpu = &call->board->gpu;
    gpu_check(roof_read(call->read_variant, in, call->bytes, gpu->sink,
                        gpu->multiprocessors, gpu->stream),
              "read kernel");
    return 0;
}

/* CUB's temporary storage is sized here, outside every clock. */
static void fit_cub_temp(reduce_board *board, const struct call *call)
{
    size_t bytes = 0;
    gpu_check(call->cub(NULL, &bytes, board->gpu.pool, call->out, call->of->count,
                        board->gpu.stream),
              "CUB's size of temporary storage");
    if (bytes <= board->cub_temp_bytes)
        return;
    gpu_check(cudaFree(board->cub_temp), "cudaFree");
    gpu_check(cudaMalloc(&board->cub_temp, bytes), "cudaMalloc for CUB");
    board->cub_temp_bytes = bytes;
}

static gpu_plan plan_of(const reduce_board *board, const reduce_case *of)
{
    const size_t size = wrow_type_size(of->type);
    return gpu_plan_of(&board->gpu, size * (size_t)of->count, of->misaligned ? size : 0);
}

void reduce_reference(reduce_board *board, const reduce_case *of, reduce_answers *answers)
{
    const gpu_plan plan = plan_of(board, of);
    for (int i = 0; i < plan.windows; ++i)
        gpu_check(data_reference(gpu_window(&plan, i), of->type, of->count,
                                 &answers->windows[i], board->gpu.stream),
                  "the reference kernel");
}

/* Reads the answer that lies in call->out and compares. */
static int answer_differs(const struct call *call, const data_answers *expected,
                          char *text, size_t text_bytes)
{
    union {
        wrow_summary summary;
        wrow_extreme extremes[2];
        unsigned char bytes[256];
    } out;
    const reduce_case *of = call->of;

    gpu_check(cudaMemcpyAsync(&out, call->out, sizeof out, cudaMemcpyDefault,
                              call->board->gpu.stream),
              "reading an answer");
    gpu_check(cudaStreamSynchronize(call->board->gpu.stream), "a contender's call");
    if (of->describe)
        return describe_check(&out.summary, expected, text, text_bytes);
    if (of->arg)
        return arg_check(of->arg, of->type, call->cub != NULL, out.extremes, expected,
                         text, text_bytes);
    return reduce_check(of->operation, of->type, call->out_type, call->accumulator,
                        out.bytes, expected, text, text_bytes);
}

/* One plain call for each window, into memory that holds something else. */
static int check(const gpu_contender *contender, const gpu_plan *plan,
                 const reduce_answers *answers)
{
    struct call *call = contender->argument;
    char text[256];

    for (int i = 0; i < plan->windows; ++i) {
        gpu_check(cudaMemsetAsync(call->out, 0xa5, 256, call->board->gpu.stream),
                  "cudaMemsetAsync");
        if (contender->queue(call, gpu_window(plan, i)))
            return -1;
        if (!answer_differs(call, &answers->windows[i], text, sizeof text))
            continue;
        printf("%s: %s, ", call->cub ? "note" : "WRONG", contender->name);
        reduce_print_case(stdout, call->of);
        printf(", window %d: %s\n", i, text);
        return call->cub ? 0 : -1;
    }
    return 0;
}

static void enter(reduce_board *board, const struct call *call,
                  const gpu_contender *contender, const bench_contender *result)
{
    const reduce_case *of = call->of;
    bench_row row = {.bench = board->bench, .samples = result->taken};
    row.variant = of->misaligned ? "misaligned" : "aligned";
    row.type = wrow_type_name(of->type);
    row.operation = operation_name(of);
    row.contender = contender->name;
    row.count = of->count;
    row.bytes = call->bytes;
    row.median_us = result->median_us;
    row.p10_us = result->p10_us;
    row.p90_us = result->p90_us;
    row.gb_per_s = 1e-3 * contender->moved_bytes / result->median_us;
    row.host_us_per_call = contender->host_us;
    bench_table_add(&board->table, &row);
}

/* What the last replay left must be right as well, and nothing have been recorded. */
static int replay_was_wrong(const struct call *call, const gpu_plan *plan,
                            const reduce_answers *answers)
{
    const data_answers *last = &answers->windows[(plan->calls - 1) % plan->windows];
    wrow_context *context = call->board->context;
    char text[256] = "";

    if (!answer_differs(call, last, text, sizeof text) &&
        wrow_context_synchronize(context) == WROW_OK)
        return 0;
    printf("WRONG after graph replays: windrow, ");
    reduce_print_case(stdout, call->of);
    printf(": %s\n", *text ? text : wrow_last_error(context));
    return -1;
}

int reduce_run(reduce_board *board, const reduce_case *of, const reduce_answers *answers)
{
    static bench_contender results[BENCH_CONTENDERS_MAX];
    const gpu_plan plan = plan_of(board, of);
    const wrow_type out_type = out_type_of(of);
    const size_t bytes = wrow_type_size(of->type) * (size_t)of->count;
    struct call calls[3] = {{board, of, out_type, reduce_accumulator(of->type),
                             board->out_ours, NULL, 0, bytes}};
    gpu_contender contenders[3] = {{.name = "windrow", .queue = queue_ours}};
    size_t count = 1;

    calls[1] = calls[0];
    calls[1].out = board->out_cub;
    calls[1].accumulator = out_type;
    calls[1].cub = of->describe ? NULL
                   : of->arg    ? cub_find_arg(of->type, of->arg)
                                : cub_find(of->operation, of->type, out_type);
    if (calls[1].cub) {
        fit_cub_temp(board, &calls[1]);
        contenders[count].name = "cub";
        contenders[count++].queue = queue_cub;
    }
    for (size_t i = 0; i < count; ++i) {
        contenders[i].argument = &calls[i];
        if (check(&contenders[i], &plan, answers))
            return -1;
    }
    calls[count] = calls[0];
    calls[count].read_variant = roof_run(board, bytes);
    if (calls[count].read_variant < 0)
        return -1;
    contenders[count].name = "roof_read";
    contenders[count].argument = &calls[count];
    contenders[count++].queue = queue_read;
    for (size_t i = 0; i < count; ++i)
        contenders[i].moved_bytes = (double)bytes;
    if (gpu_compare(&board->gpu, &plan, contenders, count, board->samples, results))
        return -1;
    if (replay_was_wrong(&calls[0], &plan, answers))
        return -1;
    for (size_t i = 0; i < count; ++i)
        enter(board, &calls[i], &contenders[i], &results[i]);
    return 0;
}
