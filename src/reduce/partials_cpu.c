/* partials_cpu.c -- see partials_cpu.h. Which thread folds which partial is nobody's
 * business: the bits are those of docs/order.md. */
#include "reduce/partials_cpu.h"
#include <fenv.h>

enum {
    TASK_BYTES = 128 * 1024,  /* less than this is not worth taking a ticket */
    POOL_BYTES = 1024 * 1024, /* nor this waking a thread, some 50 us */
};

struct task {
    fold_partials *fold;
    const void *job;
    uint64_t partials; /* of the call */
    uint64_t each;     /* of a task */
};

static void run(void *argument, uint64_t index)
{
    const struct task *const task = argument;
    const uint64_t first = index * task->each;
    const uint64_t left = task->partials - first;
    fenv_t callers;
    fegetenv(&callers);
    fesetenv(FE_DFL_ENV);
    task->fold(task->job, first, first + (left < task->each ? left : task->each));
    fesetenv(&callers);
}

void wrow_fold_partials(struct pool *pool, const reduce_shape *shape, fold_partials *fold,
                        const void *job)
{
    const uint64_t partial_bytes = shape->fan * shape->run_rows * REDUCE_ROW_BYTES;
    struct task task = {fold, job, shape->partials, 1};
    if (shape->rows * REDUCE_ROW_BYTES < POOL_BYTES) {
        task.each = shape->partials;
        run(&task, 0);
        return;
    }
    if (partial_bytes < TASK_BYTES)
        task.each = TASK_BYTES / partial_bytes;
    wrow_pool_run(pool, reduce_ceil_div(shape->partials, task.each), run, &task);
}
