/* checks.c -- see case.h: one call beside its oracle. */
#include "case.h"
#include "oracle.h"
#include <stdio.h>
#include <string.h>

void case_reduce(wrow_operation operation, const struct input *input, wrow_type out_type,
                 void *result)
{
    wrow_context *context = input->buffer.context;
    const size_t bytes = type_row_of(out_type)->bytes;
    struct buffer out = buffer_make(context, bytes, bytes, CANARY_WRITE);
    MUST(context, wrow_reduce(context, operation, input->buffer.data, input->type,
                              input->count, out.data, out_type));
    buffer_get(&out, result);
    buffer_free(&out);
}

void case_check_reduce(wrow_operation operation, const struct input *input,
                       wrow_type out_type, const char *what)
{
    unsigned char expected[ELEMENT_BYTES_MAX], actual[ELEMENT_BYTES_MAX];
    char text[128];
    if (operation == WROW_MEAN && input->count == 0) {
        MUST_REFUSE(input->buffer.context, WROW_E_EMPTY, "count is 0",
                    wrow_reduce(input->buffer.context, operation, input->buffer.data,
                                input->type, 0, expected, out_type));
        return;
    }
    snprintf(text, sizeof text, "%s of %s to %s, %s, count %zu, skew %zu, %s",
             wrow_operation_name(operation), wrow_type_name(input->type),
             wrow_type_name(out_type), what, input->count, input->buffer.skew,
             wrow_context_device_name(input->buffer.context));
    oracle_reduce(operation, input->host, input->type, input->count, expected, out_type);
    case_reduce(operation, input, out_type, actual);
    assert_same_bits(text, out_type, expected, actual, 1);
}

/* The type that holds a wrow_value of an element of this type. */
static wrow_type value_type(wrow_type type)
{
    return is_float(type)                   ? WROW_F64
           : type_row_of(type)->kind == 'S' ? WROW_I64
                                            : WROW_U64;
}

void assert_same_extreme(const char *what, wrow_type type, const wrow_extreme *expected,
                         const wrow_extreme *actual)
{
    char text[192];
    snprintf(text, sizeof text, "%s: value", what);
    assert_same_bits(text, value_type(type), &expected->value, &actual->value, 1);
    snprintf(text, sizeof text, "%s: index", what);
    assert_same_bits(text, WROW_U64, &expected->index, &actual->index, 1);
}

void case_arg_reduce(const struct input *input, wrow_extreme *min, wrow_extreme *max)
{
    wrow_context *context = input->buffer.context;
    wrow_extreme *const wanted[] = {min, max};
    wrow_extreme results[2];
    struct buffer out = buffer_make(context, sizeof results, 8, CANARY_WRITE);
    wrow_extreme *const at = out.data;
    MUST(context, wrow_arg_reduce(context, input->buffer.data, input->type, input->count,
                                  min ? at : NULL, max ? at + 1 : NULL));
    buffer_get(&out, results);
    for (int k = 0; k < 2; ++k)
        if (wanted[k])
            *wanted[k] = results[k];
        else
            assert_all_bytes("an extreme that is not wanted", &results[k],
                             sizeof results[k], CANARY_WRITE);
    buffer_free(&out);
}

void case_check_arg_reduce(const struct input *input, const char *what)
{
    static const char *const names[] = {"", "min of min", "max of max", "min of both",
                                        "max of both"};
    wrow_extreme expected[2], actual[2];
    char text[160];
    oracle_arg_reduce(input->host, input->type, input->count, &expected[0], &expected[1]);
    for (int wanted = 1; wanted <= 3; ++wanted) { /* one bit each */
        case_arg_reduce(input, wanted & 1 ? &actual[0] : NULL,
                        wanted & 2 ? &actual[1] : NULL);
        for (int k = 0; k < 2; ++k) {
            snprintf(text, sizeof text, "%s, %s, %s, count %zu, skew %zu, %s",
                     names[wanted == 3 ? 3 + k : wanted], wrow_type_name(input->type),
                     what, input->count, input->buffer.skew,
                     wrow_context_device_name(input->buffer.context));
            if (wanted >> k & 1)
                assert_same_extreme(text, input->type, &expected[k], &actual[k]);
        }
    }
}

void case_describe(const struct input *input, bool skip_nan, wrow_summary *result)
{
    wrow_context *context = input->buffer.context;
    const wrow_describe_options options = {sizeof options, skip_nan};
    struct buffer out = buffer_make(context, sizeof *result, 8, CANARY_WRITE);
    MUST(context, wrow_describe(context, &options, input->buffer.data, input->type,
                                input->count, out.data));
    buffer_get(&out, result);
    buffer_free(&out);
}

void assert_same_summary(const char *what, wrow_type type, const wrow_summary *expected,
                         const wrow_summary *actual)
{
    const wrow_type extreme = value_type(type);
    const struct {
        const char *name;
        size_t offset;
        wrow_type type;
    } members[] = {
        {"count", offsetof(wrow_summary, count), WROW_U64},
        {"nan_count", offsetof(wrow_summary, nan_count), WROW_U64},
        {"min_index", offsetof(wrow_summary, min_index), WROW_U64},
        {"max_index", offsetof(wrow_summary, max_index), WROW_U64},
        {"min", offsetof(wrow_summary, min), extreme},
        {"max", offsetof(wrow_summary, max), extreme},
        {"sum", offsetof(wrow_summary, sum), WROW_F64},
        {"mean", offsetof(wrow_summary, mean), WROW_F64},
        {"squared_deviations", offsetof(wrow_summary, squared_deviations), WROW_F64},
        {"variance", offsetof(wrow_summary, variance), WROW_F64},
        {"sample_variance", offsetof(wrow_summary, sample_variance), WROW_F64},
    };
    char text[192];
    for (size_t i = 0; i < COUNT_OF(members); ++i) {
        snprintf(text, sizeof text, "%s: %s", what, members[i].name);
        assert_same_bits(text, members[i].type,
                         (const unsigned char *)expected + members[i].offset,
                         (const unsigned char *)actual + members[i].offset, 1);
    }
}

void case_check_describe(const struct input *input, bool skip_nan, const char *what)
{
    wrow_summary expected, actual;
    char text[128];
    snprintf(text, sizeof text, "describe %s, %s, skip_nan %d, count %zu, skew %zu, %s",
             wrow_type_name(input->type), what, skip_nan, input->count,
             input->buffer.skew, wrow_context_device_name(input->buffer.context));
    oracle_describe(input->host, input->type, input->count, skip_nan, &expected);
    case_describe(input, skip_nan, &actual);
    assert_same_summary(text, input->type, &expected, &actual);
}
