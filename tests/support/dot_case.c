/* dot_case.c -- see case.h: dot products and merged summaries beside their oracles. */
#include "case.h"
#include "oracle.h"
#include <stdio.h>

void case_dot(const struct input *a, const struct input *b, wrow_type out_type,
              void *result)
{
    wrow_context *context = a->buffer.context;
    const size_t bytes = type_row_of(out_type)->bytes;
    struct buffer out = buffer_make(context, bytes, bytes, CANARY_WRITE);
    MUST(context, wrow_dot(context, a->buffer.data, a->type, b->buffer.data, b->type,
                           a->count, out.data, out_type));
    buffer_get(&out, result);
    buffer_free(&out);
}

void case_check_dot(const struct input *a, const struct input *b, wrow_type out_type,
                    const char *what)
{
    unsigned char expected[ELEMENT_BYTES_MAX], actual[ELEMENT_BYTES_MAX];
    char text[160];
    assert_true(a->count <= b->count);
    snprintf(text, sizeof text, "%s times %s to %s, %s, count %zu, skews %zu and %zu, %s",
             wrow_type_name(a->type), wrow_type_name(b->type), wrow_type_name(out_type),
             what, a->count, a->buffer.skew, b->buffer.skew,
             wrow_context_device_name(a->buffer.context));
    oracle_dot(a->host, a->type, b->host, b->type, a->count, expected, out_type);
    case_dot(a, b, out_type, actual);
    assert_same_bits(text, out_type, expected, actual, 1);
}

void case_describe_merge(wrow_context *context, const wrow_summary *parts, wrow_type type,
                         size_t count, bool skip_nan, wrow_summary *result)
{
    const wrow_describe_options options = {sizeof options, skip_nan};
    struct buffer in = buffer_make(context, count * sizeof *parts, 8, CANARY_READ);
    struct buffer out = buffer_make(context, sizeof *result, 8, CANARY_WRITE);
    buffer_put(&in, parts);
    MUST(context, wrow_describe_merge(context, &options, in.data, type, count, out.data));
    buffer_get(&out, result);
    buffer_free(&out);
    buffer_free(&in);
}

void case_check_describe_merge(wrow_context *context, const wrow_summary *parts,
                               wrow_type type, size_t count, bool skip_nan,
                               const char *what)
{
    wrow_summary expected, actual;
    char text[128];
    snprintf(text, sizeof text, "%zu parts of %s, %s, skip_nan %d, %s", count,
             wrow_type_name(type), what, skip_nan, wrow_context_device_name(context));
    oracle_describe_merge(parts, type, count, skip_nan, &expected);
    case_describe_merge(context, parts, type, count, skip_nan, &actual);
    assert_same_summary(text, type, &expected, &actual);
}
