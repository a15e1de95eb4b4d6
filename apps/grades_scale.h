/*
 * grades_scale.h -- grades and the marks from which they are given.
 */
#ifndef GRADES_SCALE_H
#define GRADES_SCALE_H

#include <stddef.h>

#define MOST_GRADES 64
#define LABEL_BYTES 64

typedef struct grade {
    char label[LABEL_BYTES];
    double from;
} grade;

/* Thresholds descend; the last one is 0, so that every mark has a grade. */
typedef struct scale {
    grade grades[MOST_GRADES + 1];
    size_t count;
} scale;

/* S=90,A=80,... in per cent of the maximum. */
void use_default_scale(double maximum, scale *made);

/*
 * "S=90,A=80": marks, each below the one before, none above the maximum. If the last
 * one is not 0, a grade called "below" is added. 0, or -1 after a complaint.
 */
int read_scale(const char *text, double maximum, scale *made);

#endif
