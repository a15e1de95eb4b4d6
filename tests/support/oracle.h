/*
 * tests/support/oracle.h -- docs/order.md and the public headers, redone in the
 * plainest way. Shares no code and no number with src/, uses one thread, and
 * would rather be slow than clever: every backend is compared with it bit for bit.
 */
#ifndef WINDROW_TESTS_ORACLE_H
#define WINDROW_TESTS_ORACLE_H

#include <stdbool.h>
#include <windrow/windrow.h>

/* What wrow_supported must answer. */
bool oracle_supported(wrow_operation operation, wrow_type in, wrow_type out);

/* *out as wrow_reduce leaves it; any alignment. */
void oracle_reduce(wrow_operation operation, const void *in, wrow_type in_type,
                   size_t count, void *out, wrow_type out_type);

/* What wrow_transform_supported must answer. */
bool oracle_transform_supported(wrow_transform transform, wrow_operation operation,
                                wrow_type in, wrow_type out);

/* *out as wrow_transform_reduce leaves it; options->count_device is not looked at, and a
 * mean of nothing is NaN. */
void oracle_transform_reduce(wrow_operation operation, const wrow_reduce_options *options,
                             const void *in, wrow_type in_type, size_t count, void *out,
                             wrow_type out_type);

uint64_t oracle_count_if(wrow_comparison comparison, const wrow_value *value,
                         const void *in, wrow_type type, size_t count);
uint64_t oracle_count_in_range(const wrow_value *lower, const wrow_value *upper,
                               const void *in, wrow_type type, size_t count);

/* As wrow_describe_segments leaves it for count 0. */
void oracle_describe(const void *in, wrow_type type, size_t count, bool skip_nan,
                     wrow_summary *out);

/* What min or max of nothing is, as a wrow_extreme has it. */
wrow_value oracle_identity(bool max, wrow_type type);

/* As wrow_arg_reduce_segments leaves it for count 0; min or max may be NULL. */
void oracle_arg_reduce(const void *in, wrow_type type, size_t count, wrow_extreme *min,
                       wrow_extreme *max);

/* What wrow_dot_supported must answer. */
bool oracle_dot_supported(wrow_type a, wrow_type b, wrow_type out);

/* *out as wrow_dot leaves it; any alignment. */
void oracle_dot(const void *a, wrow_type a_type, const void *b, wrow_type b_type,
                size_t count, void *out, wrow_type out_type);

/* *out as wrow_describe_merge leaves it. */
void oracle_describe_merge(const wrow_summary *parts, wrow_type type, size_t count,
                           bool skip_nan, wrow_summary *out);

/* counts: edge_count - 1. Edges must ascend. */
void oracle_histogram_edges(const void *in, wrow_type type, size_t count,
                            const double *edges, size_t edge_count, bool closed_right,
                            uint64_t *counts);

#endif
