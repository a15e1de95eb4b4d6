/*
 * grades_csv.h -- rows with quoted fields, by libcsv.
 */
#ifndef GRADES_CSV_H
#define GRADES_CSV_H

#include <stdint.h>

#include "grades_text.h"

typedef struct csv_cell {
    slice text;    /* without its quotes and the blanks around it */
    uint64_t line; /* where it begins */
} csv_cell;

typedef struct csv_row {
    const csv_cell *cells; /* valid during the call */
    size_t count;          /* at least 1 */
    size_t end;            /* bytes of the text up to the next row */
    uint64_t next_line;
} csv_row;

typedef enum row_answer { ROW_MORE, ROW_STOP, ROW_NO_MEMORY } row_answer;
typedef row_answer (*row_function)(const csv_row *row, void *user);

/*
 * Hands every row of the text to take, whose first line is number first_line; lines
 * without any text are not rows. A quote inside an unquoted field is text.
 * 0, or -1 after a complaint: a quoted field that is not closed or is followed by
 * text, a zero byte, no memory.
 */
int read_rows(const char *path, slice text, char delimiter, uint64_t first_line,
              row_function take, void *user);

#endif
