/* describe_job.h -- what the host tells a describe kernel; passed by value. */
#ifndef WROW_DESCRIBE_JOB_H
#define WROW_DESCRIBE_JOB_H

#include "reduce/describe_state.h"
#include "reduce/reduce_job.h"

/* What runs and partials hand on. */
struct describe_moments {
    uint64_t n;
    double sum, deviations;
};

struct describe_job {
    struct strip_source source;
    reduce_shape shape;
    uint32_t tile_runs; /* policy: runs a block folds at a time, fan .. 32 */
    uint32_t reserved;
    struct describe_moments *partials; /* scratch; NULL: one tile is all */
    struct describe_state *extremes;   /* scratch, one a block; moments empty */
    struct state_area *state;
    struct device_record *record;
    wrow_summary *out;
    struct describe_rule rule;
};

#endif
