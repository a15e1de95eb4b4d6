/*
 * segments_case.h -- one case of bench_segments, a row of its table: contenders are
 * checked, timed and entered.
 */
#ifndef BENCH_SEGMENTS_CASE_H
#define BENCH_SEGMENTS_CASE_H

#include "contenders_cub_segments.h"
#include "reduce_case.h"
#include "segments_problem.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum segments_family {
    FAMILY_SEGMENTS,  /* wrow_reduce_segments */
    FAMILY_FIXED,     /* wrow_reduce_fixed_segments */
    FAMILY_ROWS,      /* wrow_reduce_rows along rows */
    FAMILY_COLUMNS,   /* ... along columns */
    FAMILY_ARG,       /* wrow_arg_reduce_segments, min */
    FAMILY_DESCRIBE,  /* wrow_describe_segments */
    FAMILY_TRANSFORM, /* wrow_transform_reduce, wrow_count_if, wrow_dot */
    FAMILIES
} segments_family;

typedef struct segments_case {
    segments_family family;
    wrow_type type, out_type;
    wrow_operation operation;
    segments_output output;
    segments_lengths lengths;  /* families that have offsets */
    cub_transform transformed; /* FAMILY_TRANSFORM: which */
    uint64_t count, segments;
    uint64_t length; /* of a segment, where all are of one length; else 0 */
    char name[64];   /* "segments/uniform/1e6" */
    char what[20];   /* "sum" */
} segments_case;

/* The board of bench_reduce, and what else lasts from case to case. */
typedef struct segments_board {
    reduce_board reduce;
    wrow_type filled; /* what the pool holds; 0: something else */
    int ours, cub;    /* 0: that contender sits out */
} segments_board;

/* Bytes of one output, and of one element or pair of elements. */
size_t segments_out_bytes(const segments_case *of);
size_t segments_in_bytes(const segments_case *of);
int segments_has_offsets(const segments_case *of);

/* 0; -1 after a message if our answer was wrong or a contender failed. A wrong answer
 * of CUB is a note, not a failure. */
int segments_run(segments_board *board, const segments_case *of);

#if defined(__cplusplus)
}
#endif

#endif
