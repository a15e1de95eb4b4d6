/*
 * arg_cpu.c -- wrow_arg_reduce on the CPU: threads fold the keys of whole partials with
 * the loops of wrow_reduce. The first partial that holds the winning key holds the
 * first such element, so only that one is searched.
 */
#include "reduce/arg_impl.h"
#include "reduce/arg_rule.h"
#include "reduce/find_cpu.h"
#include "reduce/partials_cpu.h"
#include "reduce/reduce_fold_cpu.h"

enum { PIECE_BYTES = 16 * 1024 }; /* min and max both read it while it is in the cache */

static const wrow_operation operations[] = {WROW_MIN, WROW_MAX};

struct arg_job {
    const struct arg_call *call;
    fold_elements *fold[2]; /* of operations; NULL: not wanted */
    uint64_t identity[2];
    uint64_t bytes;   /* of an element */
    uint64_t partial; /* elements of one */
    uint64_t *keys[2];
};

static void fold_partial(const struct arg_job *job, uint64_t partial)
{
    const uint64_t first = partial * job->partial, left = job->call->shape.count - first;
    const uint64_t end = first + (left < job->partial ? left : job->partial);
    const uint64_t piece = PIECE_BYTES / job->bytes;
    union fold_state states[2];
    for (int k = 0; k < 2; ++k)
        states[k].word = job->identity[k];
    for (uint64_t i = first; i < end; i += piece)
        for (int k = 0; k < 2; ++k)
            if (job->fold[k])
                job->fold[k](&states[k], (const char *)job->call->in + i * job->bytes,
                             end - i < piece ? end - i : piece);
    for (int k = 0; k < 2; ++k)
        job->keys[k][partial] = states[k].word;
}

static void fold_range(const void *job, uint64_t first, uint64_t end)
{
    for (uint64_t partial = first; partial < end; ++partial)
        fold_partial(job, partial);
}

static wrow_extreme find(const struct arg_job *job, int k)
{
    const struct arg_call *const call = job->call;
    const struct arg_rule rule =
        arg_rule_of(operations[k], call->type, call->shape.count);
    const uint64_t *const keys = job->keys[k];
    uint64_t best = 0;
    for (uint64_t p = 1; p < call->shape.partials; ++p)
        if (keys[p] < keys[best])
            best = p;
    return arg_finish(&rule, keys[best],
                      wrow_find_key(call->in, call->type, best * job->partial,
                                    call->shape.count, operations[k], keys[best]));
}

wrow_status wrow_arg_cpu(wrow_context *context, const struct arg_call *call)
{
    const reduce_shape *const shape = &call->shape;
    wrow_extreme *const outs[] = {call->min, call->max};
    struct arg_job job = {.call = call, .bytes = wrow_type_size(call->type)};
    void *scratch;
    WROW_TRY(wrow_scratch(context, wrow_arg_scratch(shape), &scratch));

    job.partial = shape->run_rows * shape->fan * (REDUCE_ROW_BYTES / job.bytes);
    for (int k = 0; k < 2; ++k) {
        job.keys[k] = (uint64_t *)scratch + (size_t)k * shape->partials;
        job.identity[k] = reduce_identity_word(operations[k], call->type);
        if (outs[k])
            job.fold[k] = wrow_folds()->reduce[operations[k]][call->type].elements;
    }
    wrow_fold_partials(context->pool, shape, fold_range, &job);
    for (int k = 0; k < 2; ++k)
        if (outs[k])
            *outs[k] = find(&job, k);
    return WROW_OK;
}
