/* test_transform_values.c -- answers of transforms, means and skipped NaNs known without
 * the oracle, which is held to them too. Each is asked for of an array and of a segment
 * between NaNs. */
#include "support/oracle.h"
#include "support/segments_case.h"
#include <stdio.h>
#include <string.h>

enum { MOST = 6 };

/* Short names, so that a row is a line. */
enum { SUM = WROW_SUM, MIN = WROW_MIN, MAX = WROW_MAX, MEAN = WROW_MEAN };
enum {
    I8 = WROW_I8,
    I16 = WROW_I16,
    I32 = WROW_I32,
    I64 = WROW_I64,
    U8 = WROW_U8,
    U16 = WROW_U16,
    U64 = WROW_U64,
    F16 = WROW_F16,
    BF16 = WROW_BF16,
    F32 = WROW_F32,
    F64 = WROW_F64
};

/* X(name, transform, skip_nan, scale, shift) */
#define OPTIONS_MAP(X)                                                                   \
    X(PLAIN, IDENTITY, 0, 0, 0)                                                          \
    X(SKIP, IDENTITY, 1, 0, 0)                                                           \
    X(ABSOLUTE, ABSOLUTE, 0, 0, 0)                                                       \
    X(SQUARE, SQUARE, 0, 0, 0)                                                           \
    X(NONZERO, NONZERO, 0, 0, 0)                                                         \
    X(NONZERO_SKIP, NONZERO, 1, 0, 0)                                                    \
    X(IS_NAN, IS_NAN, 0, 0, 0)                                                           \
    X(IS_NAN_SKIP, IS_NAN, 1, 0, 0)                                                      \
    X(SCALED, SCALE_SHIFT, 0, 2, 10)                                                     \
    X(SCALED_SKIP, SCALE_SHIFT, 1, 2, 10)                                                \
    X(DOUBLED_UP, SCALE_SHIFT, 0, 2, 1)                                                  \
    X(HALVED_UP, SCALE_SHIFT, 0, 0.5, 1)                                                 \
    X(TENTH, SCALE_SHIFT, 0, 0.1, 0)                                                     \
    X(MINUS_ZERO, SCALE_SHIFT, 0, 1, -0.0)                                               \
    X(FUSED, SCALE_SHIFT, 0, 1 + 0x1p-28, -1 - 0x1p-27)

enum {
#define X(name, what, skip, a, b) name,
    OPTIONS_MAP(X)
#undef X
};
static const wrow_reduce_options all_options[] = {
#define X(name, what, skip, a, b) {0, WROW_##what, skip, 0, a, b, NULL},
    OPTIONS_MAP(X)
#undef X
};

struct row {
    int operation, in, out, options;
    size_t count;
    uint64_t elements[MOST]; /* bits */
    uint64_t result;
};

static void check(wrow_context *context, const struct row *row, size_t number)
{
    const wrow_operation operation = (wrow_operation)row->operation;
    const wrow_type in_type = (wrow_type)row->in, out_type = (wrow_type)row->out;
    const wrow_reduce_options *const options = &all_options[row->options];
    const size_t bytes = type_row_of(in_type)->bytes;
    const size_t out_bytes = type_row_of(out_type)->bytes;
    unsigned char elements[(MOST + 2) * ELEMENT_BYTES_MAX];
    unsigned char expected[ELEMENT_BYTES_MAX], actual[ELEMENT_BYTES_MAX];
    const uint64_t offsets[] = {1, 1 + row->count};
    struct buffer at = buffer_make(context, sizeof offsets, 0, CANARY_READ);
    struct buffer out = buffer_make(context, out_bytes, 8, CANARY_WRITE);
    char text[64];
    memset(elements, 0xff, sizeof elements); /* NaN, or -1 */
    for (size_t i = 0; i < row->count; ++i)  /* little-endian: the low bytes come first */
        memcpy(elements + (i + 1) * bytes, &row->elements[i], bytes);
    struct input input = input_of(context, in_type, elements, row->count + 2, bytes);
    const unsigned char *const in = input.buffer.data;
    snprintf(text, sizeof text, "row %zu, %s", number, wrow_operation_name(operation));
    memcpy(expected, &row->result, out_bytes);
    oracle_transform_reduce(operation, options, elements + bytes, in_type, row->count,
                            actual, out_type);
    assert_same_bits("oracle", out_type, expected, actual, 1);
    if (operation != WROW_MEAN || row->count > 0) {
        MUST(context, wrow_transform_reduce(context, operation, options, in + bytes,
                                            in_type, row->count, out.data, out_type));
        buffer_get(&out, actual);
        assert_same_bits(text, out_type, expected, actual, 1);
    }
    buffer_put(&at, offsets);
    MUST(context, wrow_reduce_segments(context, operation, options, in, in_type,
                                       input.count, at.data, 1, out.data, out_type));
    buffer_get(&out, actual);
    assert_same_bits(text, out_type, expected, actual, 1);
    buffer_free(&out);
    buffer_free(&at);
    input_free(&input);
}

#define CHECK(rows)                                                                      \
    for (size_t r_ = 0; r_ < COUNT_OF(rows); ++r_)                                       \
    check(context, &(rows)[r_], r_)

#define I64_MIN ((uint64_t)1 << 63)

static void integers(wrow_context *context)
{
    static const struct row rows[] = {
        {SUM, I8, I64, SQUARE, 3, {0x80, 0x80, 0x7f}, 48897},
        {SUM, U64, U64, SQUARE, 3, {UINT64_MAX, 1ull << 32, 3}, 10},
        {SUM, I64, U64, ABSOLUTE, 3, {I64_MIN, UINT64_MAX, 5}, I64_MIN + 6},
        {MAX, I64, U64, ABSOLUTE, 2, {I64_MIN, 7}, I64_MIN},
        {MIN, I8, U8, ABSOLUTE, 2, {0x80, 0x80}, 128},
        {MAX, I16, U16, ABSOLUTE, 2, {0x8000, 0x7fff}, 32768},
        {MAX, I8, U8, ABSOLUTE, 0, {0}, 0},
        {MIN, I8, U8, ABSOLUTE, 0, {0}, 255},
        {SUM, I8, U8, ABSOLUTE, 3, {0x80, 0x80, 0xff}, 1},
        {SUM, U64, U64, PLAIN, 2, {UINT64_MAX, UINT64_MAX}, UINT64_MAX - 1},
        {SUM, I32, U64, IS_NAN, 3, {0x7fc00000, 0xffffffff, 0}, 0},
        {SUM, U8, I64, NONZERO, 5, {0, 1, 255, 0, 2}, 3},
        {MEAN, U8, F64, PLAIN, 3, {255, 255, 254}, 0x406fd55555555555},
        {MEAN, U64, F64, PLAIN, 1, {UINT64_MAX}, 0x43f0000000000000},
        {MEAN, U64, F64, SKIP, 2, {(1ull << 53) + 1, 0}, 0x4330000000000000},
        {MEAN, I64, F64, PLAIN, 1, {I64_MIN}, 0xc3e0000000000000},
        {MEAN, I64, F64, ABSOLUTE, 1, {I64_MIN}, 0x43e0000000000000},
        {MEAN, I16, F64, PLAIN, 0, {0}, 0x7ff8000000000000},
        {SUM, I8, F64, HALVED_UP, 1, {0xfd}, 0xbfe0000000000000},
        {SUM, U16, F64, SCALED, 0, {0}, 0},
    };
    CHECK(rows);
}
ON_BOTH(integers)

static void skipped_nans(wrow_context *context)
{
    static const struct row rows[] = {
        /* all are NaN: of either sign, with payload, signalling */
        {SUM, F32, F32, SKIP, 3, {0x7fc00000, 0xffc12345, 0x7f800001}, 0},
        {MIN, F32, F32, SKIP, 2, {0xffc12345, 0x7f800001}, 0x7f800000},
        {MAX, F32, F32, SKIP, 2, {0xffc12345, 0xff800001}, 0xff800000},
        {MEAN, F32, F32, SKIP, 2, {0xffc12345, 0x7f800001}, 0x7fc00000},
        {MEAN, F16, F16, SKIP, 1, {0xfc01}, 0x7e00},
        {SUM, BF16, F32, SKIP, 2, {0x7f81, 0xffff}, 0},
        {SUM, F64, F64, SCALED, 0, {0}, 0},
        /* some are */
        {MIN, F32, F32, SKIP, 2, {0xffc12345, 0x40000000}, 0x40000000},
        {MAX, F16, F16, SKIP, 3, {0x7c01, 0xc000, 0xfe00}, 0xc000},
        {MEAN,
         F32,
         F64,
         SKIP,
         4,
         {0x7fc00000, 0x3f800000, 0x40000000, 0xff800001},
         0x3ff8000000000000},
        {SUM, F32, F64, SCALED_SKIP, 2, {0xffc00000, 0x3f800000}, 0x4028000000000000},
        {SUM, F32, F32, SKIP, 3, {0x80000000, 0x7fc00000, 0x80000000}, 0x80000000},
        /* none is */
        {SUM, F64, F64, SKIP, 2, {1, 1}, 2},
        {MAX, F64, F64, SKIP, 2, {I64_MIN, 0}, 0},
        {MIN, F64, F64, SKIP, 2, {0, I64_MIN}, I64_MIN},
        /* they stay */
        {MIN, F32, F32, PLAIN, 2, {0xffc12345, 0xff800000}, 0x7fc00000},
        {MAX, F64, F64, ABSOLUTE, 2, {0xfff0000000000001, 0}, 0x7ff8000000000000},
        {MEAN, BF16, BF16, PLAIN, 2, {0x3f80, 0xff81}, 0x7fc0},
        /* and are counted */
        {SUM, F16, U64, IS_NAN, 6, {0x7e01, 0xfe00, 0x7c00, 0x7c01, 0xfc01, 0}, 4},
        {SUM, F16, U64, IS_NAN_SKIP, 2, {0x7e01, 0x3c00}, 0},
        {SUM,
         F32,
         I64,
         NONZERO,
         5,
         {0, 0x80000000, 0xffc00001, 0x80000001, 0x3f800000},
         3},
        {SUM,
         F32,
         I64,
         NONZERO_SKIP,
         5,
         {0, 0x80000000, 0xffc00001, 0x80000001, 0x3f800000},
         2},
    };
    CHECK(rows);
}
ON_BOTH(skipped_nans)

static void rounding(wrow_context *context)
{
    static const struct row rows[] = {
        {MEAN, F16, F16, PLAIN, 2, {0x7bff, 0x7bff}, 0x7bff},
        {SUM, F16, F32, SQUARE, 1, {0x7bff}, 0x4f7fc004},
        {SUM, F16, F16, SQUARE, 1, {0x7bff}, 0x7c00},
        {SUM, BF16, F32, SQUARE, 1, {0x7f7f}, 0x7f800000},
        {SUM, F32, F64, SQUARE, 1, {1}, 0x2d50000000000000},
        {SUM, F32, F32, SQUARE, 1, {1}, 0},
        {SUM, F32, F32, ABSOLUTE, 2, {0x80000000, 0x80000000}, 0},
        {MIN, F16, F16, ABSOLUTE, 2, {0x8000, 0x8001}, 0},
        {MAX, F32, F32, ABSOLUTE, 2, {0xff800000, 0x40000000}, 0x7f800000},
        {SUM, F64, F64, ABSOLUTE, 2, {I64_MIN + 1, 2}, 3},
        /* scale and shift are rounded to what the sum is kept in */
        {SUM, F16, F32, TENTH, 1, {0x3c00}, 0x3dcccccd},
        {SUM, F16, F64, TENTH, 1, {0x3c00}, 0x3fb99999a0000000},
        {SUM, F32, F64, TENTH, 1, {0x3f800000}, 0x3fb999999999999a},
        {SUM, F64, F64, MINUS_ZERO, 1, {I64_MIN}, I64_MIN},
        /* product and sum are rounded each: fused it would be 2^-56 */
        {SUM, F64, F64, FUSED, 1, {0x3ff0000001000000}, 0},
        {MEAN, F64, F64, DOUBLED_UP, 2, {0x3ff0000000000000, 0}, 0x4000000000000000},
        {MEAN, F64, F64, SKIP, 3, {0x3ff0000000000000, 0, 0}, 0x3fd5555555555555},
        {MEAN, F32, F32, PLAIN, 2, {0x7f7fffff, 0x7f7fffff}, 0x7f7fffff},
    };
    CHECK(rows);
}
ON_BOTH(rounding)

int main(void)
{
    const struct CMUnitTest tests[] = {BOTH(integers), BOTH(skipped_nans),
                                       BOTH(rounding)};
    return cmocka_run_group_tests_name("reduce/test_transform_values", tests, NULL, NULL);
}
