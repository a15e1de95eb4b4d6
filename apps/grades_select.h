/*
 * grades_select.h -- exact order statistics.
 */
#ifndef GRADES_SELECT_H
#define GRADES_SELECT_H

#include <stddef.h>

typedef struct quartiles {
    double lower, median, upper;
} quartiles;

/*
 * Quartiles of values that are finite and at least +0, in no order; count >= 1.
 * With x[0] <= x[1] <= ..., the q-th quartile stands at position h = (count - 1) q / 4
 * and is x[floor h] + (h - floor h) (x[floor h + 1] - x[floor h]): the rule of NumPy,
 * of R's type 7 and of spreadsheets. 0, or -1 without memory.
 */
int find_quartiles(const double *values, size_t count, quartiles *found);

#endif
