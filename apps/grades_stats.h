/*
 * grades_stats.h -- what windrow counts and sums for the report.
 */
#ifndef GRADES_STATS_H
#define GRADES_STATS_H

#include <stdint.h>

#include <windrow/windrow.h>

#include "grades_scale.h"
#include "grades_select.h"

#define MOST_BINS 40

typedef struct statistics {
    size_t count; /* marks; with 0 only the counts below are set */
    wrow_summary summary;
    quartiles quarters;
    uint64_t by_grade[MOST_GRADES + 1]; /* in the order of the scale */
    double bin_width;
    size_t bins;
    double edges[MOST_BINS + 1];
    uint64_t by_bin[MOST_BINS]; /* each with its lower edge, the last with both */
} statistics;

/* The sentence about a failed call, on standard error; 1 if it failed. */
int has_failed(const wrow_context *context, wrow_status status);

/* 0, or -1 after a complaint. */
int find_statistics(wrow_context *context, const double *marks, size_t count,
                    const scale *grades, double maximum, statistics *found);

#endif
