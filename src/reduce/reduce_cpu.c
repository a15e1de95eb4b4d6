/*
 * reduce_cpu.c -- wrow_reduce and the choice of loops on the CPU: threads fold whole
 * partials, the caller folds those. Which thread took which, and how many there were, is
 * forgotten by then, so the bits are those of docs/order.md.
 */
#include "reduce/jobs_cpu.h"
#include "reduce/reduce_impl.h"
#include "reduce/rule_of.h"

const struct fold_table *wrow_folds(void)
{
#if defined(__x86_64__)
    /* Every processor with these has the rest of its level. */
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")) {
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
            __builtin_cpu_supports("avx512vl"))
            return &wrow_folds_v4;
        return &wrow_folds_v3;
    }
#endif
    return &wrow_folds_base;
}

struct rule_job wrow_rule_job(const struct reduce_rule *rule, wrow_type type, void *out)
{
    return (struct rule_job){.fold = wrow_rule_plan(rule, type),
                             .nans = wrow_nan_plan(rule, type),
                             .out = out};
}

void wrow_rule_store(const struct rule_job *job, uint64_t index, uint64_t word,
                     uint64_t count, uint64_t nans)
{
    const struct reduce_rule *const rule = &job->fold.rule;
    const uint32_t width = rule->finish.width;
    reduce_store_bits(job->out + index * (width / 8), width,
                      rule_finish_bits(rule, word, count, count - nans));
}

static void fold(const void *argument, const struct cut *cut, uint64_t first,
                 uint64_t end)
{
    const struct rule_job *const job = argument;
    uint64_t *const words = cut->results;
    uint64_t *const nans = words + cut->shape.partials;
    for (uint64_t p = first; p < end; ++p) {
        words[p] = wrow_rule_partial(&job->fold, cut->in, &cut->shape, p);
        if (rule_counts(&job->fold.rule))
            nans[p] = wrow_rule_partial(&job->nans, cut->in, &cut->shape, p);
    }
}

static void finish(const void *argument, const struct cut *cut)
{
    const struct rule_job *const job = argument;
    const uint32_t partials = cut->shape.partials;
    uint64_t *const words = cut->results;
    uint64_t nans = 0;
    if (partials > 1)
        job->fold.tree(words, partials);
    if (rule_counts(&job->fold.rule))
        for (uint32_t p = 0; p < partials; ++p)
            nans += words[partials + p];
    wrow_rule_store(job, cut->index, partials ? words[0] : job->fold.rule.identity,
                    cut->shape.count, nans);
}

const struct cut_folds wrow_rule_cuts = {2 * sizeof(uint64_t), fold, finish};

wrow_status wrow_reduce_cpu(wrow_context *context, const struct reduce_call *call)
{
    const struct reduce_rule rule =
        wrow_rule_of(call->operation, NULL, call->in_type, call->out_type);
    const struct rule_job job = wrow_rule_job(&rule, call->in_type, call->out);
    struct cut cut = {.in = call->in, .shape = call->shape};
    WROW_TRY(wrow_scratch(context, wrow_reduce_scratch(&call->shape), &cut.results));
    wrow_fold_cut(context->pool, &wrow_rule_cuts, &job, &cut);
    return WROW_OK;
}
