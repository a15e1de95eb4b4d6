/* test_count_if.c -- comparisons and ranges against the oracle. Would catch a bound that
 * is rounded to the type, one that no element can reach, a NaN that is counted, -0 apart
 * from +0, and a range that is off by one at an end. */
#include "support/case.h"
#include "support/oracle.h"
#include "support/sanitizer.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { COMPARISONS = 6, BOUNDS_MAX = 40 };

static uint64_t count_if(const struct input *input, wrow_comparison comparison,
                         const wrow_value *value, const struct buffer *out)
{
    wrow_context *const context = input->buffer.context;
    uint64_t found;
    MUST(context, wrow_count_if(context, comparison, value, input->buffer.data,
                                input->type, input->count, out->data));
    buffer_get(out, &found);
    return found;
}

static uint64_t count_in_range(const struct input *input, const wrow_value *lower,
                               const wrow_value *upper, const struct buffer *out)
{
    wrow_context *const context = input->buffer.context;
    uint64_t found;
    MUST(context, wrow_count_in_range(context, lower, upper, input->buffer.data,
                                      input->type, input->count, out->data));
    buffer_get(out, &found);
    return found;
}

static wrow_value value_of(wrow_type type, const void *element)
{
    wrow_value value = {.u = 0};
    if (is_float(type))
        value.f = load_f64(type, element);
    else
        value.u = load_integer(type, element);
    return value;
}

static bool ascends(wrow_type type, const wrow_value *a, const wrow_value *b)
{
    if (is_float(type))
        return a->f <= b->f;
    return type_row_of(type)->kind == 'S' ? a->i <= b->i : a->u <= b->u;
}

/* Elements, what lies beside them, ends of the type, and what lies beyond. */
static size_t make_bounds(const struct input *input, wrow_value *bounds)
{
    static const double odd[] = {0.0,     -0.0,     1e-320, -1e-320, 5e-324,
                                 0x1p-24, 0x1p-149, 1e300,  -1e300,  65504};
    static const uint64_t ends[] = {0,   1,   127,   128,        255,
                                    256, ~0u, ~0ull, ~0ull >> 1, 1ull << 63};
    const size_t bytes = type_row_of(input->type)->bytes;
    size_t many = 0;
    for (size_t i = 0; i < 6 && i < input->count; ++i) {
        const unsigned char *const element = input->host + i * 7 % input->count * bytes;
        const wrow_value value = value_of(input->type, element);
        if (is_nan(input->type, element))
            continue;
        bounds[many++] = value;
        if (is_float(input->type)) {
            bounds[many++].f = nextafter(value.f, (double)INFINITY);
            bounds[many++].f = nextafter(value.f, -(double)INFINITY);
        } else {
            bounds[many++].u = value.u + 1;
            bounds[many++].u = value.u - 1;
        }
    }
    for (size_t i = 0; i < COUNT_OF(odd); ++i)
        if (is_float(input->type))
            bounds[many++].f = odd[i];
        else
            bounds[many++].u = ends[i];
    if (is_float(input->type)) {
        bounds[many++].f = (double)INFINITY;
        bounds[many++].f = -(double)INFINITY;
    }
    return many;
}

/* Every step-th bound, from the first-th on. */
static void check_all(const struct input *input, size_t first, size_t step,
                      const char *what)
{
    struct buffer out = buffer_make(input->buffer.context, 8, 8, CANARY_WRITE);
    wrow_value bounds[BOUNDS_MAX];
    const size_t many = make_bounds(input, bounds);
    char text[160];
    for (size_t b = first % step; b < many; b += step) {
        for (int c = 1; c <= COMPARISONS; ++c) {
            const uint64_t expected = oracle_count_if(
                (wrow_comparison)c, &bounds[b], input->host, input->type, input->count);
            const uint64_t actual = count_if(input, (wrow_comparison)c, &bounds[b], &out);
            snprintf(text, sizeof text, "comparison %d, bound %zu (%llx), %s, %s, %zu", c,
                     b, (unsigned long long)bounds[b].u, wrow_type_name(input->type),
                     what, input->count);
            assert_same_bits(text, WROW_U64, &expected, &actual, 1);
        }
        for (size_t k = 0; k < 3; ++k) {
            const wrow_value *const other = &bounds[(b * 5 + k * k) % many];
            const bool up = ascends(input->type, &bounds[b], other);
            const wrow_value *const lower = up ? &bounds[b] : other;
            const wrow_value *const upper = up ? other : &bounds[b];
            const uint64_t expected = oracle_count_in_range(lower, upper, input->host,
                                                            input->type, input->count);
            const uint64_t actual = count_in_range(input, lower, upper, &out);
            snprintf(text, sizeof text, "range %llx to %llx, %s, %s, %zu",
                     (unsigned long long)lower->u, (unsigned long long)upper->u,
                     wrow_type_name(input->type), what, input->count);
            assert_same_bits(text, WROW_U64, &expected, &actual, 1);
        }
    }
    buffer_free(&out);
}

static void every_type_on_every_kind_of_data(wrow_context *context)
{
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        for (size_t kind = 0; kind < GEN_KINDS; kind += unless_sanitized(1, 4)) {
            const size_t counts[] = {1, 40, 2111}, bytes = type_rows[t].bytes;
            for (size_t c = 0; c < COUNT_OF(counts); ++c) {
                struct input input =
                    input_make(context, (enum gen_kind)kind, type_rows[t].type, kind,
                               counts[c], kind * bytes);
                check_all(&input, kind + c, unless_sanitized(4, 9), gen_names[kind]);
                input_free(&input);
            }
        }
}
ON_BOTH(every_type_on_every_kind_of_data)

/* Each of the 2^16 or 2^8 elements that there are, once. */
static void every_element_of_a_narrow_type(wrow_context *context)
{
    for (size_t t = 0; t < TYPE_COUNT; ++t) {
        static uint16_t wide[65536];
        static uint8_t narrow[256];
        if (type_rows[t].bytes > 2)
            continue;
        for (uint32_t i = 0; i < COUNT_OF(wide); ++i)
            wide[i] = (uint16_t)i;
        for (uint32_t i = 0; i < COUNT_OF(narrow); ++i)
            narrow[i] = (uint8_t)i;
        struct input input =
            type_rows[t].bytes == 1
                ? input_of(context, type_rows[t].type, narrow, COUNT_OF(narrow), 1)
                : input_of(context, type_rows[t].type, wide, COUNT_OF(wide), 2);
        check_all(&input, t, unless_sanitized(5, 17), "every element");
        input_free(&input);
    }
}
ON_BOTH(every_element_of_a_narrow_type)

static void nothing_and_many(wrow_context *context)
{
    const wrow_value half = {.f = 0.5};
    struct input none = input_make(context, GEN_MIXED, WROW_F32, 1, 0, 4);
    struct input many =
        input_make(context, GEN_NAN, WROW_F32, 2, unless_sanitized(3000001, 30001), 4);
    struct buffer out = buffer_make(context, 8, 0, CANARY_WRITE);
    for (int c = 1; c <= COMPARISONS; ++c)
        assert_int_equal(count_if(&none, (wrow_comparison)c, &half, &out), 0);
    assert_int_equal(count_in_range(&none, &half, &half, &out), 0);
    buffer_free(&out);
    check_all(&many, 0, 11, "many");
    input_free(&many);
    input_free(&none);
}
ON_BOTH(nothing_and_many)

static void wrong_arguments_are_refused(wrow_context *context)
{
    struct input input = input_make(context, GEN_MIXED, WROW_F64, 1, 100, 0);
    struct buffer out = buffer_make(context, 8, 0, CANARY_WRITE);
    const wrow_value zero = {.u = 0}, one = {.f = 1}, nan = {.f = (double)NAN};
    const wrow_value minus = {.i = -1};
    unsigned char *const in = input.buffer.data;
    uint64_t *const at = out.data;
    void *const skewed = (unsigned char *)out.data - 4;
    buffer_set(&out, UNTOUCHED);
#define REFUSE_IF(status, word, ...)                                                     \
    MUST_REFUSE(context, status, word, wrow_count_if(context, __VA_ARGS__))
#define REFUSE_RANGE(status, word, ...)                                                  \
    MUST_REFUSE(context, status, word, wrow_count_in_range(context, __VA_ARGS__))
    for (int stranger = -1; stranger < 15; stranger += stranger == 0 ? 13 : 1) {
        const wrow_type type = (wrow_type)stranger;
        REFUSE_IF(WROW_E_TYPE, "type is", WROW_LESS, &zero, in, type, 9, at);
        REFUSE_RANGE(WROW_E_TYPE, "type is", &zero, &zero, in, type, 9, at);
    }
    for (int stranger = -1; stranger < 9; stranger += stranger == 0 ? 7 : 1)
        REFUSE_IF(WROW_E_ARGUMENT, "comparison", (wrow_comparison)stranger, &zero, in,
                  WROW_F64, 9, at);
    REFUSE_IF(WROW_E_ARGUMENT, "value is NULL", WROW_LESS, NULL, in, WROW_F64, 9, at);
    REFUSE_IF(WROW_E_ARGUMENT, "value", WROW_NOT_EQUAL, &nan, in, WROW_BF16, 9, at);
    REFUSE_IF(WROW_E_ARGUMENT, "in is NULL", WROW_LESS, &zero, NULL, WROW_F64, 9, at);
    REFUSE_IF(WROW_E_ARGUMENT, "in is", WROW_LESS, &zero, in + 4, WROW_F64, 9, at);
    REFUSE_IF(WROW_E_ARGUMENT, "out is NULL", WROW_LESS, &zero, in, WROW_F64, 9, NULL);
    REFUSE_IF(WROW_E_ARGUMENT, "out is", WROW_LESS, &zero, in, WROW_F64, 9, skewed);
    REFUSE_IF(WROW_E_ARGUMENT, "overlaps", WROW_LESS, &zero, in, WROW_F64, 9,
              (void *)(in + 64));
    REFUSE_IF(WROW_E_ARGUMENT, "in", WROW_LESS, &zero, in, WROW_F64, SIZE_MAX / 4, at);
    REFUSE_RANGE(WROW_E_ARGUMENT, "lower is NULL", NULL, &one, in, WROW_F64, 9, at);
    REFUSE_RANGE(WROW_E_ARGUMENT, "upper is NULL", &one, NULL, in, WROW_F64, 9, at);
    REFUSE_RANGE(WROW_E_ARGUMENT, "lower", &nan, &one, in, WROW_F32, 9, at);
    REFUSE_RANGE(WROW_E_ARGUMENT, "upper", &one, &nan, in, WROW_F16, 9, at);
    REFUSE_RANGE(WROW_E_ARGUMENT, "lower->f is 1", &one, &zero, in, WROW_F64, 9, at);
    REFUSE_RANGE(WROW_E_ARGUMENT, "lower->i is 0", &zero, &minus, in, WROW_I8, 9, at);
    REFUSE_RANGE(WROW_E_ARGUMENT, "lower->u is 18446744073709551615", &minus, &zero, in,
                 WROW_U8, 9, at);
    REFUSE_RANGE(WROW_E_ARGUMENT, "overlaps", &zero, &one, in, WROW_F64, 9, (void *)in);
    buffer_untouched("out", &out);
    assert_int_equal(count_in_range(&input, &one, &one, &out),
                     oracle_count_in_range(&one, &one, input.host, WROW_F64, 100));
    buffer_free(&out);
    input_free(&input);
}
ON_BOTH(wrong_arguments_are_refused)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(every_type_on_every_kind_of_data),
        BOTH(every_element_of_a_narrow_type),
        BOTH(nothing_and_many),
        BOTH(wrong_arguments_are_refused),
    };
    return cmocka_run_group_tests_name("reduce/test_count_if", tests, NULL, NULL);
}
