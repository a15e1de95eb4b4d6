#include "grades_print.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BAR_COLUMNS 40

/* Rounded to whole columns, but some is never shown as none. */
static void print_bar(FILE *out, uint64_t count, uint64_t largest)
{
    const double share = largest > 0 ? (double)count / (double)largest : 0;
    int columns = (int)(share * BAR_COLUMNS + 0.5);
    columns = count > 0 && columns == 0 ? 1 : columns;
    fputs(columns > 0 ? "  " : "", out);
    while (columns-- > 0) {
        fputc('#', out);
    }
    fputc('\n', out);
}

static uint64_t largest_of(const uint64_t *counts, size_t count)
{
    uint64_t largest = 0;
    for (size_t i = 0; i < count; i++) {
        largest = counts[i] > largest ? counts[i] : largest;
    }
    return largest;
}

/* ">= 90", and "< 40" for the last grade. */
static void name_range(char *out, size_t bytes, const scale *grades, size_t i)
{
    if (i + 1 == grades->count && i > 0) {
        snprintf(out, bytes, "< %.10g", grades->grades[i - 1].from);
    } else {
        snprintf(out, bytes, ">= %.10g", grades->grades[i].from);
    }
}

static void print_counts(FILE *out, const report *all)
{
    const tally *marks = all->marks;
    fprintf(out, "%s: marks from column %zu", all->file, all->where->column + 1);
    if (all->where->name[0] != 0) {
        fprintf(out, ", \"%s\"", all->where->name);
    }
    fprintf(out, ", maximum %.10g\n\n", all->where->maximum);
    fprintf(out, "Students  %12" PRIu64 "\n",
            (uint64_t)marks->count + marks->absent + marks->invalid);
    fprintf(out, "  marked  %12zu\n", marks->count);
    fprintf(out, "  absent  %12" PRIu64 "\n", marks->absent);
    fprintf(out, "  invalid %12" PRIu64, marks->invalid);
    for (uint64_t i = 0; i < marks->invalid && i < FAULTS_KEPT; i++) {
        const char *before = i > 0 ? ", " : marks->invalid > 1 ? "  (lines " : "  (line ";
        fprintf(out, "%s%" PRIu64, before, marks->faults[i].line);
    }
    fputs(marks->invalid > FAULTS_KEPT ? ", ...)\n\n"
          : marks->invalid             ? ")\n\n"
                                       : "\n\n",
          out);
}

static void print_grades(FILE *out, const report *all)
{
    const scale *grades = all->grades;
    const uint64_t largest = largest_of(all->found->by_grade, grades->count);
    size_t widest = strlen("Grade");
    for (size_t i = 0; i < grades->count; i++) {
        const size_t columns = text_columns(grades->grades[i].label);
        widest = columns > widest ? columns : widest;
    }
    fprintf(out, "Grade%*s  Marks      Students    Share\n", (int)(widest - 5), "");
    for (size_t i = 0; i < grades->count; i++) {
        const uint64_t count = all->found->by_grade[i];
        const char *label = grades->grades[i].label;
        char range[32], share[16] = "-";
        name_range(range, sizeof range, grades, i);
        if (all->found->count > 0) {
            snprintf(share, sizeof share, "%.1f %%",
                     100 * (double)count / (double)all->found->count);
        }
        fprintf(out, "%s%*s  %-8s %10" PRIu64 "  %7s", label,
                (int)(widest - text_columns(label)), "", range, count, share);
        print_bar(out, count, largest);
    }
    fputc('\n', out);
}

static void print_statistics(FILE *out, const report *all)
{
    const statistics *found = all->found;
    const struct {
        const char *name;
        double value;
    } rows[] = {
        {"Mean", found->summary.mean},
        {"Standard deviation (population)", sqrt(found->summary.variance)},
        {"Standard deviation (sample)", sqrt(found->summary.sample_variance)},
        {"Minimum", found->summary.min.f},
        {"Lower quartile", found->quarters.lower},
        {"Median", found->quarters.median},
        {"Upper quartile", found->quarters.upper},
        {"Maximum", found->summary.max.f},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (found->count > 0 && !isnan(rows[i].value)) {
            fprintf(out, "%-31s %10.4f\n", rows[i].name, rows[i].value);
        } else {
            fprintf(out, "%-31s %10s\n", rows[i].name, "-");
        }
    }
    fputc('\n', out);
}

static void print_bins(FILE *out, const report *all)
{
    const statistics *found = all->found;
    const uint64_t largest = largest_of(found->by_bin, found->bins);
    fprintf(out, "%-20s %12s\n", "Marks, from - below", "Students");
    for (size_t i = 0; i < found->bins; i++) {
        fprintf(out, "%8.10g - %-9.10g %12" PRIu64, found->edges[i], found->edges[i + 1],
                found->by_bin[i]);
        print_bar(out, found->by_bin[i], largest);
    }
    fprintf(out, "(the last row holds %.10g too)\n", all->where->maximum);
}

void print_text(FILE *out, const report *all)
{
    print_counts(out, all);
    print_grades(out, all);
    print_statistics(out, all);
    print_bins(out, all);
}

/* Clean text is UTF-8 without control characters: two more need a backslash. */
static void print_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != 0; text++) {
        if (*text == '"' || *text == '\\') {
            fputc('\\', out);
        }
        fputc(*text, out);
    }
    fputc('"', out);
}

/* 17 digits give the same f64 back. */
static void print_number(FILE *out, const char *name, double value, int is_known,
                         const char *after)
{
    fprintf(out, "  \"%s\": ", name);
    if (is_known && !isnan(value)) {
        fprintf(out, "%.17g%s", value, after);
    } else {
        fprintf(out, "null%s", after);
    }
}

static void print_json_counts(FILE *out, const report *all)
{
    const tally *marks = all->marks;
    fputs("{\n  \"file\": ", out);
    print_string(out, all->file);
    fprintf(out, ",\n  \"column\": %zu,\n  \"column_name\": ", all->where->column + 1);
    if (all->where->name[0] != 0) {
        print_string(out, all->where->name);
    } else {
        fputs("null", out);
    }
    fprintf(out, ",\n  \"maximum\": %.17g,\n", all->where->maximum);
    fprintf(out, "  \"students\": %" PRIu64 ",\n",
            (uint64_t)marks->count + marks->absent + marks->invalid);
    fprintf(out, "  \"marked\": %zu,\n  \"absent\": %" PRIu64 ",\n", marks->count,
            marks->absent);
    fprintf(out, "  \"invalid\": %" PRIu64 ",\n  \"invalid_lines\": [", marks->invalid);
    for (uint64_t i = 0; i < marks->invalid && i < FAULTS_KEPT; i++) {
        fprintf(out, "%s%" PRIu64, i > 0 ? ", " : "", marks->faults[i].line);
    }
    fputs("],\n", out);
}

void print_json(FILE *out, const report *all)
{
    const statistics *found = all->found;
    const int known = found->count > 0;
    print_json_counts(out, all);
    fputs("  \"grades\": [\n", out);
    for (size_t i = 0; i < all->grades->count; i++) {
        const grade *row = &all->grades->grades[i];
        fputs("    {\"label\": ", out);
        print_string(out, row->label);
        fprintf(out, ", \"from\": %.17g, \"count\": %" PRIu64 ", \"share\": ", row->from,
                found->by_grade[i]);
        fprintf(out, known ? "%.17g}" : "null}",
                known ? (double)found->by_grade[i] / (double)found->count : 0);
        fputs(i + 1 < all->grades->count ? ",\n" : "\n  ],\n", out);
    }
    fputs("  \"bins\": [\n", out);
    for (size_t i = 0; i < found->bins; i++) {
        fprintf(out, "    {\"from\": %.17g, \"to\": %.17g, \"count\": %" PRIu64 "}%s",
                found->edges[i], found->edges[i + 1], found->by_bin[i],
                i + 1 < found->bins ? ",\n" : "\n  ],\n");
    }
    print_number(out, "mean", found->summary.mean, known, ",\n");
    print_number(out, "standard_deviation", sqrt(found->summary.variance), known, ",\n");
    print_number(out, "sample_standard_deviation", sqrt(found->summary.sample_variance),
                 known, ",\n");
    print_number(out, "minimum", found->summary.min.f, known, ",\n");
    print_number(out, "lower_quartile", found->quarters.lower, known, ",\n");
    print_number(out, "median", found->quarters.median, known, ",\n");
    print_number(out, "upper_quartile", found->quarters.upper, known, ",\n");
    print_number(out, "maximum_reached", found->summary.max.f, known, "\n}\n");
}
