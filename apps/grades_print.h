/*
 * grades_print.h -- the report as text and as JSON.
 *
 * Formats are fixed and no locale is set, so that equal statistics are equal text.
 * Write errors are left in the stream for the caller.
 */
#ifndef GRADES_PRINT_H
#define GRADES_PRINT_H

#include <stdio.h>

#include "grades_report.h"

void print_text(FILE *out, const report *all);
void print_json(FILE *out, const report *all);

#endif
