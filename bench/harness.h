/*
 * harness.h -- what every benchmark shares: contenders that take turns, their
 * medians, and one table that is printed and written as CSV.
 *
 * C11 for the C benchmarks, and C++ for the CUDA ones.
 */
#ifndef BENCH_HARNESS_H
#define BENCH_HARNESS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#if defined(__cplusplus)
extern "C" {
#endif

enum { BENCH_SAMPLES_MIN = 30, BENCH_SAMPLES_MAX = 1000, BENCH_CONTENDERS_MAX = 16 };

/* One way of doing a case. `sample` times it once and returns the microseconds
 * of one call, or a negative number if it failed (and has said why). */
typedef struct bench_contender {
    const char *name;
    double (*sample)(struct bench_contender *self);
    void *argument;
    int most; /* samples of it, where fewer than of others; 0: as many */
    double samples[BENCH_SAMPLES_MAX];
    int taken;
    double median_us, p10_us, p90_us;
} bench_contender;

/* Warms up, then takes one sample of each in turn, `samples` rounds; every round
 * starts with another contender, so that none always follows the same one. One that
 * takes fewer samples sits out the later rounds, and all warm-ups but one.
 * Returns 0, or -1 if a sample failed. */
int bench_interleave(bench_contender *contenders, size_t count, int warmups, int samples);

/* Sorts `samples`; the median and the 10th and 90th percentiles. */
void bench_percentiles(double *samples, int count, double *median, double *p10,
                       double *p90);

double bench_seconds(void); /* a monotonic clock */

/* One line of the results. Negative numbers mean "not measured". */
typedef struct bench_row {
    const char *bench;   /* "reduce" */
    const char *variant; /* column `case`: "aligned", "misaligned", "roof" */
    const char *type;    /* all texts live as long as the table */
    const char *operation;
    const char *contender;
    uint64_t count; /* elements */
    uint64_t bytes; /* of the case: the input, read once */
    double median_us, p10_us, p90_us;
    double gb_per_s;         /* bytes that the contender moves, over the median */
    double host_us_per_call; /* until the call returns, work not waited for */
    int samples;             /* that the median is of; 0: not told */
    double moved_bytes;      /* where a call has to move more than `bytes`; else 0 */
} bench_row;

typedef struct bench_table {
    bench_row *rows;
    size_t count, capacity;
    const char *ours;    /* the contender that the roof does not include */
    int has_roof;        /* some contender does nothing but move the bytes */
    const char *against; /* the contender of column x_cub */
    const char *roof;    /* the contender whose best GB/s in this run is the roof of
                            moved_bytes; NULL: the best of anyone at as many bytes */
} bench_table;

/* Ends the process if there is no memory: a benchmark has nothing to save. */
void bench_table_add(bench_table *table, const bench_row *row);
void bench_table_free(bench_table *table);

/* How many times faster than `against` in the same case; negative if not known. */
double bench_times_faster(const bench_table *table, const bench_row *row);

/* Percent of the roof as `roof` of the table defines it; negative if not known. */
double bench_percent_of_roof(const bench_table *table, const bench_row *row);

/* Writes the whole table. 0, or -1 with errno set. */
int bench_write_csv(const bench_table *table, const char *path, const char *commit,
                    const char *device);

/* Prints the rows of `ours` as a table, worst against `against` first. */
void bench_print_worst(const bench_table *table, FILE *file, size_t most);

#if defined(__cplusplus)
}
#endif

#endif
