/*
 * grades_mark.h -- one cell of the marks column.
 */
#ifndef GRADES_MARK_H
#define GRADES_MARK_H

#include "grades_text.h"

typedef enum mark_kind {
    MARK_VALID,
    MARK_EMPTY,         /* absent: nothing but blanks */
    MARK_ABSENT,        /* absent: AB in any case, or - */
    MARK_TEXT,          /* not a number: text, NaN, infinity, hexadecimal */
    MARK_DECIMAL_COMMA, /* not a number, but 85,5 */
    MARK_NEGATIVE,
    MARK_ABOVE
} mark_kind;

/*
 * A decimal number of any length, with or without sign, point and exponent, rounded
 * correctly to f64 in any locale. Returns 1, or 0 if the text is something else.
 */
int read_number(slice text, double *number);

/* *mark is set for MARK_VALID, MARK_NEGATIVE and MARK_ABOVE. -0 is read as 0. */
mark_kind read_mark(slice cell, double maximum, double *mark);

#endif
