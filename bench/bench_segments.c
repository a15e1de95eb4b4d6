/*
 * bench_segments.c -- reductions of segments, rows and columns, and of transformed
 * elements, on a GPU, beside CUB and the roof.
 *
 * Timed: whole calls through the public C interface, as README.md says. Not timed:
 * making data and offsets, checking every output, CUB's query of its temporary storage.
 */
#define _POSIX_C_SOURCE 200809L

#include "contenders_cub.h"
#include "segments_options.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { FAILURES_MAX = 10 };

#define MEMORY_MOST 100e9 /* bytes on the device */

static segments_board board;
static segments_options options;
static segments_case cases[SEGMENTS_CASES_MAX];
static char case_name[128];

/* A kernel that waits for ever cannot be stopped from here; the process can. */
static void give_up(int number)
{
    static const char text[] = "bench_segments: out of patience with ";
    (void)number;
    if (write(2, text, sizeof text - 1) < 0 ||
        write(2, case_name, strlen(case_name)) < 0 || write(2, "\n", 1) < 0)
        _exit(3);
    _exit(3);
}

static void allocate(int count)
{
    reduce_board *reduce = &board.reduce;
    size_t largest = 0, unused, total;

    for (int i = 0; i < count; ++i) {
        const size_t bytes = (size_t)cases[i].count * segments_in_bytes(&cases[i]);
        if (bytes > largest)
            largest = bytes;
    }
    gpu_check(cudaMemGetInfo(&unused, &total), "cudaMemGetInfo");
    gpu_allocate_pool(&reduce->gpu, largest + (size_t)1800000000);
    gpu_check(cudaMalloc(&reduce->out_cub, 256), "cudaMalloc");
    gpu_check(cudaMalloc(&reduce->cub_temp, 256), "cudaMalloc");
    reduce->cub_temp_bytes = 256;
    reduce->copy_bytes = largest / 2 + 256;
    gpu_check(cudaMalloc(&reduce->copy_target, reduce->copy_bytes), "cudaMalloc");
}

static void release(void)
{
    gpu_check(cudaFree(board.reduce.copy_target), "cudaFree");
    gpu_check(cudaFree(board.reduce.cub_temp), "cudaFree");
    gpu_check(cudaFree(board.reduce.out_cub), "cudaFree");
    bench_table_free(&board.reduce.table);
    wrow_context_destroy(board.reduce.context);
    gpu_close(&board.reduce.gpu);
}

static int open_board(int count)
{
    reduce_board *reduce = &board.reduce;
    wrow_context_options context_options = {.size = sizeof context_options,
                                            .backend = WROW_CUDA};

    gpu_open(&reduce->gpu, options.device);
    context_options.device = options.device;
    context_options.stream = reduce->gpu.stream;
    if (wrow_context_create(&reduce->context, &context_options) != WROW_OK) {
        fprintf(stderr, "bench_segments: %s\n", wrow_last_error(NULL));
        return -1;
    }
    board.ours = options.ours;
    board.cub = options.cub;
    reduce->bench = "segments";
    reduce->samples = options.samples;
    reduce->gpu.cap_seconds = options.cap;
    reduce->table.ours = options.ours ? "windrow" : "cub";
    reduce->table.against = "cub";
    reduce->table.roof = "roof_read";
    allocate(count);
    gpu_warm_up(&reduce->gpu, 0.3);
    gpu_print_facts(&reduce->gpu, stdout);
    printf("windrow %u at commit %s, CUB %s, %d samples of each contender, %d cases\n",
           wrow_version(), options.commit, cub_version(), options.samples, count);
    return 0;
}

static int does_not_fit(const segments_case *of)
{
    const double segment = (double)sizeof(segment_answer) + sizeof(uint64_t) +
                           2 * (double)segments_out_bytes(of);
    const double bytes = (double)board.reduce.gpu.pool_bytes +
                         (double)board.reduce.copy_bytes + (double)of->segments * segment;

    if (bytes <= MEMORY_MOST)
        return 0;
    printf("left out: %s, which wants %.0f GB\n", case_name, bytes / 1e9);
    return 1;
}

/* What is on disk outlives a run that is cut short. */
static int save(void)
{
    if (!options.csv || bench_write_csv(&board.reduce.table, options.csv, options.commit,
                                        board.reduce.gpu.name) == 0)
        return 0;
    perror(options.csv);
    return 1;
}

static int run_all(int count, double started)
{
    int failures = 0;

    for (int i = 0; i < count; ++i) {
        segments_case_name(&cases[i], case_name, sizeof case_name);
        if (failures >= FAILURES_MAX ||
            (options.seconds > 0 && bench_seconds() - started > options.seconds)) {
            printf("left out, out of time or patience: %d cases, from %s on\n", count - i,
                   case_name);
            break;
        }
        if (does_not_fit(&cases[i]))
            continue;
        gpu_check_in(case_name);
        alarm((unsigned)options.patience);
        failures += segments_run(&board, &cases[i]) != 0;
        alarm(0);
        failures += save();
        fflush(stdout);
    }
    gpu_check_in("");
    return failures;
}

static void print_roof(void)
{
    const bench_table *table = &board.reduce.table;
    const bench_row *best = NULL;

    for (size_t i = 0; i < table->count; ++i)
        if (strcmp(table->rows[i].contender, table->roof) == 0 &&
            (!best || table->rows[i].gb_per_s > best->gb_per_s))
            best = &table->rows[i];
    if (best)
        printf("roof: %.0f GB/s, the best read of %llu bytes in this run\n",
               best->gb_per_s, (unsigned long long)best->bytes);
}

int main(int argc, char **argv)
{
    const int wanted = segments_options_read(&options, argc, argv);
    const double started = bench_seconds();
    int count, failures;

    if (wanted)
        return wanted > 0 ? 0 : 2;
    count = segments_cases(&options, cases);
    if (count == 0) {
        fprintf(stderr, "bench_segments: no case is called so; --list has the names\n");
        return 2;
    }
    for (int i = 0; i < count && options.list; ++i) {
        segments_case_name(&cases[i], case_name, sizeof case_name);
        puts(case_name);
    }
    if (options.list)
        return 0;
    signal(SIGALRM, give_up);
    if (open_board(count))
        return 1;
    failures = run_all(count, started);
    printf("%.0f MHz seen at the end, after %.1f s\n", gpu_clock_seen(&board.reduce.gpu),
           bench_seconds() - started);
    print_roof();
    bench_print_worst(&board.reduce.table, stdout, SEGMENTS_CASES_MAX);
    if (failures)
        printf("FAILED: %d cases\n", failures);
    release();
    return failures ? 1 : 0;
}
