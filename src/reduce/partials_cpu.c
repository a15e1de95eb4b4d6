/* partials_cpu.c -- see partials_cpu.h. Which thread folds which partial is nobody's
 * business: the bits are those of docs/order.md. */
#include "reduce/partials_cpu.h"
#include <fenv.h>

struct tasks {
    void (*task)(void *argument, uint64_t index);
    void *argument;
};

static void run(void *argument, uint64_t index)
{
    const struct tasks *const tasks = argument;
    fenv_t callers;
    fegetenv(&callers);
    fesetenv(FE_DFL_ENV);
    tasks->task(tasks->argument, index);
    fesetenv(&callers);
}

void wrow_run_tasks(struct pool *pool, uint64_t tasks,
                    void (*task)(void *argument, uint64_t index), void *argument)
{
    struct tasks all = {task, argument};
    if (tasks == 1)
        run(&all, 0);
    else
        wrow_pool_run(pool, tasks, run, &all);
}

struct partials {
    fold_partials *fold;
    const void *job;
    uint64_t partials; /* of the call */
    uint64_t each;     /* of a task */
};

static void fold_some(void *argument, uint64_t index)
{
    const struct partials *const all = argument;
    const uint64_t first = index * all->each, left = all->partials - first;
    all->fold(all->job, first, first + (left < all->each ? left : all->each));
}

void wrow_fold_partials(struct pool *pool, const reduce_shape *shape, fold_partials *fold,
                        const void *job)
{
    const uint64_t partial_bytes = shape->fan * shape->run_rows * REDUCE_ROW_BYTES;
    struct partials all = {fold, job, shape->partials, 1};
    if (shape->rows * REDUCE_ROW_BYTES < WROW_POOL_BYTES)
        all.each = shape->partials ? shape->partials : 1;
    else if (partial_bytes < WROW_TASK_BYTES)
        all.each = WROW_TASK_BYTES / partial_bytes;
    wrow_run_tasks(pool, reduce_ceil_div(shape->partials, all.each), fold_some, &all);
}
