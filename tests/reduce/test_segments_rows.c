/* test_segments_rows.c -- segments of one length, rows and columns, beside the call for
 * one array, bit for bit. Would catch a pitch taken for the number of columns, a read
 * between rows or behind the last one, a column that is folded in another order than an
 * array, and shapes of one row or one column. */
#include "support/memory_map.h"
#include "support/oracle.h"
#include "support/reductions.h"
#include "support/sanitizer.h"
#include "support/segments_case.h"
#include <stdlib.h>
#include <string.h>

/* What lies between rows is NaN, or -1: reading it changes the result. */
static struct input make_matrix(wrow_context *context, const struct layout *layout,
                                enum gen_kind kind, wrow_type type, size_t skew)
{
    const size_t bytes = type_row_of(type)->bytes, count = layout_count(layout);
    const size_t columns = layout->kind == COLUMNS ? layout->segments : layout->length;
    struct input input = input_make(context, kind, type, count, count, skew);
    for (size_t i = 0; i < count; ++i)
        if (i % layout->pitch >= columns)
            memset(input.host + i * bytes, CANARY_READ, bytes);
    buffer_put(&input.buffer, input.host);
    return input;
}

static void check(wrow_context *context, const struct reduction *reduction, bool skip,
                  enum gen_kind kind, const struct layout *layout, size_t skew)
{
    const wrow_reduce_options options = options_of(reduction, skip);
    struct input input = make_matrix(context, layout, kind, reduction->in, skew);
    case_check_segments(reduction->operation, &options, &input, layout, reduction->out,
                        gen_names[kind]);
    input_free(&input);
}

/* Both axes of a matrix. */
static void check_matrix(wrow_context *context, const struct reduction *reduction,
                         enum gen_kind kind, size_t rows, size_t columns, size_t pitch,
                         size_t skew)
{
    const struct layout along_rows = layout_of_matrix(ROWS, rows, columns, pitch);
    const struct layout along_columns = layout_of_matrix(COLUMNS, rows, columns, pitch);
    const bool skip = kind == GEN_NAN && can_skip_nan(reduction->operation);
    check(context, reduction, skip, kind, &along_rows, skew);
    check(context, reduction, skip, kind, &along_columns, skew);
}

static void every_reduction_of_a_matrix(wrow_context *context)
{
    size_t many;
    const struct reduction *const all = every_reduction(&many);
    for (size_t r = 0; r < many; r += unless_sanitized(1, 13)) {
        const size_t bytes = type_row_of(all[r].in)->bytes;
        const struct layout equal = layout_of_length(19, r % 71);
        check_matrix(context, &all[r], (enum gen_kind)(r % GEN_KINDS), 37, 21, 21 + r % 3,
                     r % 17 * bytes);
        check_matrix(context, &all[r], GEN_NAN, 13, 35, 40, bytes);
        check(context, &all[r], false, GEN_MIXED, &equal, r % 16 * bytes);
    }
}
ON_BOTH(every_reduction_of_a_matrix)

/* One of each family of loops and of each width. */
static const struct reduction families[] = {
    {WROW_IDENTITY, WROW_SUM, WROW_F32, WROW_F32},
    {WROW_IDENTITY, WROW_SUM, WROW_F16, WROW_F32},
    {WROW_SQUARE, WROW_SUM, WROW_F64, WROW_F64},
    {WROW_IDENTITY, WROW_MEAN, WROW_U8, WROW_F64},
    {WROW_IDENTITY, WROW_MEAN, WROW_BF16, WROW_BF16},
    {WROW_SCALE_SHIFT, WROW_SUM, WROW_I16, WROW_F64},
    {WROW_IDENTITY, WROW_SUM, WROW_I8, WROW_I32},
    {WROW_IDENTITY, WROW_MAX, WROW_F32, WROW_F32},
    {WROW_IDENTITY, WROW_MIN, WROW_I64, WROW_I64},
    {WROW_IDENTITY, WROW_PRODUCT, WROW_U32, WROW_U32},
    {WROW_IDENTITY, WROW_ANY, WROW_U16, WROW_I8},
};

/* n x 1, 1 x n, tall, wide, square; columns of more than one run; nothing at all. */
static void every_shape(wrow_context *context)
{
    static const size_t shapes[][3] = {
        /* rows, columns, pitch */
        {1, 1, 1},       {1, 1, 9},       {1, 70, 70},     {1, 1201, 1201},
        {70, 1, 1},      {1201, 1, 1},    {1201, 1, 3},    {1003, 3, 3},
        {1003, 2, 7},    {3, 1003, 1003}, {2, 3011, 3019}, {129, 127, 127},
        {128, 128, 128}, {65, 130, 131},  {0, 5, 5},       {5, 0, 0},
        {5, 0, 3},       {0, 0, 0},       {33, 600, 1024}, {600, 33, 40},
        {40, 15, 15},    {40, 16, 17},    {45, 17, 17},    {37, 255, 255},
        {33, 256, 256},  {33, 257, 260},  {1100, 18, 18},  {4200, 20, 21},
    };
    const size_t step = unless_sanitized(1, 5);
    for (size_t f = 0; f < COUNT_OF(families); ++f)
        for (size_t s = f % step; s < COUNT_OF(shapes); s += step)
            check_matrix(context, &families[f], s % 2 ? GEN_CANCEL : GEN_MIXED,
                         shapes[s][0], shapes[s][1], shapes[s][2],
                         s % 5 * type_row_of(families[f].in)->bytes);
}
ON_BOTH(every_shape)

static void every_alignment_gives_the_same_bits(wrow_context *context)
{
    for (size_t f = 0; f < COUNT_OF(families); f += unless_sanitized(1, 3)) {
        const size_t bytes = type_row_of(families[f].in)->bytes;
        for (size_t skew = 0; skew <= 16; skew += bytes)
            check_matrix(context, &families[f], GEN_CANCEL, 90, 75, 75 + skew % 3, skew);
    }
}
ON_BOTH(every_alignment_gives_the_same_bits)

static void segments_of_one_length(wrow_context *context)
{
    static const size_t counts[] = {0, 1, 2, 31, 33, 257};
    for (size_t f = 0; f < COUNT_OF(families); ++f) {
        const size_t bytes = type_row_of(families[f].in)->bytes;
        const size_t lengths[] = {
            0, 1, 2, 16 / bytes, 512 / bytes, 513 / bytes, 4096 / bytes, 4100 / bytes};
        for (size_t c = 0; c < COUNT_OF(counts); c += unless_sanitized(1, 4))
            for (size_t l = 0; l < COUNT_OF(lengths); ++l) {
                const struct layout layout = layout_of_length(counts[c], lengths[l]);
                check(context, &families[f], false, GEN_CANCEL, &layout, l * bytes);
            }
        const struct layout long_ones =
            layout_of_length(3, unless_sanitized(300000, 20000) / bytes + 1);
        check(context, &families[f], false, GEN_CANCEL, &long_ones, bytes);
    }
}
ON_BOTH(segments_of_one_length)

/* Of a row, and of a column, more than 2,048 runs. */
static void rows_and_columns_of_many_runs(wrow_context *context)
{
    const size_t length = (unless_sanitized(2100, 150) * 4096 + 100) / 8;
    const struct layout rows = layout_of_matrix(ROWS, 2, length, length + 1);
    const struct layout columns = layout_of_matrix(COLUMNS, length, 2, 3);
    check(context, &families[2], false, GEN_CANCEL, &rows, 8);
    check(context, &families[2], false, GEN_CANCEL, &columns, 8);
}
ON_BOTH(rows_and_columns_of_many_runs)

/* A matrix whose last row ends, and whose first begins, at a forbidden page. */
static void nothing_outside_is_read(wrow_context *context)
{
    enum { ROWS_ = 7, COLUMNS_ = 37, PITCH = 64 };
    if (wrow_context_backend(context) != WROW_CPU)
        return;
    for (size_t f = 0; f < COUNT_OF(families); ++f)
        for (int end = 0; end < 2; ++end)
            for (int axis = WROW_ALONG_ROWS; axis <= WROW_ALONG_COLUMNS; ++axis) {
                const wrow_type in = families[f].in;
                const size_t count = (ROWS_ - 1) * PITCH + COLUMNS_;
                const wrow_reduce_options options = options_of(&families[f], false);
                struct guarded guarded =
                    guarded_make(count * type_row_of(in)->bytes, 0, end);
                uint64_t out[COLUMNS_];
                assert_non_null(guarded.data);
                gen_elements(GEN_MIXED, in, 1, count, guarded.data);
                MUST(context, wrow_reduce_rows(context, families[f].operation, &options,
                                               (wrow_axis)axis, guarded.data, in, ROWS_,
                                               COLUMNS_, PITCH, out, families[f].out));
                guarded_free(&guarded);
            }
}
ON_BOTH(nothing_outside_is_read)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(every_reduction_of_a_matrix),         BOTH(every_shape),
        BOTH(every_alignment_gives_the_same_bits), BOTH(segments_of_one_length),
        BOTH(rows_and_columns_of_many_runs),       BOTH(nothing_outside_is_read),
    };
    return cmocka_run_group_tests_name("reduce/test_segments_rows", tests, NULL, NULL);
}
