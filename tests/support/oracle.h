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

/* count >= 1 */
void oracle_describe(const void *in, wrow_type type, size_t count, bool skip_nan,
                     wrow_summary *out);

/* count >= 1; min or max may be NULL. */
void oracle_arg_reduce(const void *in, wrow_type type, size_t count, wrow_extreme *min,
                       wrow_extreme *max);

/* counts: edge_count - 1. Edges must ascend. */
void oracle_histogram_edges(const void *in, wrow_type type, size_t count,
                            const double *edges, size_t edge_count, bool closed_right,
                            uint64_t *counts);

#endif
