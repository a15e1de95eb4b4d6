/*
 * bench_reduce.cu -- wrow_reduce, wrow_arg_reduce and wrow_describe on a GPU, beside CUB
 * and the roof.
 *
 * Timed: whole calls through the public C interface, as README.md says. Not timed:
 * making the data, checking the answers, CUB's query of its temporary storage.
 */
#include "contenders_cub.h"
#include "reduce_case.h"
#include "reduce_options.h"

#include <string.h>

enum { FAILURES_MAX = 10 };

static reduce_board board;
static reduce_options options;
static double started;
static unsigned failures, late, too_large;
static reduce_case first_late;

static size_t largest_case()
{
    size_t largest = 0;
    for (int type = WROW_I8; type <= WROW_F64; ++type)
        for (int i = 0; i < options.count_count; ++i) {
            const size_t bytes = wrow_type_size((wrow_type)type) * options.counts[i];
            if ((options.types >> type & 1) && bytes > largest)
                largest = bytes;
        }
    return largest;
}

/* The pool holds the largest case and enough windows of small ones to outgrow the
 * L2; what does not fit the device is left out. */
static void allocate()
{
    size_t unused, total;
    size_t bytes = largest_case() + (size_t)1800000000;

    gpu_check(cudaMemGetInfo(&unused, &total), "cudaMemGetInfo");
    if (bytes > unused / 10 * 9)
        bytes = unused / 10 * 9;
    gpu_allocate_pool(&board.gpu, bytes);
    gpu_check(cudaMalloc(&board.out_ours, 256), "cudaMalloc");
    gpu_check(cudaMalloc(&board.out_cub, 256), "cudaMalloc");
    gpu_check(cudaMalloc(&board.cub_temp, 256), "cudaMalloc");
    board.cub_temp_bytes = 256;
    gpu_check(cudaMemGetInfo(&unused, &total), "cudaMemGetInfo");
    board.copy_bytes = largest_case() / 2 + 256;
    if (board.copy_bytes > unused / 2)
        board.copy_bytes = unused / 2;
    gpu_check(cudaMalloc(&board.copy_target, board.copy_bytes), "cudaMalloc");
}

static void release()
{
    gpu_check(cudaFree(board.copy_target), "cudaFree");
    gpu_check(cudaFree(board.cub_temp), "cudaFree");
    gpu_check(cudaFree(board.out_cub), "cudaFree");
    gpu_check(cudaFree(board.out_ours), "cudaFree");
    bench_table_free(&board.table);
    wrow_context_destroy(board.context);
    gpu_close(&board.gpu);
}

/* The operations that read this kind of data, of those asked for. */
static unsigned operations_of(wrow_type type, data_kind kind)
{
    unsigned operations = 0;
    if (kind == DATA_FACTORS)
        return options.operations & 1u << WROW_PRODUCT;
    for (int operation = WROW_SUM; operation <= WROW_COUNT_NONZERO; ++operation)
        if (operation != WROW_PRODUCT &&
            (wrow_supported((wrow_operation)operation, type, type) ||
             wrow_supported((wrow_operation)operation, type, WROW_U64)))
            operations |= options.operations & 1u << operation;
    if (cub_wide_type(type) != type)
        operations |= options.operations & RUN_SUM_WIDE;
    return operations | (options.operations & (RUN_DESCRIBE | RUN_ARG));
}

static reduce_case case_of(wrow_type type, unsigned bit, uint64_t count, int misaligned)
{
    reduce_case of = {type, WROW_SUM, 0, 0, 0, count, misaligned};
    of.wide = bit == RUN_SUM_WIDE;
    of.describe = bit == RUN_DESCRIBE;
    of.arg = bit == RUN_ARGMIN ? 1 : bit == RUN_ARGMAX ? 2 : bit == RUN_ARGBOTH ? 3 : 0;
    for (int operation = WROW_SUM; operation <= WROW_COUNT_NONZERO; ++operation)
        if (bit == 1u << operation)
            of.operation = (wrow_operation)operation;
    return of;
}

static int out_of_time()
{
    return failures >= FAILURES_MAX ||
           (options.seconds > 0 && bench_seconds() - started > options.seconds);
}

/* All operations on the same data of one count and alignment. */
static void run_count(wrow_type type, unsigned operations, uint64_t count, int misaligned)
{
    static reduce_answers answers;
    const size_t bytes = (size_t)count * wrow_type_size(type);
    int known = 0;

    for (unsigned bit = 1; bit && bit <= operations; bit <<= 1) {
        const reduce_case of = case_of(type, bit, count, misaligned);
        if (!(operations & bit))
            continue;
        if (bytes + 512 > board.gpu.pool_bytes) {
            ++too_large;
            continue;
        }
        if (out_of_time()) {
            if (late++ == 0)
                first_late = of;
            continue;
        }
        if (!known)
            reduce_reference(&board, &of, &answers);
        known = 1;
        if (reduce_run(&board, &of, &answers))
            ++failures;
    }
}

static void save()
{
    if (options.csv &&
        bench_write_csv(&board.table, options.csv, options.commit, board.gpu.name) != 0) {
        perror(options.csv);
        ++failures;
    }
}

static void run_type(wrow_type type)
{
    late = 0;
    for (int kind = DATA_MIXED; kind <= DATA_FACTORS; ++kind) {
        const unsigned operations = operations_of(type, (data_kind)kind);
        if (!operations)
            continue;
        gpu_check(data_fill(board.gpu.pool, type, (data_kind)kind,
                            board.gpu.pool_bytes / wrow_type_size(type),
                            board.gpu.stream),
                  "making data");
        gpu_check(cudaStreamSynchronize(board.gpu.stream), "making data");
        for (int i = 0; i < options.count_count; ++i) {
            if (options.aligned)
                run_count(type, operations, options.counts[i], 0);
            if (options.misaligned)
                run_count(type, operations, options.counts[i], 1);
        }
    }
    if (late) {
        printf("left out, out of time or patience: %u cases of %s, from ", late,
               wrow_type_name(type));
        reduce_print_case(stdout, &first_late);
        printf(" on\n");
    }
    save(); /* what is on disk outlives a run that is cut short */
    fprintf(stderr, "%s done after %.1f s\n", wrow_type_name(type),
            bench_seconds() - started);
}

static int open_board()
{
    wrow_context_options context_options = {};

    gpu_open(&board.gpu, options.device);
    context_options.size = sizeof context_options;
    context_options.backend = WROW_CUDA;
    context_options.device = options.device;
    context_options.stream = board.gpu.stream;
    if (wrow_context_create(&board.context, &context_options) != WROW_OK) {
        fprintf(stderr, "bench_reduce: %s\n", wrow_last_error(NULL));
        return -1;
    }
    board.bench = "reduce";
    board.samples = options.samples;
    board.table.ours = "windrow";
    board.table.against = "cub";
    board.table.has_roof = 1;
    allocate();
    gpu_warm_up(&board.gpu, 0.3);
    gpu_print_facts(&board.gpu, stdout);
    printf("windrow %u at commit %s, CUB %s, %d samples of each contender\n",
           wrow_version(), options.commit, cub_version(), options.samples);
    return 0;
}

/* Launch floor, best read and copy of the whole run. */
static void print_roof()
{
    const bench_row *read = NULL, *copy = NULL, *empty = NULL;
    for (size_t i = 0; i < board.table.count; ++i) {
        const bench_row *row = &board.table.rows[i];
        const bench_row **best = strcmp(row->contender, "copy") == 0        ? &copy
                                 : strcmp(row->contender, "empty") == 0     ? &empty
                                 : strcmp(row->contender, "roof_read") == 0 ? &read
                                                                            : NULL;
        if (!best || (best == &read && row->bytes < board.gpu.l2_bytes * 8) ||
            (best == &copy && row->bytes < board.gpu.l2_bytes * 8))
            continue;
        if (!*best || row->gb_per_s > (*best)->gb_per_s ||
            (best == &empty && row->median_us < (*best)->median_us))
            *best = row;
    }
    if (empty)
        printf("empty kernel %.2f us in a graph, %.2f us of host time\n",
               empty->median_us, empty->host_us_per_call);
    if (read)
        printf("best read beyond the L2 %.0f GB/s (%s)\n", read->gb_per_s,
               read->operation);
    if (copy)
        printf("best copy beyond the L2 %.0f GB/s, read and written\n", copy->gb_per_s);
}

int main(int argc, char **argv)
{
    const int wanted = reduce_options_read(&options, argc, argv);
    if (wanted)
        return wanted > 0 ? 0 : 2;
    started = bench_seconds();
    if (open_board())
        return 1;
    for (int type = WROW_I8; type <= WROW_F64; ++type)
        if (options.types >> type & 1)
            run_type((wrow_type)type);
    printf("%.0f MHz seen at the end, after %.1f s\n", gpu_clock_seen(&board.gpu),
           bench_seconds() - started);
    print_roof();
    if (too_large)
        printf("left out for want of memory: %u cases\n", too_large);
    bench_print_worst(&board.table, stdout, (size_t)options.rows);
    if (failures)
        printf("FAILED: %u cases\n", failures);
    release();
    return failures ? 1 : 0;
}
