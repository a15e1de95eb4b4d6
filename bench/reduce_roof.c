/* reduce_roof.c -- the roof at one size, see reduce_case.h. */
#include "contenders_roof.h"
#include "reduce_case.h"

#include <stdlib.h>

struct roof_call {
    const reduce_board *board;
    int variant;
    size_t bytes;
};

static int queue_read(void *argument, const void *in)
{
    const struct roof_call *call = argument;
    const gpu_device *gpu = &call->board->gpu;
    gpu_check(roof_read(call->variant, in, call->bytes, gpu->sink, gpu->multiprocessors,
                        gpu->stream),
              "read kernel");
    return 0;
}

static int queue_copy(void *argument, const void *in)
{
    const struct roof_call *call = argument;
    gpu_check(cudaMemcpyAsync(call->board->copy_target, in, call->bytes,
                              cudaMemcpyDeviceToDevice, call->board->gpu.stream),
              "device copy");
    return 0;
}

static int queue_empty(void *argument, const void *in)
{
    const struct roof_call *call = argument;
    (void)in;
    gpu_check(roof_empty(call->board->gpu.stream), "empty kernel");
    return 0;
}

static void enter(reduce_board *board, size_t bytes, const char *operation,
                  const char *name, const gpu_contender *contender,
                  const bench_contender *result)
{
    bench_row row = {.bench = board->bench, .variant = "roof", .type = "-"};
    row.operation = operation;
    row.contender = name;
    row.count = row.bytes = bytes;
    row.median_us = result->median_us;
    row.p10_us = result->p10_us;
    row.p90_us = result->p90_us;
    row.gb_per_s = 1e-3 * contender->moved_bytes / result->median_us;
    row.host_us_per_call = contender->host_us;
    row.samples = result->taken;
    bench_table_add(&board->table, &row);
}

int roof_run(reduce_board *board, size_t bytes)
{
    static bench_contender results[BENCH_CONTENDERS_MAX];
    gpu_contender contenders[BENCH_CONTENDERS_MAX] = {0};
    struct roof_call calls[BENCH_CONTENDERS_MAX];
    const gpu_plan plan = gpu_plan_of(&board->gpu, bytes, 0);
    /* The copy reads one half of the bytes and writes as many. */
    const size_t half = bytes / 2 < board->copy_bytes ? bytes / 2 : board->copy_bytes;
    size_t count = 0, best = 0;

    for (int i = 0; i < board->roof_count; ++i)
        if (board->roofs[i].bytes == bytes)
            return board->roofs[i].best_read;
    for (int variant = 0; variant < ROOF_READS; ++variant) {
        calls[count] = (struct roof_call){board, variant, bytes};
        contenders[count].name = roof_read_name(variant);
        contenders[count].queue = queue_read;
        contenders[count++].moved_bytes = (double)bytes;
    }
    calls[count] = (struct roof_call){board, 0, 0};
    contenders[count].name = "empty";
    contenders[count++].queue = queue_empty;
    if (half) {
        calls[count] = (struct roof_call){board, 0, half};
        contenders[count].name = "copy";
        contenders[count].queue = queue_copy;
        contenders[count++].moved_bytes = 2 * (double)half;
    }
    for (size_t i = 0; i < count; ++i)
        contenders[i].argument = &calls[i];
    if (gpu_compare(&board->gpu, &plan, contenders, count, board->samples, results))
        return -1;
    for (size_t i = 1; i < ROOF_READS; ++i)
        if (results[i].median_us < results[best].median_us)
            best = i;
    enter(board, bytes, roof_read_name((int)best), "roof_read", &contenders[best],
          &results[best]);
    for (size_t i = ROOF_READS; i < count; ++i)
        enter(board, bytes, contenders[i].name, contenders[i].name, &contenders[i],
              &results[i]);
    if (board->roof_count < ROOFS_MAX) {
        board->roofs[board->roof_count].bytes = bytes;
        board->roofs[board->roof_count++].best_read = (int)best;
    }
    return (int)best;
}
