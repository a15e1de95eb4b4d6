/*
 * columns_cpu.c -- see columns_cpu.h. A unit of work is one run of each of some columns
 * side by side, so that memory is read a few hundred consecutive bytes at a time. The
 * accumulators of so many columns would not fit the L1 cache; so rows are visited
 * in the order in which the halving trees want them, depth first, and what waits for its
 * right side is one vector for each level. A matrix of few columns is gathered column by
 * column, from lines that the first of them brings into the cache.
 */
#include "reduce/columns_cpu.h"
#include "reduce/partials_cpu.h"

enum {
    WIDTH = 256, /* columns of a unit */
    NARROW = 16, /* fewer are gathered */
    LANE_BITS = 5,
    LEVELS = LANE_BITS + 4 + 1, /* up to 16 positions, and the one that is folded */
    CHUNK_BYTES = REDUCE_CHUNK_ROWS * REDUCE_ROW_BYTES
};
_Static_assert(1 << LANE_BITS == REDUCE_LANES, "lanes of a row");

struct columns {
    const struct segments *segments;
    const struct rule_job *job;
    reduce_shape shape;          /* of a column */
    uint64_t run, runs;          /* elements of one; how many, at least 1 */
    uint64_t blocks;             /* of `width` columns, the last of less */
    uint64_t width, each, units; /* units of a task, and in all */
    uint64_t *scratch;           /* words of [run][column], then NaNs */
};

/* One run of some columns. */
struct block {
    const struct rule_plan *plan;
    const char *in;
    uint64_t count; /* of a column's elements */
    size_t pitch;   /* bytes */
    uint32_t width, levels;
};

/* -------------------------------------------------------------- wide matrices */

/* accumulators = every step-th row from the first on. */
static void fold_rows(const struct block *block, void *accumulators, uint64_t first,
                      uint64_t step)
{
    const struct rule_plan *const plan = block->plan;
    uint64_t loaded[WIDTH];
    if (plan->columns && block->count != 0) {
        plan->columns(accumulators, block->in + first * block->pitch,
                      step * (block->pitch / plan->bytes),
                      reduce_ceil_div(block->count - first, step), block->width);
        return;
    }
    wrow_rule_fill(plan, accumulators, block->width);
    for (uint64_t i = first; i < block->count; i += step) {
        const void *x = block->in + i * block->pitch;
        if (plan->load) {
            plan->load(loaded, x, block->width);
            x = loaded;
        }
        plan->fold(&plan->rule, accumulators, block->width, x, block->width);
    }
}

/* v = the halving trees over the accumulators j, j + bit of this level, ...: what was
 * folded last, lanes and then positions, comes first. */
static void fold_level(const struct block *block, uint32_t level, uint64_t j, char *v)
{
    const struct rule_plan *const plan = block->plan;
    if (level == block->levels) {
        fold_rows(block, v, j, plan->row);
        return;
    }
    const uint64_t bit = level < LANE_BITS ? (uint64_t)plan->positions << level
                                           : (uint64_t)1 << (level - LANE_BITS);
    fold_level(block, level + 1, j, v);
    if ((j | bit) < block->count) {
        char *const right = v + block->width * plan->word_bytes;
        fold_level(block, level + 1, j | bit, right);
        plan->join(v, right, block->width);
    }
}

static void fold_wide(const struct block *block, void *words)
{
    uint64_t v[LEVELS * WIDTH];
    if (block->plan->close)
        fold_level(block, 0, 0, (char *)v);
    else
        fold_rows(block, v, 0, 1);
    memcpy(words, v, block->width * block->plan->word_bytes);
}

/* ------------------------------------------------------------ narrow matrices */

#define GATHER(name, element)                                                            \
    static void name(void *out, const char *in, uint64_t count, size_t pitch)            \
    {                                                                                    \
        for (uint64_t i = 0; i < count; ++i)                                             \
            memcpy((element *)out + i, in + i * pitch, sizeof(element));                 \
    }

GATHER(gather_1, uint8_t)
GATHER(gather_2, uint16_t)
GATHER(gather_4, uint32_t)
GATHER(gather_8, uint64_t)

static uint64_t fold_column(const struct block *block, size_t at)
{
    static void (*const gathers[])(void *, const char *, uint64_t, size_t) = {
        [1] = gather_1, [2] = gather_2, [4] = gather_4, [8] = gather_8};
    const struct rule_plan *const plan = block->plan;
    const uint64_t most = CHUNK_BYTES / plan->bytes;
    uint64_t elements[CHUNK_BYTES / sizeof(uint64_t)];
    union rule_state state;
    const uint32_t width = wrow_rule_begin(plan, &state, block->count);
    for (uint64_t i = 0; i < block->count; i += most) {
        const uint64_t left = block->count - i, count = left < most ? left : most;
        gathers[plan->bytes](elements, block->in + at + i * block->pitch, count,
                             block->pitch);
        wrow_rule_step(plan, &state, width, elements, count);
    }
    return wrow_rule_end(plan, &state, width);
}

/* ---------------------------------------------------------------------- units */

static uint32_t width_of(const struct columns *all, uint64_t first)
{
    const uint64_t left = all->segments->segments - first;
    return (uint32_t)(left < all->width ? left : all->width);
}

static void fold_unit(const struct columns *all, const struct rule_plan *plan,
                      uint64_t run, uint64_t first, void *words)
{
    const uint64_t row = run * all->run, left = all->shape.count - row;
    struct block block = {.plan = plan,
                          .in = all->segments->in,
                          .count = left < all->run ? left : all->run,
                          .pitch = all->segments->step * plan->bytes,
                          .width = width_of(all, first),
                          .levels = LANE_BITS + (uint32_t)__builtin_ctz(plan->positions)};
    if (block.count != 0) /* else there may be no matrix */
        block.in += row * block.pitch + first * plan->bytes;
    if (all->segments->segments >= NARROW)
        fold_wide(&block, words);
    else
        for (uint32_t c = 0; c < block.width; ++c)
            rule_put_word(plan, words, c, fold_column(&block, c * plan->bytes));
}

static void store(const struct columns *all, uint64_t first, const void *words,
                  const uint64_t *nans)
{
    const uint32_t width = width_of(all, first);
    for (uint32_t c = 0; c < width; ++c)
        wrow_rule_store(all->job, first + c, rule_word_at(&all->job->fold, words, c),
                        all->shape.count, nans ? nans[c] : 0);
}

/* Where a run's words and NaNs are kept, from a column on. */
static void *words_at(const struct columns *all, uint64_t run, uint64_t first)
{
    const uint64_t i = run * all->segments->segments + first;
    return (char *)all->scratch + i * all->job->fold.word_bytes;
}

static uint64_t *nans_at(const struct columns *all, uint64_t run, uint64_t first)
{
    return all->scratch + (all->runs + run) * all->segments->segments + first;
}

static void fold_task(void *argument, uint64_t task)
{
    const struct columns *const all = argument;
    const bool counts = rule_counts(&all->job->fold.rule), alone = all->runs == 1;
    const uint64_t end = (task + 1) * all->each;
    uint64_t here[2][WIDTH];
    for (uint64_t u = task * all->each; u < end && u < all->units; ++u) {
        const uint64_t run = u / all->blocks, first = u % all->blocks * all->width;
        void *const words = alone ? here[0] : words_at(all, run, first);
        uint64_t *const nans = alone ? here[1] : nans_at(all, run, first);
        fold_unit(all, &all->job->fold, run, first, words);
        if (counts)
            fold_unit(all, &all->job->nans, run, first, nans);
        if (alone)
            store(all, first, words, counts ? nans : NULL);
    }
}

/* ------------------------------------------------------------- trees over runs */

/* Halving tree over `count` vectors, `step` bytes apart, into the first. */
static void join_tree(const struct rule_plan *plan, char *words, size_t step,
                      uint64_t count, uint32_t width)
{
    for (uint64_t half = REDUCE_PARTIALS_MAX / 2; half != 0; half /= 2) {
        for (uint64_t i = 0; i + half < count; ++i)
            plan->join(words + i * step, words + (i + half) * step, width);
        count = count < half ? count : half;
    }
}

static void join_runs(const struct columns *all, const struct rule_plan *plan,
                      char *words, uint32_t width)
{
    const uint64_t step = all->segments->segments * plan->word_bytes,
                   fan = all->shape.fan;
    for (uint64_t run = 0, left; run < all->runs; run += fan) {
        left = all->runs - run;
        join_tree(plan, words + run * step, step, left < fan ? left : fan, width);
    }
    join_tree(plan, words, fan * step, all->shape.partials, width);
}

static void join_task(void *argument, uint64_t block)
{
    const struct columns *const all = argument;
    const bool counts = rule_counts(&all->job->fold.rule);
    const uint64_t first = block * all->width;
    const uint32_t width = width_of(all, first);
    void *const words = words_at(all, 0, first), *const nans = nans_at(all, 0, first);
    join_runs(all, &all->job->fold, words, width);
    if (counts)
        join_runs(all, &all->job->nans, nans, width);
    store(all, first, words, counts ? nans : NULL);
}

void wrow_fold_columns(wrow_context *context, const struct segments *segments,
                       const struct rule_job *job, void *scratch)
{
    const uint64_t columns = segments->segments, blocks = reduce_ceil_div(columns, WIDTH);
    struct columns all = {.segments = segments,
                          .job = job,
                          .shape = reduce_shape_of(segments->length, job->fold.bytes),
                          .width = reduce_ceil_div(columns, blocks),
                          .scratch = scratch};
    all.blocks = reduce_ceil_div(columns, all.width);
    all.run = all.shape.run_rows * job->fold.row;
    all.runs = all.shape.runs ? all.shape.runs : 1;
    all.units = all.blocks * all.runs;
    all.each = all.units;
    const uint64_t bytes = columns * (segments->length + 1) * job->fold.bytes;
    if (bytes >= WROW_POOL_BYTES)
        all.each = reduce_ceil_div(WROW_TASK_BYTES, bytes / all.units + 1);
    wrow_run_tasks(context->pool, reduce_ceil_div(all.units, all.each), fold_task, &all);
    if (all.runs > 1)
        wrow_run_tasks(context->pool, all.blocks, join_task, &all);
}
