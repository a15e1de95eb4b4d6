/* describe_merge_cpu.c -- wrow_describe_merge on the CPU, in the order of docs/order.md:
 * threads merge the parts of neighbour lanes, the caller merges the lanes. */
#include "reduce/describe_merge_impl.h"
#include "reduce/partials_cpu.h"

enum {
    TASK_LANES = 32,  /* so many parts lie side by side, some 3 KB */
    POOL_PARTS = 4096 /* fewer than this are not worth waking a thread for */
};

struct merge_job {
    const struct describe_merge_call *call;
    uint64_t each; /* lanes of a task */
    struct merged_parts lanes[MERGE_LANES];
};

/* A row of parts at a time, so that memory is read in stretches. */
static void merge_some(void *argument, uint64_t task)
{
    struct merge_job *const job = argument;
    const struct describe_merge_call *const call = job->call;
    struct merged_parts *const lanes = &job->lanes[task * job->each];
    for (uint64_t lane = 0; lane < job->each; ++lane)
        lanes[lane] = merged_nothing();
    for (uint64_t row = task * job->each; row < call->count; row += MERGE_LANES)
        for (uint64_t lane = 0; lane < job->each && row + lane < call->count; ++lane)
            merge_part(&lanes[lane], &call->wide, &call->parts[row + lane], row + lane);
}

static void finish(void *argument, uint64_t task)
{
    struct merge_job *const job = argument;
    const struct describe_merge_call *const call = job->call;
    struct merged_parts *const lanes = job->lanes;
    struct merge_offsets offsets = {0, 0, 0};
    (void)task;
    for (uint32_t half = MERGE_LANES / 2; half != 0; half /= 2)
        for (uint32_t lane = 0; lane < half; ++lane)
            merge_parts(&lanes[lane], &lanes[lane + half]);
    for (uint64_t number = 0; number < call->count; ++number)
        merge_offset(&offsets, &lanes[0].state, call->parts[number].count, number);
    *call->out = merge_finish(call, &lanes[0], &offsets);
}

wrow_status wrow_describe_merge_cpu(wrow_context *context,
                                    const struct describe_merge_call *call)
{
    struct merge_job job;
    job.call = call;
    job.each = call->count < POOL_PARTS ? MERGE_LANES : TASK_LANES;
    wrow_run_tasks(context->pool, MERGE_LANES / job.each, merge_some, &job);
    wrow_run_tasks(context->pool, 1, finish, &job);
    return WROW_OK;
}
