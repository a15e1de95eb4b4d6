/*
 * grades_draw.h -- the shapes of an SVG chart.
 */
#ifndef GRADES_DRAW_H
#define GRADES_DRAW_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* An axis from 0 in whole steps: 1, 2 or 5 times a power of ten, at most 6 of them. */
typedef struct axis {
    double step, end;
} axis;

axis make_axis(const uint64_t *counts, size_t count);

/* Text with the characters that XML gives a meaning written as entities. */
void put_xml(FILE *out, const char *text);

/* style is a class of the chart's style sheet. */
void put_text(FILE *out, const char *style, double x, double y, const char *text);
void put_upright(FILE *out, const char *style, double x, double y, const char *text);
void put_line(FILE *out, const char *style, double x0, double y0, double x1, double y1);
void put_bar(FILE *out, double x, double y, double width, double height);

#endif
