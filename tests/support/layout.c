/* layout.c -- see layout.h. */
#include "layout.h"
#include "oracle.h"
#include <stdlib.h>
#include <string.h>

struct layout layout_at(const uint64_t *offsets, size_t segments)
{
    return (struct layout){.kind = AT_OFFSETS, .segments = segments, .offsets = offsets};
}

struct layout layout_of_length(size_t segments, size_t length)
{
    return (struct layout){
        .kind = OF_LENGTH, .segments = segments, .length = length, .pitch = length};
}

struct layout layout_of_matrix(enum layout_kind axis, size_t rows, size_t columns,
                               size_t pitch)
{
    return (struct layout){.kind = axis,
                           .segments = axis == ROWS ? rows : columns,
                           .length = axis == ROWS ? columns : rows,
                           .pitch = pitch};
}

uint64_t *make_offsets(const size_t *lengths, size_t segments, uint64_t first)
{
    uint64_t *const offsets = malloc((segments + 1) * sizeof *offsets);
    assert_non_null(offsets);
    offsets[0] = first;
    for (size_t s = 0; s < segments; ++s)
        offsets[s + 1] = offsets[s] + lengths[s];
    return offsets;
}

size_t layout_count(const struct layout *layout)
{
    if (layout->kind == AT_OFFSETS)
        return layout->offsets[layout->segments];
    if (layout->segments == 0 || layout->length == 0)
        return 0;
    return layout->kind == COLUMNS
               ? (layout->length - 1) * layout->pitch + layout->segments
               : (layout->segments - 1) * layout->pitch + layout->length;
}

unsigned char *layout_gather(const struct layout *layout, const struct input *input,
                             size_t segment, size_t *count)
{
    const size_t bytes = type_row_of(input->type)->bytes;
    const bool columns = layout->kind == COLUMNS;
    const size_t step = columns ? layout->pitch : 1;
    size_t begin = segment * (columns ? 1 : layout->pitch);
    *count = layout->length;
    if (layout->kind == AT_OFFSETS) {
        begin = layout->offsets[segment];
        *count = layout->offsets[segment + 1] - begin;
    }
    unsigned char *const elements = malloc(*count * bytes + 1);
    assert_non_null(elements);
    for (size_t i = 0; i < *count; ++i)
        memcpy(elements + i * bytes, input->host + (begin + i * step) * bytes, bytes);
    return elements;
}

void oracle_segments(wrow_operation operation, const wrow_reduce_options *options,
                     const struct input *input, const struct layout *layout,
                     void *results, wrow_type out_type)
{
    unsigned char *out = results;
    for (size_t s = 0; s < layout->segments; ++s) {
        size_t count;
        unsigned char *const elements = layout_gather(layout, input, s, &count);
        oracle_transform_reduce(operation, options, elements, input->type, count,
                                out + s * type_row_of(out_type)->bytes, out_type);
        free(elements);
    }
}

size_t layout_workspace(const struct layout *layout, const struct input *input)
{
    const size_t count =
        layout->kind == AT_OFFSETS ? input->count : layout->segments * layout->length;
    size_t bytes = 0;
    MUST(NULL, wrow_reduce_segments_workspace(input->type, count, &bytes));
    return bytes;
}
