/*
 * jobs_cpu.h -- the three kinds of fold: by a rule, of extremes with their indices, of
 * all that a describe tells. Each file has one, for its own call with one array and for
 * the calls with many segments.
 */
#ifndef WROW_REDUCE_JOBS_CPU_H
#define WROW_REDUCE_JOBS_CPU_H

#include "reduce/arg_rule.h"
#include "reduce/cuts_cpu.h"
#include "reduce/rule_cpu.h"

/* reduce_cpu.c. A result is a word, and behind all words of a segment the number of NaNs
 * that were left out, if the rule counts. */
struct rule_job {
    struct rule_plan fold, nans;
    char *out;
};
extern const struct cut_folds wrow_rule_cuts;
struct rule_job wrow_rule_job(const struct reduce_rule *rule, wrow_type type, void *out);

/* Stores the result of a segment. */
void wrow_rule_store(const struct rule_job *job, uint64_t index, uint64_t word,
                     uint64_t count, uint64_t nans);

/* arg_cpu.c. A result is the key of min, and behind all those that of max. */
struct arg_job {
    struct arg_side_cpu {
        fold_elements *fold; /* NULL: not wanted */
        struct arg_rule rule;
        uint64_t identity;
        wrow_extreme *out;
    } sides[2];
    uint64_t bytes; /* of an element */
};
extern const struct cut_folds wrow_arg_cuts;
struct arg_job wrow_arg_job(wrow_type type, wrow_extreme *min, wrow_extreme *max);

/* describe_cpu.c. A result is a state. */
struct describe_job {
    fold_chunk *fold;
    struct describe_rule rule; /* its count is that of the segment */
    struct arg_rule keys;      /* of min, which ascend */
    uint32_t bytes;            /* of an element */
    wrow_summary *out;
};
extern const struct cut_folds wrow_describe_cuts;
struct describe_job wrow_describe_job(wrow_type type, int skip_nan, wrow_summary *out);

#endif
