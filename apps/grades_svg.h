/*
 * grades_svg.h -- two charts: students by grade, and by steps of 5 marks.
 */
#ifndef GRADES_SVG_H
#define GRADES_SVG_H

#include "grades_report.h"

/* Writes the file whole or not at all: it appears under its name once it is complete.
 * 0, or -1 after a complaint. */
int write_svg(const char *path, const report *all);

#endif
