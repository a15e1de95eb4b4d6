/* segments_options.h -- the command line of bench_segments, and the cases it asks for. */
#ifndef BENCH_SEGMENTS_OPTIONS_H
#define BENCH_SEGMENTS_OPTIONS_H

#include "segments_case.h"

#if defined(__cplusplus)
extern "C" {
#endif

enum { SEGMENTS_CASES_MAX = 2000 };

/* Bits of `operations`. */
enum { SEGMENTS_SUM = 1, SEGMENTS_MIN = 2, SEGMENTS_MAX = 4, SEGMENTS_SUM_WIDE = 8 };

typedef struct segments_options {
    const char *rows;    /* texts, parted by commas, that names contain; NULL: all */
    unsigned types;      /* 1 << wrow_type; 0: those of each family */
    unsigned operations; /* SEGMENTS_... */
    uint64_t count;      /* elements */
    uint64_t segments[16];
    int segments_count;
    int list, ours, cub;
    int samples;
    int patience; /* seconds for one case, before the process ends; 0: for ever */
    int device;
    double cap;     /* seconds of a contender's samples in a case */
    double seconds; /* start no case after; 0: never */
    const char *csv;
    const char *commit;
} segments_options;

/* 0; or -1 after a message to stderr; or 1 if only the help was wanted. */
int segments_options_read(segments_options *options, int argc, char **argv);

/* Fills `cases`; how many there are. */
int segments_cases(const segments_options *options, segments_case *cases);

/* "segments/uniform/1e6/f32/sum" */
void segments_case_name(const segments_case *of, char *text, size_t text_bytes);

#if defined(__cplusplus)
}
#endif

#endif
