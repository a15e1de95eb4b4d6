/*
 * grades_layout.h -- what separates the fields, whether there is a header, and
 * which column holds the marks.
 */
#ifndef GRADES_LAYOUT_H
#define GRADES_LAYOUT_H

#include <stdint.h>

#include "grades_text.h"

typedef struct layout {
    char delimiter;
    size_t column;  /* of the marks, from 0 */
    size_t columns; /* fields of the first row */
    double maximum;
    char name[CLEAN_BYTES]; /* of the column; "" without a header */
    size_t data_offset;     /* of the first row of marks */
    uint64_t data_line;
    uint64_t header_line; /* of the first row */
} layout;

/*
 * Finds the layout from the first rows. column is the text of --column, or NULL.
 * 0, or -1 after a complaint.
 */
int find_layout(const char *path, slice text, const char *column, double maximum,
                layout *found);

#endif
