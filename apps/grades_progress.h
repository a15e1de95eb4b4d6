/*
 * grades_progress.h -- how far reading is, for a person at a terminal.
 */
#ifndef GRADES_PROGRESS_H
#define GRADES_PROGRESS_H

#include <stddef.h>

/* Nothing is shown unless standard error is a terminal and the work takes longer
 * than a moment. */
void show_progress(size_t done, size_t total);

/* Takes the line away. */
void end_progress(void);

#endif
