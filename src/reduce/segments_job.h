/* segments_job.h -- what the host tells the kernels of many reductions; passed by
 * value. */
#ifndef WROW_REDUCE_SEGMENTS_JOB_H
#define WROW_REDUCE_SEGMENTS_JOB_H

#include "core/record.h"
#include "core/state_area.h"
#include "reduce/arg_rule.h"
#include "reduce/segments_impl.h"

struct segments_job {
    struct segments segments;
    const unsigned char *low, *high; /* whole aligned 16 bytes of the array lie here */
    struct long_segment *list;       /* scratch; NULL: no segment is longer than a run */
    uint64_t list_most;              /* entries */
    uint64_t units_most;             /* units, each with words in the scratch */
    uint64_t *words;
    struct state_area *state;
    struct device_record *record;
    struct reduce_rule rule;
    struct arg_rule arg[2]; /* one side, or min and max */
    uint64_t identity[2];   /* keys of nothing */
    wrow_extreme *extremes[2];
    void *out; /* wrow_summary, or elements of rule.finish's type */
    struct describe_rule describe;
};

#endif
