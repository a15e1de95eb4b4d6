/*
 * grades_report.h -- everything that is known about a marks file.
 */
#ifndef GRADES_REPORT_H
#define GRADES_REPORT_H

#include "grades_scale.h"
#include "grades_stats.h"
#include "grades_tally.h"

typedef struct report {
    char file[CLEAN_BYTES];
    const layout *where;
    const tally *marks;
    const scale *grades;
    const statistics *found;
} report;

#endif
