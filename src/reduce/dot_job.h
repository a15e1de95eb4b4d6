/* dot_job.h -- what the host tells a dot kernel; passed by value. */
#ifndef WROW_REDUCE_DOT_JOB_H
#define WROW_REDUCE_DOT_JOB_H

#include "reduce/reduce_job.h"

/* fold is the reduction, and a its input. */
struct dot_job {
    struct reduce_job fold;
    struct strip_source b;     /* its rows are those of a */
    struct strip_words b_fill; /* the products of missing elements change nothing */
    uint32_t a_type;           /* a wrow_type: kernels are by width */
    uint32_t reserved;
};

#endif
