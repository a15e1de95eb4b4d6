/*
 * segments_problem.h -- many reductions at once, as data: where the segments lie and
 * what is folded; their answers by a kernel as plain as can be; and whether a
 * contender's outputs are those.
 */
#ifndef BENCH_SEGMENTS_PROBLEM_H
#define BENCH_SEGMENTS_PROBLEM_H

#include <cuda_runtime_api.h>
#include <windrow/windrow.h>

#if defined(__cplusplus)
extern "C" {
#endif

/* What stands in for an element x. */
typedef enum element_form {
    FORM_ITSELF,
    FORM_ABSOLUTE,
    FORM_SQUARE,
    FORM_NEGATIVE, /* 1 if x < 0, else 0 */
    FORM_TIMES     /* x times the element of `other` at the same place */
} element_form;

/* Element i of segment s is at s * stride + i * step; with offsets, at offsets[s] + i.
 * All pointers are to device memory. */
typedef struct segments_problem {
    wrow_type type;
    element_form form;
    const void *in, *other;
    uint64_t count; /* elements of all segments, which leave none out */
    const uint64_t *offsets;
    uint64_t segments, length, stride, step;
} segments_problem;

/* How long the segments are that offsets make of an array. */
typedef enum segments_lengths {
    LENGTHS_EQUAL,
    LENGTHS_UNIFORM, /* from 0 to twice the mean, one in 64 is 0 */
    LENGTHS_GIANT,   /* half of all in the middle one, the others as for uniform */
    LENGTHS_POWER    /* Zipf's law: as rank^-0.8, the ranks scattered */
} segments_lengths;

/* offsets[0 .. segments], from 0 to count, the same ones every time. Waits for the
 * stream. */
cudaError_t segments_make_offsets(segments_lengths lengths, uint64_t count,
                                  uint64_t segments, uint64_t *offsets,
                                  cudaStream_t stream);

/* Puts a NaN in place of one element in 64 (f16, bf16, f32, f64). */
cudaError_t segments_plant_nans(void *in, wrow_type type, uint64_t count,
                                cudaStream_t stream);

/* One segment's. Integers are widened to 64 bits with their sign and added modulo 2^64,
 * floating point in f64. NaNs are counted in `count` alone. */
typedef struct segment_answer {
    uint64_t count, number;
    uint64_t sum;
    double f_sum, magnitudes, squares;
    uint64_t min_key, max_key; /* ascend as the values do */
    uint64_t min_index, max_index;
} segment_answer;

/* `indices`: 0 leaves the indices out, which take another pass. */
cudaError_t segments_reference(const segments_problem *problem, int indices,
                               segment_answer *answers, cudaStream_t stream);

typedef enum segments_output {
    OUTPUT_SUM,
    OUTPUT_COUNT, /* a sum of ones and zeros, to u64 */
    OUTPUT_MIN,
    OUTPUT_MAX,
    OUTPUT_MEAN,
    OUTPUT_ARG_MIN,     /* wrow_extreme */
    OUTPUT_CUB_ARG_MIN, /* cub::KeyValuePair<int, element> */
    OUTPUT_DESCRIBE     /* wrow_summary */
} segments_output;

typedef struct segments_claim {
    segments_output output;
    wrow_type out_type;
    double roundoff;     /* of what sums are added in; 0 for integers */
    double out_roundoff; /* of the output's type */
    double out_largest;  /* beyond it the output's type has infinity */
    int empty_are_free;  /* empty segments may hold anything */
    const void *out;
} segments_claim;

typedef struct segments_verdict {
    uint64_t wrong, first; /* how many segments, and the first of them */
    double got, expected, allowed;
} segments_verdict;

/* Waits for the stream. */
cudaError_t segments_check(const segments_problem *problem, const segments_claim *claim,
                           const segment_answer *answers, segments_verdict *verdict,
                           cudaStream_t stream);

#if defined(__cplusplus)
}
#endif

#endif
