/* reduce_check.h -- is this the answer? Asked before anything is timed. */
#ifndef BENCH_REDUCE_CHECK_H
#define BENCH_REDUCE_CHECK_H

#include "data.h"

#include <stddef.h>

#if defined(__cplusplus)
extern "C" {
#endif

/*
 * `out` holds one element of `out_type` in host memory, the contender's answer.
 * Integers, min, max and counts must be equal to the reference. Floating-point sums
 * and products may be off by the error of adding in `accumulator` (a WROW_F..), which
 * is bounded by its unit roundoff times the sum of the magnitudes, and by the final
 * rounding. 0 if it is right; else -1 and a sentence in `text`.
 */
int reduce_check(wrow_operation operation, wrow_type in_type, wrow_type out_type,
                 wrow_type accumulator, const void *out, const data_answers *expected,
                 char *text, size_t text_bytes);

/* Extremes of wrow_arg_reduce, the smallest at out[0], the largest at out[1], those that
 * are wanted (bits 1 and 2). Values are wrow_values; or elements of `type`, as CUB's
 * are. Values and first indices must be equal to the reference. */
int arg_check(int wanted, wrow_type type, int is_element, const wrow_extreme *out,
              const data_answers *expected, char *text, size_t text_bytes);

/* The same for wrow_describe without options. */
int describe_check(const wrow_summary *got, const data_answers *expected, char *text,
                   size_t text_bytes);

/* What Windrow adds in, by docs/order.md. */
wrow_type reduce_accumulator(wrow_type in_type);

#if defined(__cplusplus)
}
#endif

#endif
