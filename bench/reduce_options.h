/* reduce_options.h -- the command line of bench_reduce. */
#ifndef BENCH_REDUCE_OPTIONS_H
#define BENCH_REDUCE_OPTIONS_H

#include <stdint.h>
#include <windrow/windrow.h>

#if defined(__cplusplus)
extern "C" {
#endif

/* Bits of `operations` beside 1 << wrow_operation. */
enum {
    RUN_SUM_WIDE = 1 << 20,
    RUN_DESCRIBE = 1 << 21,
    RUN_ARGMIN = 1 << 22,
    RUN_ARGMAX = 1 << 23,
    RUN_ARGBOTH = 1 << 24,
    RUN_ARG = RUN_ARGMIN | RUN_ARGMAX | RUN_ARGBOTH
};

typedef struct reduce_options {
    unsigned types;      /* 1 << wrow_type */
    unsigned operations; /* 1 << wrow_operation, RUN_... */
    unsigned extras;     /* RUN_..., beside them, whatever --ops says */
    uint64_t counts[64]; /* elements, ascending as given */
    int count_count;
    int aligned, misaligned;
    int samples;
    int rows; /* of the last table */
    int device;
    double seconds; /* stop after; 0: never */
    const char *csv;
    const char *commit;
} reduce_options;

/* 0; or -1 after a message to stderr; or 1 if only the help was wanted. */
int reduce_options_read(reduce_options *options, int argc, char **argv);

#if defined(__cplusplus)
}
#endif

#endif
