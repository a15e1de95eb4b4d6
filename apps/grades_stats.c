/*
 * grades_stats.c -- the marks go to where the context works once; sums, extremes and
 * counts are windrow's, which are the same bits on every backend.
 */
#include "grades_stats.h"

#include <math.h>

#include "grades_text.h"

/* Everything that lives where the context works. */
typedef struct device_side {
    const double *marks;
    void *marks_memory; /* NULL on the CPU, where marks are read in place */
    void *summary, *edges, *counts;
} device_side;

int has_failed(const wrow_context *context, wrow_status status)
{
    if (status != WROW_OK) {
        const char *reason = wrow_last_error(context);
        complain("%s", reason[0] != 0 ? reason : wrow_status_text(status));
    }
    return status != WROW_OK;
}

/*
 * 5 marks; where that would be under 5 bins or above 40, the smallest of 1, 2, 5
 * times a power of ten with at most 20 bins. An edge is a whole number divided once,
 * so that 0.6 as an edge and 0.6 in the file are one number.
 */
static void choose_bins(double maximum, statistics *found)
{
    double step = 5, divisor = 1;
    if (maximum < 25 || maximum > 200) {
        static const double steps[] = {1, 2, 5};
        double power = 1;
        size_t s = 0;
        while (maximum * divisor < 4) {
            divisor *= 10;
        }
        divisor *= 10;
        while (steps[s] * power * 20 < maximum * divisor) {
            power *= s == 2 ? 10 : 1;
            s = (s + 1) % 3;
        }
        step = steps[s] * power;
    }
    found->bin_width = step / divisor;
    found->bins = 0;
    for (size_t i = 0; i < MOST_BINS && (double)i * step / divisor < maximum; i++) {
        found->edges[i] = (double)i * step / divisor;
        found->bins = i + 1;
    }
    found->edges[found->bins] = maximum;
}

static int count_between(wrow_context *context, const device_side *device, size_t count,
                         const double *edges, size_t edge_count, uint64_t *counts)
{
    const wrow_histogram_options options = {.size = sizeof options, .closed_right = 1};
    return has_failed(context, wrow_copy(context, device->edges, edges,
                                         edge_count * sizeof(double))) ||
           has_failed(context,
                      wrow_histogram_edges(context, &options, device->marks, WROW_F64,
                                           count, device->edges, edge_count,
                                           device->counts, WROW_U64)) ||
           has_failed(context, wrow_context_synchronize(context)) ||
           has_failed(context, wrow_copy(context, counts, device->counts,
                                         (edge_count - 1) * sizeof(uint64_t)));
}

static int count_grades(wrow_context *context, const device_side *device, size_t count,
                        const scale *grades, statistics *found)
{
    double edges[MOST_GRADES + 2];
    uint64_t counts[MOST_GRADES + 1];
    const size_t last = grades->count - 1;
    for (size_t i = 0; i <= last; i++) {
        edges[i] = grades->grades[last - i].from;
    }
    edges[last + 1] = INFINITY; /* the maximum itself may be a threshold */
    if (count_between(context, device, count, edges, last + 2, counts)) {
        return -1;
    }
    for (size_t i = 0; i <= last; i++) {
        found->by_grade[i] = counts[last - i];
    }
    return 0;
}

static int take_memory(wrow_context *context, const double *marks, size_t count,
                       device_side *device)
{
    const size_t slots = MOST_GRADES + 2;
    if (has_failed(context,
                   wrow_alloc(context, sizeof(wrow_summary), &device->summary)) ||
        has_failed(context,
                   wrow_alloc(context, slots * sizeof(double), &device->edges)) ||
        has_failed(context,
                   wrow_alloc(context, slots * sizeof(uint64_t), &device->counts))) {
        return -1;
    }
    device->marks = marks;
    if (wrow_context_backend(context) == WROW_CPU) {
        return 0;
    }
    const size_t bytes = count * sizeof(double);
    if (has_failed(context, wrow_alloc(context, bytes, &device->marks_memory)) ||
        has_failed(context, wrow_copy(context, device->marks_memory, marks, bytes))) {
        return -1;
    }
    device->marks = device->marks_memory;
    return 0;
}

/* The first complaint is enough: what fails here fails after another error. */
static void give_back(wrow_context *context, const device_side *device)
{
    void *const all[] = {device->summary, device->edges, device->counts,
                         device->marks_memory};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (wrow_free(context, all[i]) != WROW_OK) {
            return;
        }
    }
}

static int compute(wrow_context *context, const device_side *device, const scale *grades,
                   statistics *found)
{
    if (count_grades(context, device, found->count, grades, found) != 0 ||
        count_between(context, device, found->count, found->edges, found->bins + 1,
                      found->by_bin)) {
        return -1;
    }
    return has_failed(context, wrow_describe(context, NULL, device->marks, WROW_F64,
                                             found->count, device->summary)) ||
                   has_failed(context, wrow_context_synchronize(context)) ||
                   has_failed(context, wrow_copy(context, &found->summary,
                                                 device->summary, sizeof found->summary))
               ? -1
               : 0;
}

int find_statistics(wrow_context *context, const double *marks, size_t count,
                    const scale *grades, double maximum, statistics *found)
{
    device_side device = {.marks = NULL};
    *found = (statistics){.count = count};
    choose_bins(maximum, found);
    if (count == 0) {
        return 0;
    }
    int failed = take_memory(context, marks, count, &device);
    if (!failed) {
        failed = compute(context, &device, grades, found);
    }
    give_back(context, &device);
    if (!failed && find_quartiles(marks, count, &found->quarters) != 0) {
        complain("no memory for the quartiles");
        failed = -1;
    }
    return failed;
}
