/*
 * data.h -- inputs made on the device from the element's index, and the answers
 * they must give, by a kernel as plain as can be.
 */
#ifndef BENCH_DATA_H
#define BENCH_DATA_H

#include <cuda_runtime_api.h>
#include <windrow/windrow.h>

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum data_kind {
    DATA_MIXED = 0, /* integers of all sizes; floats in (-1, 1) of several magnitudes;
                       one element in 16 is zero */
    DATA_FACTORS    /* what can be multiplied for ever: odd integers; random
                       signs with a few powers of two */
} data_kind;

/* data[i] for i < count depends on type, kind and i alone. No NaN, no -0. */
cudaError_t data_fill(void *data, wrow_type type, data_kind kind, uint64_t count,
                      cudaStream_t stream);

/* Every answer at once. Integers are widened to 64 bits with their sign and combined
 * modulo 2^64; floating point is combined in f64. */
typedef struct data_answers {
    uint64_t count, nonzero;
    uint64_t sum, product, bits_and, bits_or, bits_xor; /* integers */
    double f_sum, f_product;                            /* all types */
    double magnitudes, squares;                         /* sums of |x| and x * x */
    wrow_value min, max;
    uint64_t min_index, max_index; /* first ones */
} data_answers;

/* Waits for the stream. */
cudaError_t data_reference(const void *data, wrow_type type, uint64_t count,
                           data_answers *answers, cudaStream_t stream);

#if defined(__cplusplus)
}
#endif

#endif
