/* harness.c -- see harness.h. */
#define _POSIX_C_SOURCE 200809L

#include "harness.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

double bench_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void bench_percentiles(double *samples, int count, double *median, double *p10,
                       double *p90)
{
    qsort(samples, (size_t)count, sizeof *samples, ascending);
    *median = count % 2 ? samples[count / 2]
                        : 0.5 * (samples[count / 2 - 1] + samples[count / 2]);
    *p10 = samples[(count - 1) / 10];
    *p90 = samples[(count - 1) - (count - 1) / 10];
}

int bench_interleave(bench_contender *contenders, size_t count, int warmups, int samples)
{
    if (samples > BENCH_SAMPLES_MAX)
        samples = BENCH_SAMPLES_MAX;
    for (int round = -warmups; round < samples; ++round) {
        for (size_t turn = 0; turn < count; ++turn) {
            const size_t start = (size_t)(round + warmups) % count;
            bench_contender *contender = &contenders[(start + turn) % count];
            const int fewer = contender->most > 0 && contender->most < samples;
            double us;
            contender->taken = fewer ? contender->most : samples;
            if (round >= contender->taken || (fewer && round < -1))
                continue;
            us = contender->sample(contender);
            if (!(us >= 0))
                return -1;
            if (round >= 0)
                contender->samples[round] = us;
        }
    }
    for (size_t i = 0; i < count; ++i)
        bench_percentiles(contenders[i].samples, contenders[i].taken,
                          &contenders[i].median_us, &contenders[i].p10_us,
                          &contenders[i].p90_us);
    return 0;
}

void bench_table_add(bench_table *table, const bench_row *row)
{
    if (table->count == table->capacity) {
        const size_t capacity = table->capacity ? 2 * table->capacity : 256;
        bench_row *rows = realloc(table->rows, capacity * sizeof *rows);
        if (!rows) {
            fprintf(stderr, "bench: no memory for %zu rows of results\n", capacity);
            exit(1);
        }
        table->rows = rows;
        table->capacity = capacity;
    }
    table->rows[table->count++] = *row;
}

void bench_table_free(bench_table *table)
{
    free(table->rows);
    table->rows = NULL;
    table->count = table->capacity = 0;
}

static int same_case(const bench_row *a, const bench_row *b)
{
    return a->count == b->count && strcmp(a->bench, b->bench) == 0 &&
           strcmp(a->variant, b->variant) == 0 && strcmp(a->type, b->type) == 0 &&
           strcmp(a->operation, b->operation) == 0;
}

double bench_times_faster(const bench_table *table, const bench_row *row)
{
    for (size_t i = 0; i < table->count; ++i) {
        const bench_row *other = &table->rows[i];
        if (same_case(row, other) && strcmp(other->contender, table->against) == 0)
            return row->median_us > 0 ? other->median_us / row->median_us : -1;
    }
    return -1;
}

/* Of the whole run, not of the row's size. */
static double percent_of_contender(const bench_table *table, const bench_row *row)
{
    const double bytes = row->moved_bytes > 0 ? row->moved_bytes : (double)row->bytes;
    double roof = 0;
    for (size_t i = 0; i < table->count; ++i) {
        const bench_row *other = &table->rows[i];
        if (strcmp(other->contender, table->roof) == 0 && other->gb_per_s > roof)
            roof = other->gb_per_s;
    }
    return roof > 0 && row->gb_per_s > 0 ? 1e-1 * bytes / row->median_us / roof : -1;
}

double bench_percent_of_roof(const bench_table *table, const bench_row *row)
{
    double roof = 0;
    if (table->roof)
        return percent_of_contender(table, row);
    for (size_t i = 0; table->has_roof && i < table->count; ++i) {
        const bench_row *other = &table->rows[i];
        if (other->bytes == row->bytes && strcmp(other->contender, table->ours) != 0 &&
            other->gb_per_s > roof)
            roof = other->gb_per_s;
    }
    return roof > 0 && row->gb_per_s >= 0 ? 100 * row->gb_per_s / roof : -1;
}

/* A number, or nothing between the commas if it was not measured. */
static void put(FILE *file, double value, const char *format)
{
    if (value >= 0)
        fprintf(file, format, value);
    fputc(',', file);
}

int bench_write_csv(const bench_table *table, const char *path, const char *commit,
                    const char *device)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return -1;
    fputs("bench,case,type,op,count,bytes,contender,median_us,p10_us,p90_us,gb_per_s,"
          "x_cub,percent_of_roof,host_us_per_call,samples,moved_bytes,commit,device\n",
          file);
    for (size_t i = 0; i < table->count; ++i) {
        const bench_row *row = &table->rows[i];
        fprintf(file, "%s,%s,%s,%s,%llu,%llu,%s,", row->bench, row->variant, row->type,
                row->operation, (unsigned long long)row->count,
                (unsigned long long)row->bytes, row->contender);
        put(file, row->median_us, "%.4f");
        put(file, row->p10_us, "%.4f");
        put(file, row->p90_us, "%.4f");
        put(file, row->gb_per_s, "%.3f");
        put(file, bench_times_faster(table, row), "%.4f");
        put(file, bench_percent_of_roof(table, row), "%.2f");
        put(file, row->host_us_per_call, "%.3f");
        put(file, row->samples > 0 ? row->samples : -1, "%.0f");
        put(file, row->moved_bytes > 0 ? row->moved_bytes : -1, "%.0f");
        fprintf(file, "%s,%s\n", commit, device);
    }
    const int failed = ferror(file);
    return fclose(file) || failed ? -1 : 0;
}

struct ranked {
    double key;
    const bench_row *row;
};

static int worst_first(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

/* Columns of the case and the operation. */
struct widths {
    int variant, operation;
};

static struct widths widths_of(const struct ranked *ranked, size_t count)
{
    struct widths widths = {10, 13};
    for (size_t i = 0; i < count; ++i) {
        const int variant = (int)strlen(ranked[i].row->variant);
        const int operation = (int)strlen(ranked[i].row->operation);
        widths.variant = variant > widths.variant ? variant : widths.variant;
        widths.operation = operation > widths.operation ? operation : widths.operation;
    }
    return widths;
}

static void print_row(const bench_table *table, FILE *file, const bench_row *row,
                      struct widths widths)
{
    const double faster = bench_times_faster(table, row);
    const double percent = bench_percent_of_roof(table, row);
    char x[16] = "-", roof[16] = "-", host[16] = "-";
    if (faster >= 0)
        snprintf(x, sizeof x, "%.3f", faster);
    if (percent >= 0)
        snprintf(roof, sizeof roof, "%.1f", percent);
    if (row->host_us_per_call >= 0)
        snprintf(host, sizeof host, "%.2f", row->host_us_per_call);
    fprintf(file, "%-*s %-5s %-*s %11llu %10.2f %10.2f %10.2f %8.1f %7s %6s %7s\n",
            widths.variant, row->variant, row->type, widths.operation, row->operation,
            (unsigned long long)row->count, row->median_us, row->p10_us, row->p90_us,
            row->gb_per_s, x, roof, host);
}

void bench_print_worst(const bench_table *table, FILE *file, size_t most)
{
    struct ranked *ranked = malloc((table->count + 1) * sizeof *ranked);
    struct widths widths;
    size_t count = 0;
    if (!ranked)
        return;
    for (size_t i = 0; i < table->count; ++i) {
        const bench_row *row = &table->rows[i];
        if (strcmp(row->contender, table->ours) != 0)
            continue;
        const double faster = bench_times_faster(table, row);
        ranked[count].row = row;
        /* Cases that `against` cannot do come last, lowest share of the roof first. */
        ranked[count++].key =
            faster >= 0 ? faster : 1e6 + bench_percent_of_roof(table, row);
    }
    qsort(ranked, count, sizeof *ranked, worst_first);
    widths = widths_of(ranked, count < most ? count : most);
    fprintf(file, "%-*s %-5s %-*s %11s %10s %10s %10s %8s %7s %6s %7s\n", widths.variant,
            "case", "type", widths.operation, "op", "count", "median us", "p10", "p90",
            "GB/s", "x CUB", "% roof", "host us");
    for (size_t i = 0; i < count && i < most; ++i)
        print_row(table, file, ranked[i].row, widths);
    if (count > most)
        fprintf(file, "(%zu more, all ahead of these or without CUB)\n", count - most);
    free(ranked);
}
