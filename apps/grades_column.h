/*
 * grades_column.h -- which column holds the marks.
 */
#ifndef GRADES_COLUMN_H
#define GRADES_COLUMN_H

#include "grades_sample.h"

/* --column N or NAME; *named is set when the first row must be a header. 0, or -1
 * after a complaint. */
int find_column(const char *path, const sample *taken, const char *column, size_t *found,
                int *named);

/* Without --column. 0, or -1 after a complaint. */
int guess_column(const char *path, const sample *taken, size_t *found);

/* 1 if a word of the title speaks of marks (Total marks), or of ids, names, years. */
int names_marks(slice title);
int names_other(slice title);

/* 1 if at least half of the cells with text are numbers. */
int is_numeric(const column_facts *facts);

#endif
