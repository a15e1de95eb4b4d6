/* segments_case.c -- see segments_case.h. */
#include "segments_case.h"
#include "oracle.h"
#include <stdio.h>
#include <stdlib.h>

wrow_status call_segments(wrow_operation operation, const wrow_reduce_options *options,
                          const struct input *input, const struct layout *layout,
                          const uint64_t *offsets, void *out, wrow_type out_type)
{
    wrow_context *const context = input->buffer.context;
    const void *const in = input->buffer.data;
    const bool rows = layout->kind == ROWS;
    if (layout->kind == AT_OFFSETS)
        return wrow_reduce_segments(context, operation, options, in, input->type,
                                    input->count, offsets, layout->segments, out,
                                    out_type);
    if (layout->kind == OF_LENGTH)
        return wrow_reduce_fixed_segments(context, operation, options, in, input->type,
                                          layout->segments, layout->length, out,
                                          out_type);
    return wrow_reduce_rows(
        context, operation, options, rows ? WROW_ALONG_ROWS : WROW_ALONG_COLUMNS, in,
        input->type, rows ? layout->segments : layout->length,
        rows ? layout->length : layout->segments, layout->pitch, out, out_type);
}

/* The offsets where the context works. */
static struct buffer put_offsets(const struct input *input, const struct layout *layout)
{
    const size_t bytes =
        layout->kind == AT_OFFSETS ? (layout->segments + 1) * sizeof *layout->offsets : 0;
    struct buffer buffer = buffer_make(input->buffer.context, bytes, 8, CANARY_READ);
    buffer_put(&buffer, layout->offsets);
    return buffer;
}

static void describe_case(char *text, size_t bytes, const char *call,
                          const struct input *input, const struct layout *layout,
                          const char *what)
{
    static const char *const kinds[] = {"segments", "equal segments", "rows", "columns"};
    snprintf(text, bytes, "%s of %zu %s of %s, %s, length %zu, pitch %zu, skew %zu, %s",
             call, layout->segments, kinds[layout->kind], wrow_type_name(input->type),
             what, layout->length, layout->pitch, input->buffer.skew,
             wrow_context_device_name(input->buffer.context));
}

void case_check_segments(wrow_operation operation, const wrow_reduce_options *options,
                         const struct input *input, const struct layout *layout,
                         wrow_type out_type, const char *what)
{
    wrow_context *const context = input->buffer.context;
    const size_t size = type_row_of(out_type)->bytes, bytes = layout->segments * size;
    unsigned char *const expected = malloc(bytes + 1), *const actual = malloc(bytes + 1);
    struct buffer offsets = put_offsets(input, layout);
    struct buffer out = buffer_make(context, bytes, size, CANARY_WRITE);
    char call[64], text[224];
    assert_true(expected && actual);
    snprintf(
        call, sizeof call, "%s of %s to %s", wrow_operation_name(operation),
        wrow_transform_name(options ? (wrow_transform)options->transform : WROW_IDENTITY),
        wrow_type_name(out_type));
    describe_case(text, sizeof text, call, input, layout, what);
    oracle_segments(operation, options, input, layout, expected, out_type);
    MUST(context, call_segments(operation, options, input, layout, offsets.data, out.data,
                                out_type));
    buffer_get(&out, actual);
    assert_same_bits(text, out_type, expected, actual, layout->segments);
    buffer_free(&out);
    buffer_free(&offsets);
    free(actual);
    free(expected);
}

/* `wanted`: one bit for min, one for max. */
static void check_arg(const struct input *input, const struct layout *layout,
                      const struct buffer *offsets, int wanted, const char *what)
{
    wrow_context *const context = input->buffer.context;
    const size_t bytes = layout->segments * sizeof(wrow_extreme);
    wrow_extreme *const actual = malloc(2 * bytes + 1);
    struct buffer out = buffer_make(context, 2 * bytes, 8, CANARY_WRITE);
    wrow_extreme *const min = out.data, *const max = min + layout->segments;
    char text[256];
    assert_non_null(actual);
    MUST(context,
         wrow_arg_reduce_segments(context, input->buffer.data, input->type, input->count,
                                  offsets->data, layout->segments,
                                  wanted & 1 ? min : NULL, wanted & 2 ? max : NULL));
    buffer_get(&out, actual);
    for (size_t s = 0; s < layout->segments; ++s) {
        size_t count;
        wrow_extreme expected[2];
        unsigned char *const elements = layout_gather(layout, input, s, &count);
        oracle_arg_reduce(elements, input->type, count, &expected[0], &expected[1]);
        free(elements);
        for (size_t k = 0; k < 2; ++k) {
            const wrow_extreme *const extreme = &actual[k * layout->segments + s];
            snprintf(text, sizeof text, "[%zu] %s of %d, count %zu: %s", s,
                     k ? "max" : "min", wanted, count, what);
            if (wanted >> k & 1)
                assert_same_extreme(text, input->type, &expected[k], extreme);
            else
                assert_all_bytes("extremes that are not wanted", extreme, sizeof *extreme,
                                 CANARY_WRITE);
        }
    }
    buffer_free(&out);
    free(actual);
}

void case_check_arg_segments(const struct input *input, const struct layout *layout,
                             const char *what)
{
    struct buffer offsets = put_offsets(input, layout);
    char text[192];
    describe_case(text, sizeof text, "extremes", input, layout, what);
    for (int wanted = 1; wanted <= 3; ++wanted)
        check_arg(input, layout, &offsets, wanted, text);
    buffer_free(&offsets);
}

void case_check_describe_segments(const struct input *input, bool skip_nan,
                                  const struct layout *layout, const char *what)
{
    wrow_context *const context = input->buffer.context;
    const wrow_describe_options options = {sizeof options, skip_nan};
    const size_t bytes = layout->segments * sizeof(wrow_summary);
    wrow_summary *const actual = malloc(bytes + 1);
    struct buffer offsets = put_offsets(input, layout);
    struct buffer out = buffer_make(context, bytes, 8, CANARY_WRITE);
    char call[192], text[256];
    assert_non_null(actual);
    describe_case(call, sizeof call, skip_nan ? "describe, no NaN" : "describe", input,
                  layout, what);
    MUST(context,
         wrow_describe_segments(context, &options, input->buffer.data, input->type,
                                input->count, offsets.data, layout->segments, out.data));
    buffer_get(&out, actual);
    for (size_t s = 0; s < layout->segments; ++s) {
        size_t count;
        wrow_summary expected;
        unsigned char *const elements = layout_gather(layout, input, s, &count);
        oracle_describe(elements, input->type, count, skip_nan, &expected);
        free(elements);
        snprintf(text, sizeof text, "[%zu] count %zu: %s", s, count, call);
        assert_same_summary(text, input->type, &expected, &actual[s]);
    }
    buffer_free(&out);
    buffer_free(&offsets);
    free(actual);
}

void case_check_transform(wrow_operation operation, const wrow_reduce_options *options,
                          const struct input *input, wrow_type out_type, const char *what)
{
    wrow_context *const context = input->buffer.context;
    const size_t bytes = type_row_of(out_type)->bytes;
    unsigned char expected[ELEMENT_BYTES_MAX], actual[ELEMENT_BYTES_MAX];
    struct buffer out = buffer_make(context, bytes, bytes, CANARY_WRITE);
    char text[224];
    if (operation == WROW_MEAN && input->count == 0) {
        MUST_REFUSE(context, WROW_E_EMPTY, "count is 0",
                    wrow_transform_reduce(context, operation, options, input->buffer.data,
                                          input->type, 0, actual, out_type));
        buffer_free(&out);
        return;
    }
    snprintf(text, sizeof text,
             "%s of %s (%g, %g), skip_nan %u, of %s to %s, %s, count %zu, skew %zu, %s",
             wrow_operation_name(operation),
             wrow_transform_name((wrow_transform)options->transform), options->scale,
             options->shift, options->skip_nan, wrow_type_name(input->type),
             wrow_type_name(out_type), what, input->count, input->buffer.skew,
             wrow_context_device_name(context));
    oracle_transform_reduce(operation, options, input->host, input->type, input->count,
                            expected, out_type);
    MUST(context, wrow_transform_reduce(context, operation, options, input->buffer.data,
                                        input->type, input->count, out.data, out_type));
    buffer_get(&out, actual);
    assert_same_bits(text, out_type, expected, actual, 1);
    buffer_free(&out);
}
