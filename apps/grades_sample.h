/*
 * grades_sample.h -- what the first rows of a file look like.
 */
#ifndef GRADES_SAMPLE_H
#define GRADES_SAMPLE_H

#include <stdint.h>

#include "grades_mark.h"

#define SAMPLE_ROWS 1000

/* How many cells of a column, below the first row, are what. */
typedef struct column_facts {
    size_t numbers, codes, empty, words; /* codes: AB and - */
    size_t outside;                      /* numbers below 0 or above the maximum */
    size_t with_digits;                  /* words that hold a digit: S001 */
    size_t steps;                        /* numbers that follow on the one above: 1 2 3 */
    double top, last;                    /* the numbers at its ends */
} column_facts;

typedef struct sample {
    slice *first; /* the cells of the first row */
    column_facts *facts;
    size_t columns; /* of the first row */
    size_t rows;    /* the first one included; at most SAMPLE_ROWS */
    size_t second_offset;
    uint64_t first_line, second_line; /* where these rows are */
    double maximum;
} sample;

/* 0, or -1 after a complaint (see read_rows; or the text has no rows). */
int take_sample(const char *path, slice text, char delimiter, double maximum,
                sample *taken);

void free_sample(sample *taken);

/* The first row counts as one more row of facts. */
void add_first_row(sample *taken);

#endif
