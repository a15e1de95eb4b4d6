/*
 * describe_cpu.c -- wrow_describe on the CPU, in the order of docs/order.md:
 * threads make states of whole partials, the caller merges those.
 *
 * Until the very end an index is that of the chunk the value was found in: the
 * first such chunk is enough, and only the winner's is searched.
 */
#include "reduce/find_cpu.h"
#include "reduce/jobs_cpu.h"
#include "reduce/reduce_impl.h"

struct describe_job wrow_describe_job(wrow_type type, int skip_nan, wrow_summary *out)
{
    return (struct describe_job){.fold = wrow_folds()->describe[type],
                                 .rule = describe_rule_of(type, 0, skip_nan),
                                 .keys = arg_rule_of(WROW_MIN, type, 1),
                                 .bytes = (uint32_t)wrow_type_size(type),
                                 .out = out};
}

/* Halving tree; a missing right side is an empty one and gives way. */
static void merge_tree(struct describe_state *states, uint32_t count)
{
    uint32_t half = REDUCE_PARTIALS_MAX / 2;
    while (half >= count && half != 0)
        half /= 2;
    for (; half != 0; half /= 2) {
        for (uint32_t i = 0; i + half < count; ++i)
            describe_merge(&states[i], &states[i + half]);
        count = count < half ? count : half;
    }
}

static struct describe_state describe_run(const struct describe_job *job,
                                          const struct cut *cut, uint64_t first,
                                          uint64_t end)
{
    const uint64_t most = REDUCE_CHUNK_ROWS * REDUCE_ROW_BYTES / job->bytes;
    struct describe_state run = describe_nothing();
    for (uint64_t i = first; i < end; i += most) {
        const uint64_t count = end - i < most ? end - i : most;
        const struct describe_state chunk =
            job->fold((const char *)cut->in + i * job->bytes, (uint32_t)count, i);
        describe_merge(&run, &chunk);
    }
    return run;
}

static struct describe_state describe_partial(const struct describe_job *job,
                                              const struct cut *cut, uint64_t partial)
{
    const uint64_t run = cut->shape.run_rows * (REDUCE_ROW_BYTES / job->bytes);
    const uint64_t most = cut->shape.fan * run, first = partial * most;
    const uint64_t left = cut->shape.count - first;
    const uint64_t end = first + (left < most ? left : most);
    struct describe_state states[REDUCE_FAN_MAX];
    uint32_t runs = 0;
    for (uint64_t i = first; i < end; i += run)
        states[runs++] = describe_run(job, cut, i, end - i < run ? end : i + run);
    merge_tree(states, runs);
    return states[0];
}

static void fold(const void *job, const struct cut *cut, uint64_t first, uint64_t end)
{
    struct describe_state *const states = cut->results;
    for (uint64_t partial = first; partial < end; ++partial)
        states[partial] = describe_partial(job, cut, partial);
}

/* First index of the key (0: of a NaN) in or behind the chunk at `index`. */
static uint64_t find(const struct describe_job *job, const struct cut *cut,
                     uint64_t index, uint64_t key)
{
    return wrow_find_key(&job->keys, cut->in, index, cut->shape.count, key);
}

static void finish(const void *argument, const struct cut *cut)
{
    const struct describe_job *const job = argument;
    struct describe_state *const states = cut->results;
    struct describe_state state = describe_nothing();
    struct describe_rule rule = job->rule;
    rule.count = cut->shape.count;
    if (rule.count != 0) {
        merge_tree(states, cut->shape.partials);
        state = states[0];
        state.nan_index = find(job, cut, state.nan_index, 0);
        state.min_index = find(job, cut, state.min_index, state.min_key);
        state.max_index = find(job, cut, state.max_index, state.max_key);
    }
    job->out[cut->index] = describe_finish(&rule, &state);
}

const struct cut_folds wrow_describe_cuts = {sizeof(struct describe_state), fold, finish};

wrow_status wrow_describe_cpu(wrow_context *context, const struct describe_call *call)
{
    const struct describe_job job =
        wrow_describe_job(call->type, call->skip_nan, call->out);
    struct cut cut = {.in = call->in, .shape = call->shape};
    WROW_TRY(wrow_scratch(context, wrow_describe_scratch(&call->shape), &cut.results));
    wrow_fold_cut(context->pool, &wrow_describe_cuts, &job, &cut);
    return WROW_OK;
}
