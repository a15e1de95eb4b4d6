/*
 * tests/support/layout.h -- how an input is cut into segments, rows or columns, and what
 * their reductions are: segment by segment the elements are gathered and given to the
 * oracle for one array, so that nothing about segments is known twice.
 */
#ifndef WINDROW_TESTS_LAYOUT_H
#define WINDROW_TESTS_LAYOUT_H

#include "case.h"

enum layout_kind { AT_OFFSETS, OF_LENGTH, ROWS, COLUMNS };

/* How the input is cut: which call, and its arguments. */
struct layout {
    enum layout_kind kind;
    size_t segments;         /* results */
    const uint64_t *offsets; /* AT_OFFSETS: the host's, segments + 1 */
    size_t length;           /* else: elements of each segment */
    size_t pitch;            /* ROWS, COLUMNS */
};

struct layout layout_at(const uint64_t *offsets, size_t segments);
struct layout layout_of_length(size_t segments, size_t length);
struct layout layout_of_matrix(enum layout_kind axis, size_t rows, size_t columns,
                               size_t pitch);

/* Offsets of segments of these lengths, the first behind `first` elements; from malloc.
 */
uint64_t *make_offsets(const size_t *lengths, size_t segments, uint64_t first);

/* Elements of an input that is cut so; AT_OFFSETS: up to the last offset. */
size_t layout_count(const struct layout *layout);

/* The elements of a segment, one behind the other, from malloc; *count of them. */
unsigned char *layout_gather(const struct layout *layout, const struct input *input,
                             size_t segment, size_t *count);

/* What the call must leave in results[0 .. segments - 1]. */
void oracle_segments(wrow_operation operation, const wrow_reduce_options *options,
                     const struct input *input, const struct layout *layout,
                     void *results, wrow_type out_type);

/* *bytes of the workspace that the call needs. */
size_t layout_workspace(const struct layout *layout, const struct input *input);

#endif
