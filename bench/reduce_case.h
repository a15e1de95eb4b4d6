/*
 * reduce_case.h -- one case of bench_reduce: its contenders are checked, timed and
 * entered in the table.
 */
#ifndef BENCH_REDUCE_CASE_H
#define BENCH_REDUCE_CASE_H

#include "data.h"
#include "gpu.h"

#if defined(__cplusplus)
extern "C" {
#endif

enum { ROOFS_MAX = 256 };

/* What lasts from case to case. */
typedef struct reduce_board {
    const char *bench; /* column of that name */
    gpu_device gpu;
    wrow_context *context;
    bench_table table;
    int samples;
    void *out_ours, *out_cub; /* 256 bytes each */
    void *cub_temp;
    size_t cub_temp_bytes;
    void *copy_target;
    size_t copy_bytes; /* what the target holds */
    struct {
        size_t bytes;
        int best_read;
    } roofs[ROOFS_MAX]; /* sizes whose roof is known */
    int roof_count;
} reduce_board;

typedef struct reduce_case {
    wrow_type type;
    wrow_operation operation;
    int wide, describe; /* sum to a wider type; wrow_describe, and no operation */
    int arg; /* wrow_arg_reduce of min (1), max (2), both (3), and no operation */
    uint64_t count;
    int misaligned; /* by one element */
} reduce_case;

/* "sum of 1024 f32, aligned" */
void reduce_print_case(FILE *file, const reduce_case *of);

/* The answers for every window of a plan. */
typedef struct reduce_answers {
    data_answers windows[GPU_CALLS_MAX];
} reduce_answers;

void reduce_reference(reduce_board *board, const reduce_case *of,
                      reduce_answers *answers);

/* 0; -1 after a message if our answer was wrong or a contender failed. A wrong answer
 * of CUB (it adds 16-bit floats in 16 bits) is a note, not a failure. */
int reduce_run(reduce_board *board, const reduce_case *of, const reduce_answers *answers);

/* The best of the read kernels at so many bytes, with a device copy and an empty
 * kernel; measured once for a size. -1 if it could not be. */
int roof_run(reduce_board *board, size_t bytes);

#if defined(__cplusplus)
}
#endif

#endif
