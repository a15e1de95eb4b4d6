/*
 * describe_cpu.c -- wrow_describe on the CPU, in the order of docs/order.md:
 * threads make states of whole partials, the caller merges those.
 *
 * Until the very end an index is that of the chunk the value was found in: the
 * first such chunk is enough, and only the winner's is searched.
 */
#include "reduce/find_cpu.h"
#include "reduce/partials_cpu.h"
#include "reduce/reduce_fold_cpu.h"
#include "reduce/reduce_impl.h"
#include <fenv.h>

struct describe_job {
    const struct describe_call *call;
    fold_chunk *fold;
    uint64_t chunk, run, partial;  /* elements of each */
    uint32_t bytes;                /* of an element */
    struct describe_state *states; /* one for each partial */
};

/* Halving tree; a missing right side is an empty one and gives way. */
static void merge_tree(struct describe_state *states, uint32_t count)
{
    for (uint32_t half = REDUCE_PARTIALS_MAX / 2; half != 0; half /= 2) {
        for (uint32_t i = 0; i + half < count; ++i)
            describe_merge(&states[i], &states[i + half]);
        count = count < half ? count : half;
    }
}

static struct describe_state describe_run(const struct describe_job *job, uint64_t first,
                                          uint64_t end)
{
    struct describe_state run = describe_nothing();
    for (uint64_t i = first; i < end; i += job->chunk) {
        const uint64_t count = end - i < job->chunk ? end - i : job->chunk;
        const struct describe_state chunk =
            job->fold((const char *)job->call->in + i * job->bytes, (uint32_t)count, i);
        describe_merge(&run, &chunk);
    }
    return run;
}

static struct describe_state describe_partial(const struct describe_job *job,
                                              uint64_t partial)
{
    const uint64_t all = job->call->shape.count;
    const uint64_t first = partial * job->partial;
    const uint64_t end = all - first < job->partial ? all : first + job->partial;
    struct describe_state states[REDUCE_FAN_MAX];
    uint32_t runs = 0;
    for (uint64_t i = first; i < end; i += job->run)
        states[runs++] = describe_run(job, i, end - i < job->run ? end : i + job->run);
    merge_tree(states, runs);
    return states[0];
}

static void describe_range(const void *argument, uint64_t first, uint64_t end)
{
    const struct describe_job *const job = argument;
    for (uint64_t partial = first; partial < end; ++partial)
        job->states[partial] = describe_partial(job, partial);
}

/* First index of the key (0: of a NaN) in or behind the chunk at `index`. */
static uint64_t find(const struct describe_job *job, uint64_t index, uint64_t key)
{
    const struct describe_call *const call = job->call;
    return wrow_find_key(call->in, call->type, index, call->shape.count, WROW_MIN, key);
}

static void finish(const struct describe_job *job)
{
    const struct describe_call *call = job->call;
    const struct describe_rule rule =
        describe_rule_of(call->type, call->shape.count, call->skip_nan);
    struct describe_state *state = &job->states[0];
    fenv_t callers;
    fegetenv(&callers);
    fesetenv(FE_DFL_ENV);
    merge_tree(job->states, call->shape.partials);
    state->nan_index = find(job, state->nan_index, 0);
    state->min_index = find(job, state->min_index, state->min_key);
    state->max_index = find(job, state->max_index, state->max_key);
    *call->out = describe_finish(&rule, state);
    fesetenv(&callers);
}

wrow_status wrow_describe_cpu(wrow_context *context, const struct describe_call *call)
{
    const reduce_shape *shape = &call->shape;
    const uint32_t bytes = reduce_format_of(call->type).width / 8;
    const uint64_t row = REDUCE_ROW_BYTES / bytes;
    struct describe_job job = {
        .call = call,
        .fold = wrow_folds()->describe[call->type],
        .chunk = REDUCE_CHUNK_ROWS * row,
        .run = shape->run_rows * row,
        .partial = shape->fan * shape->run_rows * row,
        .bytes = bytes,
    };
    void *scratch;
    WROW_TRY(wrow_scratch(context, wrow_describe_scratch(shape), &scratch));
    job.states = scratch;
    wrow_fold_partials(context->pool, shape, describe_range, &job);
    finish(&job);
    return WROW_OK;
}
