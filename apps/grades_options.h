/*
 * grades_options.h -- the command line.
 */
#ifndef GRADES_OPTIONS_H
#define GRADES_OPTIONS_H

#include <stdint.h>

#include <windrow/context.h>

#include "grades_scale.h"

typedef struct grades_options {
    const char *path, *column, *svg, *output;
    double maximum;
    scale grades;
    wrow_backend backend;
    int json, skip_invalid;
    uint64_t generate, seed; /* generate 0: read a file */
} grades_options;

typedef enum options_outcome { OPTIONS_RUN, OPTIONS_DONE, OPTIONS_WRONG } options_outcome;

/* OPTIONS_DONE: help or version was printed. OPTIONS_WRONG: after a complaint. */
options_outcome read_options_line(int count, char **arguments, grades_options *read);

#endif
