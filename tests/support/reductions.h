/* tests/support/reductions.h -- every reduction that there is, as a list. */
#ifndef WINDROW_TESTS_REDUCTIONS_H
#define WINDROW_TESTS_REDUCTIONS_H

#include <stdbool.h>
#include <windrow/windrow.h>

struct reduction {
    wrow_transform transform;
    wrow_operation operation;
    wrow_type in, out;
};

enum { TRANSFORM_COUNT = 6 };

/* All that oracle_transform_supported knows; *count of them. */
const struct reduction *every_reduction(size_t *count);

/* Whether options.skip_nan may be 1. */
bool can_skip_nan(wrow_operation operation);

/* Its options; scale and shift are such that each product and each sum is rounded. */
wrow_reduce_options options_of(const struct reduction *reduction, bool skip_nan);

#endif
