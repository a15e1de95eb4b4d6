/*
 * cuts_cpu.c -- see cuts_cpu.h. Offsets are checked first. Then tasks take neighbouring
 * segments of some cost, found by bisection as costs ascend with the offsets, but for the
 * few that are worth several threads; those follow. Wrong offsets make all this serial.
 */
#include "reduce/cuts_cpu.h"
#include "core/record.h"
#include "reduce/partials_cpu.h"
#include <fenv.h>
#include <stdatomic.h>

enum {
    CHUNK_BYTES = REDUCE_CHUNK_ROWS * REDUCE_ROW_BYTES,
    SEGMENT_BYTES = 256, /* what a segment costs beside its bytes: some 30 ns */
    CHECKED = 65536      /* offsets of a task */
};

struct cuts {
    const struct segments *segments;
    const struct cut_folds *folds;
    const void *job;
    char *scratch;
    uint64_t bytes; /* of an element */
    uint64_t cost;  /* of a task */
    uint64_t giant; /* bytes of a segment from which on it is one */
    atomic_bool bad, giants;
};

/* ----------------------------------------------------------------- one array */

struct cut_job {
    const struct cut_folds *folds;
    const void *job;
    const struct cut *cut;
};

static void fold_range(const void *argument, uint64_t first, uint64_t end)
{
    const struct cut_job *const job = argument;
    job->folds->fold(job->job, job->cut, first, end);
}

void wrow_fold_cut(struct pool *pool, const struct cut_folds *folds, const void *job,
                   const struct cut *cut)
{
    const bool is_small = cut->shape.rows < WROW_POOL_BYTES / REDUCE_ROW_BYTES;
    const struct cut_job argument = {folds, job, cut};
    fenv_t callers;
    if (!is_small)
        wrow_fold_partials(pool, &cut->shape, fold_range, &argument);
    fegetenv(&callers);
    fesetenv(FE_DFL_ENV); /* once: it takes longer than a small fold */
    if (is_small)
        folds->fold(job, cut, 0, cut->shape.partials);
    folds->finish(job, cut);
    fesetenv(&callers);
}

/* ------------------------------------------------------------------ segments */

/* Elements before segment s; as many for s = segments as there are in all. */
static uint64_t elements_before(const struct segments *segments, uint64_t s)
{
    return segments->offsets ? segments->offsets[s] - segments->offsets[0]
                             : s * segments->length;
}

static uint64_t length_of(const struct segments *segments, uint64_t s)
{
    return segments->offsets ? segments->offsets[s + 1] - segments->offsets[s]
                             : segments->length;
}

/* Without a division for what fits a chunk: there are a million of these. */
static reduce_shape shape_of(uint64_t count, uint32_t bytes)
{
    if (count * bytes > CHUNK_BYTES)
        return reduce_shape_of(count, bytes);
    const uint64_t rows = reduce_ceil_div(count * bytes, REDUCE_ROW_BYTES);
    return (reduce_shape){count, rows, REDUCE_CHUNK_ROWS, count != 0, 1, count != 0};
}

static struct cut cut_of(const struct cuts *cuts, uint64_t s, uint64_t count)
{
    const struct segments *const segments = cuts->segments;
    const uint64_t begin =
        segments->offsets ? segments->offsets[s] : s * segments->stride;
    struct cut cut = {.index = s,
                      .shape = shape_of(count, (uint32_t)cuts->bytes),
                      .results = cuts->scratch};
    if (count != 0) /* else it may lie anywhere */
        cut.in = (const char *)segments->in + begin * cuts->bytes;
    return cut;
}

/* A segment of several partials has a place that no other has: two for each chunk before
 * it are enough. */
static void *place_of(const struct cuts *cuts, uint64_t s)
{
    const uint64_t bytes = elements_before(cuts->segments, s) * cuts->bytes;
    return cuts->scratch + bytes / (CHUNK_BYTES / 2) * cuts->folds->result_bytes;
}

static void fold_here(const struct cuts *cuts, struct cut *cut)
{
    uint64_t result[16];
    if (cut->shape.partials <= 1)
        cut->results = result;
    wrow_ask_ahead(cut->in, cut->shape.count * cuts->bytes);
    cuts->folds->fold(cuts->job, cut, 0, cut->shape.partials);
    cuts->folds->finish(cuts->job, cut);
}

/* ------------------------------------------------------------- good segments */

static uint64_t cost_before(const struct cuts *cuts, uint64_t s)
{
    return elements_before(cuts->segments, s) * cuts->bytes + s * SEGMENT_BYTES;
}

/* The first segment that costs this much or more lie before. */
static uint64_t segment_at(const struct cuts *cuts, uint64_t cost)
{
    uint64_t low = 0, high = cuts->segments->segments;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (cost_before(cuts, middle) < cost)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void fold_task(void *argument, uint64_t task)
{
    struct cuts *const cuts = argument;
    const uint64_t end = segment_at(cuts, (task + 1) * cuts->cost);
    for (uint64_t s = segment_at(cuts, task * cuts->cost); s < end; ++s) {
        struct cut cut = cut_of(cuts, s, length_of(cuts->segments, s));
        if (cut.shape.count * cuts->bytes >= cuts->giant) {
            atomic_store_explicit(&cuts->giants, true, memory_order_relaxed);
            continue;
        }
        cut.results = place_of(cuts, s);
        fold_here(cuts, &cut);
    }
}

static void fold_good(struct cuts *cuts, struct pool *pool)
{
    const uint64_t segments = cuts->segments->segments, all = cost_before(cuts, segments);
    const uint64_t share = all / (4 * (uint64_t)wrow_pool_threads(pool));
    cuts->giant = share > WROW_POOL_BYTES ? share : WROW_POOL_BYTES;
    if (wrow_pool_threads(pool) == 1)
        cuts->giant = UINT64_MAX;
    cuts->cost = all < WROW_POOL_BYTES ? all + 1 : WROW_TASK_BYTES;
    wrow_run_tasks(pool, all / cuts->cost + 1, fold_task, cuts);
    if (!atomic_load_explicit(&cuts->giants, memory_order_relaxed))
        return;
    for (uint64_t s = 0; s < segments; ++s) {
        const uint64_t count = length_of(cuts->segments, s);
        if (count * cuts->bytes >= cuts->giant) {
            const struct cut cut = cut_of(cuts, s, count);
            wrow_fold_cut(pool, cuts->folds, cuts->job, &cut);
        }
    }
}

/* -------------------------------------------------------------- bad segments */

static void check_task(void *argument, uint64_t task)
{
    struct cuts *const cuts = argument;
    const uint64_t *const offsets = cuts->segments->offsets + task * CHECKED;
    const uint64_t left = cuts->segments->segments - task * CHECKED;
    uint64_t bad = 0;
    for (uint64_t i = 0; i < CHECKED && i < left; ++i)
        bad |= offsets[i + 1] < offsets[i];
    if (bad)
        atomic_store_explicit(&cuts->bad, true, memory_order_relaxed);
}

static bool are_good(struct cuts *cuts, struct pool *pool)
{
    const struct segments *const segments = cuts->segments;
    if (!segments->offsets)
        return true;
    wrow_run_tasks(pool, reduce_ceil_div(segments->segments, CHECKED), check_task, cuts);
    return segments->offsets[segments->segments] <= segments->count &&
           !atomic_load_explicit(&cuts->bad, memory_order_relaxed);
}

static uint64_t first_bad(const struct segments *segments)
{
    const uint64_t *const offsets = segments->offsets;
    uint64_t i = 0;
    while (offsets[i] <= segments->count && (i == 0 || offsets[i] >= offsets[i - 1]))
        ++i;
    return i;
}

/* Twice the elements of the array are as many as the interface promises to fold. */
static void fold_bad(void *argument, uint64_t task)
{
    const struct cuts *const cuts = argument;
    const struct segments *const segments = cuts->segments;
    const uint64_t most = segments->count;
    uint64_t left = 2 * most;
    (void)task;
    for (uint64_t s = 0; s < segments->segments; ++s) {
        const uint64_t begin = segments->offsets[s], end = segments->offsets[s + 1];
        const bool bad = begin > end || end > most || end - begin > left;
        const uint64_t count = bad ? 0 : end - begin;
        struct cut cut = cut_of(cuts, s, count);
        left -= count;
        fold_here(cuts, &cut);
    }
}

static uint64_t count_of_one(wrow_context *context, const struct segments *segments)
{
    if (!segments->count_device)
        return length_of(segments, 0);
    const uint64_t count = *segments->count_device, most = segments->count;
    if (count > most)
        record_on_host(context->record, WROW_E_ORDER, DATA_LENGTH, most, count);
    return count > most ? 0 : count;
}

void wrow_fold_cuts(wrow_context *context, const struct segments *segments,
                    const struct cut_folds *folds, const void *job, void *scratch)
{
    struct cuts cuts = {.segments = segments,
                        .folds = folds,
                        .job = job,
                        .scratch = scratch,
                        .bytes = wrow_type_size(segments->type)};
    if (!are_good(&cuts, context->pool)) {
        const uint64_t bad = first_bad(segments);
        record_on_host(context->record, WROW_E_ORDER, DATA_OFFSET, bad,
                       segments->offsets[bad]);
        wrow_run_tasks(context->pool, 1, fold_bad, &cuts);
    } else if (segments->segments == 1) {
        const struct cut cut = cut_of(&cuts, 0, count_of_one(context, segments));
        wrow_fold_cut(context->pool, folds, job, &cut);
    } else {
        fold_good(&cuts, context->pool);
    }
}
