#include "grades_progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define MOMENT_SECONDS 0.2

static struct timespec shown_at;
static int is_shown;

void show_progress(size_t done, size_t total)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (shown_at.tv_sec == 0 && shown_at.tv_nsec == 0) {
        shown_at = now;
    }
    const double passed = (double)(now.tv_sec - shown_at.tv_sec) +
                          (double)(now.tv_nsec - shown_at.tv_nsec) * 1e-9;
    if (passed >= MOMENT_SECONDS && isatty(STDERR_FILENO)) {
        fprintf(stderr, "\rreading: %3.0f %%", 100.0 * (double)done / (double)total);
        shown_at = now;
        is_shown = 1;
    }
}

void end_progress(void)
{
    if (is_shown) {
        fputs("\r              \r", stderr);
        is_shown = 0;
    }
}
