/* segments_call.h -- a contender's call of bench_segments. */
#ifndef BENCH_SEGMENTS_CALL_H
#define BENCH_SEGMENTS_CALL_H

#include "segments_case.h"

typedef struct segments_call {
    reduce_board *board;
    const segments_case *of;
    const uint64_t *offsets; /* NULL: the case has none */
    void *out;
    size_t bytes; /* of the input */
    cub_segments_function cub;
    int read_variant;
} segments_call;

/* As `queue` of gpu_contender. */
int segments_queue_ours(void *argument, const void *in);
int segments_queue_cub(void *argument, const void *in);
int segments_queue_read(void *argument, const void *in);

/* NULL: CUB has nothing for this case. */
cub_segments_function segments_find_cub(const segments_case *of);

/* Some segments' outputs, which are in call->out, must have the very bits that the call
 * for one array gives. 0; or -1 and a sentence. */
int segments_slices_differ(const segments_call *call, const void *in, char *text,
                           size_t text_bytes);

segments_problem segments_problem_of(const segments_call *call, const void *in);

/* One plain call into memory that holds something else. 0; or -1 after a message; wrong
 * outputs of CUB are a note and 0. */
int segments_check_call(const gpu_contender *contender, const segments_problem *problem,
                        const segment_answer *answers);

/* What the last replay left must be right as well, and nothing have been recorded. */
int segments_check_replay(const segments_call *call, const segments_problem *problem,
                          const segment_answer *answers);

#endif
