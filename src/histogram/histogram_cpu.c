/*
 * histogram_cpu.c -- wrow_histogram_edges on the CPU: every task counts into bins
 * of its own, the caller adds those. Counts are integers, so the order is free.
 *
 * Which bin: a grid of equal cells lies over the edges, and each cell knows the
 * first bin that reaches into it. The cell of a number never falls as the number
 * grows, rounding included, so an edge in an earlier cell is below it, and only
 * edges of the same cell are looked at. Where they crowd, or the grid cannot be
 * computed, a binary search takes its place.
 */
#include "core/element.h"
#include "core/record.h"
#include "histogram/histogram_impl.h"
#include <fenv.h>
#include <math.h>
#include <string.h>

enum {
    CELLS = HISTOGRAM_CELLS,
    COPIES = HISTOGRAM_COPIES,
    CROWD = 8,           /* edges of one cell up to which steps beat the search */
    BATCH = 32,          /* searches side by side */
    BLOCK = 1024 * 1024, /* elements that cannot overflow a u32 */
    TASK = 64 * 1024     /* elements: some 100 us, against 50 to wake a thread */
};

struct histogram_job {
    const struct histogram_edges_call *call;
    uint64_t task; /* elements of one */
    uint32_t bins;
    double low, high, scale;
    bool grid;
    uint16_t *first;      /* bins, of every cell */
    unsigned char *tasks; /* for each of them sums of the bins, then their copies */
};

static inline uint64_t *sums_of(const struct histogram_job *job, uint64_t task)
{
    return (uint64_t *)(void *)(job->tasks + task * histogram_task_bytes(job->bins));
}

/* Of a number in [low, high). */
static inline uint32_t cell_of(const struct histogram_job *job, double x)
{
    const double cell = (x - job->low) * job->scale;
    return cell < CELLS - 1 ? (uint32_t)cell : CELLS - 1;
}

static inline double element(const struct histogram_job *job, const void *in, uint64_t i)
{
    const float *const narrow = in;
    const double *const wide = in;
    return job->call->in_type == WROW_F32 ? (double)narrow[i] : wide[i];
}

static inline bool inside(const struct histogram_job *job, double x)
{
    return x >= job->low && x < job->high;
}

static void count_by_grid(const struct histogram_job *job, const void *in, uint64_t count,
                          uint32_t *copies)
{
    const double *const edges = job->call->edges;
    const uint32_t bins = job->bins;
    for (uint64_t i = 0; i < count; ++i) {
        const double x = element(job, in, i);
        if (inside(job, x)) {
            uint32_t bin = job->first[cell_of(job, x)];
            while (edges[bin + 1] <= x)
                ++bin;
            ++copies[i % COPIES * bins + bin];
        } else if (x == job->high && job->call->closed_right) {
            ++copies[i % COPIES * bins + bins - 1];
        }
    }
}

/* A batch at once, so that no search waits for another, and by a mask, not a branch:
 * nothing could predict it. An element outside is looked for like any other, which
 * stays among the bins, and then not counted. */
static void count_by_search(const struct histogram_job *job, const void *in,
                            uint64_t count, uint32_t *copies)
{
    const double *const edges = job->call->edges;
    const uint32_t bins = job->bins;
    double x[BATCH];
    uint32_t bin[BATCH];
    for (uint64_t i = 0, width; i < count; i += width) {
        width = count - i < BATCH ? count - i : BATCH;
        for (uint32_t k = 0; k < BATCH; ++k) {
            x[k] = element(job, in, i + (k < width ? k : 0));
            bin[k] = 0;
        }
        for (uint32_t left = bins, half; left > 1; left -= half) {
            half = left / 2;
            for (uint32_t k = 0; k < BATCH; ++k)
                bin[k] += half & -(uint32_t)(edges[bin[k] + half] <= x[k]);
        }
        for (uint32_t k = 0; k < width; ++k)
            if (inside(job, x[k]))
                ++copies[k % COPIES * bins + bin[k]];
            else if (x[k] == job->high && job->call->closed_right)
                ++copies[k % COPIES * bins + bins - 1];
    }
}

static void count_task(void *argument, uint64_t task)
{
    const struct histogram_job *job = argument;
    const struct histogram_edges_call *call = job->call;
    const uint32_t bins = job->bins;
    const size_t bytes = call->in_type == WROW_F32 ? 4 : 8;
    const uint64_t first = task * job->task;
    const uint64_t end =
        call->count - first < job->task ? call->count : first + job->task;
    uint64_t *const sums = sums_of(job, task);
    uint32_t *const copies = (uint32_t *)(sums + bins);
    fenv_t callers;
    fegetenv(&callers);
    fesetenv(FE_DFL_ENV);
    memset(sums, 0, bins * sizeof *sums);
    for (uint64_t i = first; i < end; i += BLOCK) {
        memset(copies, 0, COPIES * bins * sizeof *copies);
        (job->grid ? count_by_grid
                   : count_by_search)(job, (const char *)call->in + i * bytes,
                                      end - i < BLOCK ? end - i : BLOCK, copies);
        for (uint32_t c = 0; c < COPIES; ++c)
            for (uint32_t b = 0; b < bins; ++b)
                sums[b] += copies[c * bins + b];
    }
    fesetenv(&callers);
}

/* first[c] = the bin below the first edge of cell c or a later one. */
static void build_grid(struct histogram_job *job)
{
    const double *const edges = job->call->edges;
    const uint32_t last = job->bins;
    uint32_t before = 0; /* edges in cells below c */
    job->low = edges[0];
    job->high = edges[last];
    job->scale = (double)CELLS / (job->high - job->low);
    job->grid = job->call->count >= CELLS && isfinite(job->low) && isfinite(job->high) &&
                isfinite(job->scale) && job->scale > 0;
    for (uint32_t c = 0; c < CELLS && job->grid; ++c) {
        const uint32_t below = before;
        job->first[c] = (uint16_t)(before > 0 ? before - 1 : 0);
        while (before < last && edges[before] < job->high &&
               cell_of(job, edges[before]) == c)
            ++before;
        job->grid = before - below <= CROWD;
    }
}

/* The first edge that is NaN or below the one before; edge_count if there is none. */
static uint32_t bad_edge(const struct histogram_edges_call *call)
{
    const double *const edges = call->edges;
    uint32_t i = 1;
    if (edges[0] != edges[0])
        return 0;
    while (i < call->edge_count && edges[i - 1] <= edges[i])
        ++i;
    return i;
}

/* counts[b] of every bin, from the tasks' bins. */
static void store(wrow_context *context, const struct histogram_job *job, uint64_t tasks)
{
    const struct histogram_edges_call *call = job->call;
    uint32_t *narrow = call->counts;
    uint64_t *wide = call->counts;
    for (uint32_t b = 0; b < job->bins; ++b) {
        uint64_t count = 0;
        for (uint64_t task = 0; task < tasks; ++task)
            count += sums_of(job, task)[b];
        if (call->count_type == WROW_U64) {
            wide[b] = count;
            continue;
        }
        if (count > UINT32_MAX)
            record_on_host(context->record, WROW_E_OVERFLOW, DATA_COUNT, b, count);
        narrow[b] = count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
    }
}

/* How many tasks filled their bins: none if an edge is wrong, and every count is 0. */
static uint64_t count_all(wrow_context *context, struct histogram_job *job,
                          uint64_t tasks)
{
    const uint32_t bad = bad_edge(job->call);
    if (bad < job->call->edge_count) {
        record_on_host(context->record, WROW_E_ORDER, DATA_EDGE, bad,
                       f64_bits(job->call->edges[bad]));
        return 0;
    }
    build_grid(job);
    wrow_pool_run(context->pool, tasks, count_task, job);
    return tasks;
}

/* In the default floating-point environment, on every thread: with another one
 * subnormals may compare as zeros, and a cell is rounded in another way. */
wrow_status wrow_histogram_edges_cpu(wrow_context *context,
                                     const struct histogram_edges_call *call)
{
    const uint64_t share = call->count / HISTOGRAM_TASKS_MAX + 1;
    struct histogram_job job = {
        .call = call, .task = share > TASK ? share : TASK, .bins = call->edge_count - 1};
    uint64_t tasks = call->count / job.task + (call->count % job.task != 0);
    fenv_t callers;
    void *scratch;
    const size_t cells_bytes = CELLS * sizeof *job.first;
    WROW_TRY(wrow_scratch(context, cells_bytes + tasks * histogram_task_bytes(job.bins),
                          &scratch));
    job.first = scratch;
    job.tasks = (unsigned char *)scratch + cells_bytes;
    fegetenv(&callers);
    fesetenv(FE_DFL_ENV);
    tasks = count_all(context, &job, tasks);
    fesetenv(&callers);
    store(context, &job, tasks);
    return WROW_OK;
}
