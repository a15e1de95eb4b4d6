/* tests/support/segments_case.h -- transforms, and many reductions in one call, beside
 * their oracles. */
#ifndef WINDROW_TESTS_SEGMENTS_CASE_H
#define WINDROW_TESTS_SEGMENTS_CASE_H

#include "layout.h"

/* The call alone, into memory where the context works; its status. */
wrow_status call_segments(wrow_operation operation, const wrow_reduce_options *options,
                          const struct input *input, const struct layout *layout,
                          const uint64_t *offsets, void *out, wrow_type out_type);

/* One call and its oracles must agree in every bit. */
void case_check_segments(wrow_operation operation, const wrow_reduce_options *options,
                         const struct input *input, const struct layout *layout,
                         wrow_type out_type, const char *what);
/* Min alone, max alone and both at once; AT_OFFSETS. */
void case_check_arg_segments(const struct input *input, const struct layout *layout,
                             const char *what);
void case_check_describe_segments(const struct input *input, bool skip_nan,
                                  const struct layout *layout, const char *what);

/* One transform and its oracle. */
void case_check_transform(wrow_operation operation, const wrow_reduce_options *options,
                          const struct input *input, wrow_type out_type,
                          const char *what);

#endif
