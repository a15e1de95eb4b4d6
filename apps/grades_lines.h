/*
 * grades_lines.h -- rows without quotes, on every core.
 */
#ifndef GRADES_LINES_H
#define GRADES_LINES_H

#include "grades_tally.h"

typedef enum lines_outcome {
    LINES_READ,
    LINES_QUOTED,    /* a quote was met: nothing is read, libcsv must */
    LINES_ZERO_BYTE, /* in line marks->faults[0].line */
    LINES_NO_MEMORY
} lines_outcome;

/*
 * Adds the rows of the text to marks, with the results of reading it line by line.
 * Without skip_invalid it may stop after the first fault. marks->values must be freed
 * after every outcome.
 */
lines_outcome read_lines(slice text, const layout *where, int skip_invalid, tally *marks);

#endif
