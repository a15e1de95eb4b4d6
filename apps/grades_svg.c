/*
 * grades_svg.c -- plain shapes and text, no script, no font of its own.
 *
 * Widths of text are estimates (no font is known here), so numbers that may not fit
 * between bars are turned upright instead of being left to overlap.
 */
#include "grades_svg.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "grades_draw.h"
#include "grades_replace.h"

#define WIDTH       860.0
#define TITLE_ROOM  84.0
#define ROW_HEIGHT  27.0
#define CHART_GAP   112.0
#define BINS_HEIGHT 250.0
#define BINS_LEFT   96.0
#define BINS_RIGHT  24.0
#define LETTER      7.3 /* of 12 px text, about */
#define DIGIT       6.7 /* of 11 px text */

static void put_head(FILE *out, const report *all, double height)
{
    const statistics *found = all->found;
    const char *base = strrchr(all->file, '/');
    char title[64], line[200];
    base = base != NULL && base[1] != 0 ? base + 1 : all->file;
    clean_text(title, sizeof title, (slice){base, strlen(base)});
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n<title>Grades of ",
            WIDTH, height, WIDTH, height);
    put_xml(out, title);
    fputs("</title>\n<style>\n"
          "text { font-family: \"DejaVu Sans\", Verdana, Arial, sans-serif; "
          "font-size: 12px; fill: #222 }\n"
          ".title { font-size: 20px; font-weight: bold }\n"
          ".chart { font-size: 14px; font-weight: bold }\n"
          ".soft { fill: #555 }\n"
          ".number, .up, .left { font-size: 11px }\n"
          ".middle, .number, .name { text-anchor: middle }\n"
          ".name { fill: #555 }\n"
          ".right, .label, .range { text-anchor: end }\n"
          ".label { font-weight: bold }\n"
          ".range { fill: #555 }\n"
          ".bar { fill: #3f74ad }\n"
          ".grid { stroke: #e2e2e2 }\n"
          ".axis { stroke: #444 }\n"
          ".median { stroke: #b3402a; stroke-width: 1.5; stroke-dasharray: 5 3 }\n"
          ".red { fill: #b3402a; font-size: 11px }\n"
          "</style>\n",
          out);
    fprintf(out, "<rect width=\"%.0f\" height=\"%.0f\" fill=\"white\"/>\n", WIDTH,
            height);
    put_text(out, "title", 24, 34, title);
    int used = snprintf(line, sizeof line, "%zu marks, %" PRIu64 " absent", found->count,
                        all->marks->absent);
    if (all->marks->invalid > 0) {
        used += snprintf(line + used, sizeof line - (size_t)used, ", %" PRIu64 " invalid",
                         all->marks->invalid);
    }
    if (found->count > 0) {
        snprintf(line + used, sizeof line - (size_t)used,
                 "; mean %.2f, standard deviation %.2f (population), median %.2f, "
                 "quartiles %.2f and "
                 "%.2f",
                 found->summary.mean, sqrt(found->summary.variance),
                 found->quarters.median, found->quarters.lower, found->quarters.upper);
    }
    put_text(out, "soft", 24, 56, line);
}

/* Bars to the right, so that labels of any length stay level and readable. */
static void put_grades(FILE *out, const report *all, double top)
{
    const scale *grades = all->grades;
    const axis across = make_axis(all->found->by_grade, grades->count);
    const double bottom = top + ROW_HEIGHT * (double)grades->count;
    char text[64];
    size_t widest = 1;
    for (size_t i = 0; i < grades->count; i++) {
        const size_t columns = text_columns(grades->grades[i].label);
        widest = columns > widest ? columns : widest;
    }
    const double range = 64, left = 24 + LETTER * 1.15 * (double)widest + 12 + range + 8;
    const double right = WIDTH - 150, unit = (right - left) / across.end;
    put_text(out, "chart", 24, top - 14, "Students by grade");
    for (double tick = 0; tick <= across.end; tick += across.step) {
        const double x = left + tick * unit;
        snprintf(text, sizeof text, "%.0f", tick);
        put_line(out, tick > 0 ? "grid" : "axis", x, top, x, bottom);
        put_text(out, "middle", x, bottom + 18, text);
    }
    for (size_t i = 0; i < grades->count; i++) {
        const uint64_t count = all->found->by_grade[i];
        const double y = top + ROW_HEIGHT * (double)i, line = y + ROW_HEIGHT / 2 + 4;
        const int is_last = i > 0 && i + 1 == grades->count;
        snprintf(text, sizeof text, "%s %.6g", is_last ? "<" : "\u2265",
                 grades->grades[is_last ? i - 1 : i].from);
        put_text(out, "range", left - 8, line, text);
        put_text(out, "label", left - 8 - range, line, grades->grades[i].label);
        put_bar(out, left, y + 4, (double)count * unit, ROW_HEIGHT - 8);
        snprintf(text, sizeof text, "%" PRIu64 " (%.1f %%)", count,
                 all->found->count > 0 ? 100 * (double)count / (double)all->found->count
                                       : 0.0);
        put_text(out, "left", left + (double)count * unit + 6, line, text);
    }
    put_line(out, "axis", left, bottom, right, bottom);
    put_text(out, "name", (left + right) / 2, bottom + 38, "students");
}

static void put_median(FILE *out, const report *all, double top, double bottom,
                       double unit)
{
    const double median = all->found->quarters.median;
    const double x = BINS_LEFT + median * unit;
    char text[64];
    snprintf(text, sizeof text, "median %.2f", median);
    put_line(out, "median", x, top - 18, x, bottom);
    put_text(out, "red", x + 90 < WIDTH ? x + 5 : x - 85, top - 10, text);
}

/* Marks under the axis: the edges, as many as have room. */
static void put_edges(FILE *out, const report *all, double bottom, double unit)
{
    const statistics *found = all->found;
    char text[64];
    double free_from = 0;
    for (size_t i = 0; i <= found->bins; i++) {
        const double x = BINS_LEFT + found->edges[i] * unit;
        const int digits = snprintf(text, sizeof text, "%.6g", found->edges[i]);
        const double half = DIGIT * (double)digits / 2 + 3;
        put_line(out, "axis", x, bottom, x, bottom + 4);
        if (x - half >= free_from) {
            put_text(out, "middle", x, bottom + 18, text);
            free_from = x + half;
        }
    }
    put_text(out, "name", (BINS_LEFT + WIDTH - BINS_RIGHT) / 2, bottom + 38, "mark");
}

/* One bar and its number, upright if upright is set. */
static void put_bin(FILE *out, double x, double y, double width, double bottom,
                    uint64_t count, int upright)
{
    char text[24];
    if (count == 0) {
        return;
    }
    snprintf(text, sizeof text, "%" PRIu64, count);
    put_bar(out, x + 1, y, width - 2, bottom - y);
    if (upright) {
        put_upright(out, "up", x + width / 2 + 4, y - 4, text);
    } else {
        put_text(out, "number", x + width / 2, y - 4, text);
    }
}

static void put_bins(FILE *out, const report *all, double top)
{
    const statistics *found = all->found;
    const axis upward = make_axis(found->by_bin, found->bins);
    const double bottom = top + BINS_HEIGHT, right = WIDTH - BINS_RIGHT;
    const double unit = (right - BINS_LEFT) / all->where->maximum;
    char text[64];
    const int digits = snprintf(text, sizeof text, "%.0f", upward.end);
    const int upright = DIGIT * digits + 2 > (found->edges[1] - found->edges[0]) * unit;
    const double head_room = upright ? DIGIT * digits + 8 : 0;
    const double height = (BINS_HEIGHT - head_room) / upward.end;
    snprintf(text, sizeof text, "Students by %.6g mark%s", found->bin_width,
             found->bin_width == 1 ? "" : "s");
    put_text(out, "chart", 24, top - 32, text);
    for (double tick = 0; tick <= upward.end; tick += upward.step) {
        const double y = bottom - tick * height;
        snprintf(text, sizeof text, "%.0f", tick);
        put_line(out, "grid", BINS_LEFT, y, right, y);
        put_text(out, "right", BINS_LEFT - 7, y + 4, text);
    }
    for (size_t i = 0; i < found->bins; i++) {
        put_bin(out, BINS_LEFT + found->edges[i] * unit,
                bottom - (double)found->by_bin[i] * height,
                (found->edges[i + 1] - found->edges[i]) * unit, bottom, found->by_bin[i],
                upright);
    }
    put_line(out, "axis", BINS_LEFT, bottom, right, bottom);
    put_line(out, "axis", BINS_LEFT, top, BINS_LEFT, bottom);
    put_edges(out, all, bottom, unit);
    put_upright(out, "name", 18, (top + bottom) / 2, "students");
    if (found->count > 0) {
        put_median(out, all, top, bottom, unit);
    }
}

int write_svg(const char *path, const report *all)
{
    const double grades_top = TITLE_ROOM + 24;
    const double bins_top =
        grades_top + ROW_HEIGHT * (double)all->grades->count + CHART_GAP;
    replacement made;
    if (begin_replacement(&made, path) != 0) {
        return -1;
    }
    put_head(made.out, all, bins_top + BINS_HEIGHT + 52);
    put_grades(made.out, all, grades_top);
    put_bins(made.out, all, bins_top);
    fputs("</svg>\n", made.out);
    return end_replacement(&made);
}
