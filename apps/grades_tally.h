/*
 * grades_tally.h -- the marks of some rows, in file order, and what was wrong.
 */
#ifndef GRADES_TALLY_H
#define GRADES_TALLY_H

#include <stdint.h>

#include "grades_layout.h"

#define FAULTS_KEPT 5

typedef struct fault {
    uint64_t line;
    int rule;      /* index of its sentence */
    size_t fields; /* of the row */
    char mark[48]; /* clean */
} fault;

typedef struct tally {
    double *values;
    size_t count, capacity;
    uint64_t absent, invalid;
    fault faults[FAULTS_KEPT]; /* the first ones */
} tally;

/* What the rules need to know of a row. */
typedef struct row_facts {
    slice mark; /* its cell in the marks column, or empty */
    size_t fields;
    int crowded;   /* text in a field beyond those of the first row */
    uint64_t line; /* of the mark */
} row_facts;

/* Counts a row that is not blank. 0, or -1 without memory. */
int count_row(tally *sum, const layout *where, const row_facts *row);

/* Room for capacity marks in all. 0, or -1 without memory. */
int reserve_marks(tally *sum, size_t capacity);

/* The sentence about a fault, on standard error. */
void complain_of(const char *path, const layout *where, const fault *found);

#endif
