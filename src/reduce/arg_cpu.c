/*
 * arg_cpu.c -- wrow_arg_reduce on the CPU: threads fold the keys of whole partials with
 * the loops of wrow_reduce. The first partial that holds the winning key holds the
 * first such element, so only that one is searched.
 */
#include "reduce/arg_impl.h"
#include "reduce/find_cpu.h"
#include "reduce/jobs_cpu.h"

enum { PIECE_BYTES = 16 * 1024 }; /* min and max both read it while it is in the cache */

struct arg_job wrow_arg_job(wrow_type type, wrow_extreme *min, wrow_extreme *max)
{
    static const wrow_operation operations[] = {WROW_MIN, WROW_MAX};
    wrow_extreme *const outs[] = {min, max};
    struct arg_job job = {.bytes = wrow_type_size(type)};
    for (int k = 0; k < 2; ++k) {
        struct arg_side_cpu *const side = &job.sides[k];
        side->rule = arg_rule_of(operations[k], type, 1);
        side->identity = reduce_identity_word(operations[k], type);
        side->out = outs[k];
        if (outs[k])
            side->fold = wrow_folds()->reduce[operations[k]][type].elements;
    }
    return job;
}

/* Elements of a partial. */
static uint64_t partial_of(const struct arg_job *job, const reduce_shape *shape)
{
    return shape->run_rows * shape->fan * (REDUCE_ROW_BYTES / job->bytes);
}

static void fold_partial(const struct arg_job *job, const struct cut *cut,
                         uint64_t partial)
{
    const uint64_t most = partial_of(job, &cut->shape), first = partial * most;
    const uint64_t left = cut->shape.count - first;
    const uint64_t end = first + (left < most ? left : most);
    const uint64_t piece = PIECE_BYTES / job->bytes;
    uint64_t *const keys = cut->results;
    union fold_state states[2];
    for (int k = 0; k < 2; ++k)
        states[k].word = job->sides[k].identity;
    for (uint64_t i = first; i < end; i += piece)
        for (int k = 0; k < 2; ++k)
            if (job->sides[k].fold)
                job->sides[k].fold(&states[k], (const char *)cut->in + i * job->bytes,
                                   end - i < piece ? end - i : piece);
    for (int k = 0; k < 2; ++k)
        keys[(size_t)k * cut->shape.partials + partial] = states[k].word;
}

static void fold(const void *job, const struct cut *cut, uint64_t first, uint64_t end)
{
    for (uint64_t partial = first; partial < end; ++partial)
        fold_partial(job, cut, partial);
}

static wrow_extreme find(const struct arg_job *job, const struct cut *cut, int k)
{
    const struct arg_side_cpu *const side = &job->sides[k];
    const uint64_t partials = cut->shape.partials, count = cut->shape.count;
    const uint64_t *const keys = (const uint64_t *)cut->results + (size_t)k * partials;
    uint64_t best = 0;
    if (count == 0)
        return arg_finish(&side->rule, side->identity, DESCRIBE_NO_INDEX);
    for (uint64_t p = 1; p < partials; ++p)
        if (keys[p] < keys[best])
            best = p;
    return arg_finish(&side->rule, keys[best],
                      wrow_find_key(&side->rule, cut->in,
                                    best * partial_of(job, &cut->shape), count,
                                    keys[best]));
}

static void finish(const void *argument, const struct cut *cut)
{
    const struct arg_job *const job = argument;
    for (int k = 0; k < 2; ++k)
        if (job->sides[k].out)
            job->sides[k].out[cut->index] = find(job, cut, k);
}

const struct cut_folds wrow_arg_cuts = {2 * sizeof(uint64_t), fold, finish};

wrow_status wrow_arg_cpu(wrow_context *context, const struct arg_call *call)
{
    const struct arg_job job = wrow_arg_job(call->type, call->min, call->max);
    struct cut cut = {.in = call->in, .shape = call->shape};
    WROW_TRY(wrow_scratch(context, wrow_arg_scratch(&call->shape), &cut.results));
    wrow_fold_cut(context->pool, &wrow_arg_cuts, &job, &cut);
    return WROW_OK;
}
