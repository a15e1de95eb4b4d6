/* arg_job.h -- what the host tells an arg kernel; passed by value. */
#ifndef WROW_REDUCE_ARG_JOB_H
#define WROW_REDUCE_ARG_JOB_H

#include "reduce/arg_rule.h"
#include "reduce/reduce_job.h"

/* A key, and the first row of the chunk that it was seen in. */
struct arg_seen {
    uint64_t key, row;
};

/* One extreme: min or max. fold is what the folds of keys read of a reduce_job. */
struct arg_side {
    struct reduce_job fold;
    struct arg_rule rule;
    struct wrow_extreme *out;
};

struct arg_job {
    struct strip_source source;
    reduce_shape shape;
    struct arg_seen *seen; /* scratch: [side][block] */
    struct state_area *state;
    struct device_record *record;
    struct arg_side side[2];
    uint32_t alone; /* one block is all: no scratch, no state */
    uint32_t reserved;
};

#endif
