/*
 * grades_read.h -- the marks of a file.
 */
#ifndef GRADES_READ_H
#define GRADES_READ_H

#include "grades_tally.h"

typedef struct read_options {
    const char *path;
    const char *column; /* a name, a number from 1, or NULL */
    double maximum;
    int skip_invalid;
} read_options;

/*
 * marks->values is the caller's to free, also when empty. 0, or -1 after one
 * complaint, with nothing to free.
 */
int read_marks(const read_options *options, layout *where, tally *marks);

#endif
