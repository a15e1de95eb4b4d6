/* segments_trials.c -- see trial.h: bodies for many reductions in one call, and for
 * transforms, which are one segment. */
#include "reduce/reduce_order.h"
#include "support/oracle.h"
#include "support/reductions.h"
#include "support/segments_case.h"
#include "trial.h"
#include <stdlib.h>

enum { SEGMENTS_MOST = 150, MATRIX_MOST = 9, SHORT_STRIPS = 3 };

/* The kernels of a reduction: words of integers by width, integers as numbers by width,
 * floats with all elements and without NaNs. */
static size_t fold_of(const struct reduction *reduction, bool skip)
{
    static const size_t rows[] = {[1] = 0, [2] = 1, [4] = 2, [8] = 3};
    const size_t row = rows[type_row_of(reduction->in)->bytes];
    const bool adds = reduction->operation == WROW_SUM ||
                      reduction->operation == WROW_PRODUCT ||
                      reduction->operation == WROW_MEAN;
    if (!adds || !is_float(reduction->out))
        return row;
    if (!is_float(reduction->in))
        return 4 + row;
    return 8 + 2 * (size_t)(reduction->in - WROW_F16) + skip;
}

/* Any reduction of the round's kernels. */
static const struct reduction *choose(struct trial *trial, wrow_reduce_options *options)
{
    size_t many;
    const struct reduction *const all = every_reduction(&many);
    for (;;) {
        const struct reduction *const one = &all[gen_below(&trial->random, many)];
        const bool skip =
            can_skip_nan(one->operation) && gen_below(&trial->random, 2) == 0;
        *options = options_of(one, skip);
        if (fold_of(one, skip) == trial->round % SEGMENT_FOLDS)
            return one;
    }
}

static size_t chunk_of(size_t bytes)
{
    return REDUCE_CHUNK_ROWS * REDUCE_ROW_BYTES / bytes;
}

/* Of a segment: some are about as long as what a lane, some lanes, a warp or several
 * warps take. */
static size_t any_length(struct trial *trial, size_t bytes)
{
    const size_t strip = REDUCE_STRIP_BYTES / bytes;
    const size_t edges[] = {1,          strip,      4 * strip,       8 * strip,
                            16 * strip, 32 * strip, chunk_of(bytes), 2 * chunk_of(bytes)};
    return edges[gen_below(&trial->random, COUNT_OF(edges))] +
           gen_below(&trial->random, 3) - 1;
}

/* Tiny ones, some of them many; a few of every length; a giant among tiny ones. */
static size_t choose_lengths(struct trial *trial, size_t bytes, size_t *lengths)
{
    static const size_t counts[] = {1, 2, 31, 33, 64, 65, SEGMENTS_MOST};
    const size_t style = gen_below(&trial->random, 3);
    const size_t segments = style == 1 ? 1 + gen_below(&trial->random, 20)
                                       : counts[gen_below(&trial->random, 7)];
    for (size_t s = 0; s < segments; ++s)
        lengths[s] = style == 1
                         ? any_length(trial, bytes)
                         : gen_below(&trial->random,
                                     SHORT_STRIPS * REDUCE_STRIP_BYTES / bytes + 1);
    if (style == 2)
        lengths[gen_below(&trial->random, segments)] = trial_count(trial, bytes);
    return segments;
}

/* Always more elements than a run, so that there may be a long segment: else there is
 * one launch less. */
static struct input cut_input(struct trial *trial, wrow_type type, struct layout *layout,
                              uint64_t **offsets)
{
    const size_t bytes = type_row_of(type)->bytes, least = chunk_of(bytes) + 1;
    size_t lengths[SEGMENTS_MOST];
    const size_t segments = choose_lengths(trial, bytes, lengths);
    *offsets = make_offsets(lengths, segments, gen_below(&trial->random, 20));
    *layout = layout_at(*offsets, segments);
    const size_t count = layout_count(layout) +
                         gen_below(&trial->random, 2) * gen_below(&trial->random, 9);
    return input_make(trial->context, trial_kind(trial), type, trial->round,
                      count < least ? least : count, trial_skew(trial, bytes));
}

void trial_segments(struct trial *trial)
{
    wrow_reduce_options options;
    const struct reduction *const one = choose(trial, &options);
    struct layout layout;
    uint64_t *offsets;
    struct input input = cut_input(trial, one->in, &layout, &offsets);
    case_check_segments(one->operation, &options, &input, &layout, one->out,
                        "under a schedule");
    input_free(&input);
    free(offsets);
}

void trial_extremes(struct trial *trial)
{
    static const size_t widths[EXTREME_FOLDS] = {1, 2, 4, 8};
    const size_t width = widths[trial->round % EXTREME_FOLDS];
    const struct type_row *row;
    struct layout layout;
    uint64_t *offsets;
    do
        row = &type_rows[gen_below(&trial->random, TYPE_COUNT)];
    while (row->bytes != width);
    struct input input = cut_input(trial, row->type, &layout, &offsets);
    case_check_arg_segments(&input, &layout, "under a schedule");
    input_free(&input);
    free(offsets);
}

void trial_summaries(struct trial *trial)
{
    struct layout layout;
    uint64_t *offsets;
    struct input input =
        cut_input(trial, type_rows[trial->round % TYPE_COUNT].type, &layout, &offsets);
    case_check_describe_segments(&input, gen_below(&trial->random, 2) == 0, &layout,
                                 "under a schedule");
    input_free(&input);
    free(offsets);
}

static void check_matrix(struct trial *trial, enum layout_kind axis, size_t segments,
                         size_t length)
{
    wrow_reduce_options options;
    const struct reduction *const one = choose(trial, &options);
    const bool columns = axis == COLUMNS;
    const size_t width = columns ? segments : length;
    const size_t gap = gen_below(&trial->random, 2) * gen_below(&trial->random, 9);
    /* a pitch of 1 would be an array */
    const struct layout layout = layout_of_matrix(axis, columns ? length : segments,
                                                  width, width + gap + (width == 1));
    const size_t bytes = type_row_of(one->in)->bytes;
    struct input input =
        input_make(trial->context, trial_kind(trial), one->in, trial->round,
                   layout_count(&layout), trial_skew(trial, bytes));
    case_check_segments(one->operation, &options, &input, &layout, one->out,
                        "under a schedule");
    input_free(&input);
}

/* Bytes of an element of the round's kernels. */
static size_t bytes_of_round(const struct trial *trial)
{
    static const size_t bytes[SEGMENT_FOLDS] = {1, 2, 4, 8, 1, 2, 4, 8,
                                                2, 2, 2, 2, 4, 4, 8, 8};
    return bytes[trial->round % SEGMENT_FOLDS];
}

/* Columns of several runs, which take two launches: of a few, of more than a warp folds,
 * of more than there are partials. And any others. */
void trial_columns(struct trial *trial)
{
    const size_t bytes = bytes_of_round(trial), chunk = chunk_of(bytes);
    const size_t k = gen_below(&trial->random, 50);
    const size_t runs = k == 0 ? REDUCE_PARTIALS_MAX + 40 : k < 8 ? 70 : 3;
    check_matrix(trial, COLUMNS, 1 + gen_below(&trial->random, k ? MATRIX_MOST : 2),
                 chunk + 1 + gen_below(&trial->random, runs * chunk));
    check_matrix(trial, COLUMNS, 1 + gen_below(&trial->random, SEGMENTS_MOST),
                 any_length(trial, bytes) % (chunk / 2));
}

void trial_rows(struct trial *trial)
{
    const size_t bytes = bytes_of_round(trial);
    check_matrix(trial, ROWS, 1 + gen_below(&trial->random, MATRIX_MOST),
                 any_length(trial, bytes));
    check_matrix(trial, ROWS, 1 + gen_below(&trial->random, SEGMENTS_MOST),
                 gen_below(&trial->random, SHORT_STRIPS * REDUCE_STRIP_BYTES / bytes));
}

/* Some with a count that lies on the device, at most the argument. */
void trial_transform(struct trial *trial)
{
    wrow_context *const context = trial->context;
    wrow_reduce_options options;
    const struct reduction *const one = choose(trial, &options);
    const size_t bytes = type_row_of(one->in)->bytes;
    const size_t out_bytes = type_row_of(one->out)->bytes;
    struct input input = input_make(context, trial_kind(trial), one->in, trial->round,
                                    trial_count(trial, bytes), trial_skew(trial, bytes));
    struct buffer count = buffer_make(context, sizeof(uint64_t), 8, CANARY_READ);
    struct buffer out = buffer_make(context, out_bytes, out_bytes, CANARY_WRITE);
    const uint64_t taken = gen_below(&trial->random, input.count + 1);
    unsigned char expected[ELEMENT_BYTES_MAX], actual[ELEMENT_BYTES_MAX];
    case_check_transform(one->operation, &options, &input, one->out, "under a schedule");
    buffer_put(&count, &taken);
    options.count_device = count.data;
    oracle_transform_reduce(one->operation, &options, input.host, one->in, taken,
                            expected, one->out);
    MUST(context,
         wrow_transform_reduce(context, one->operation, &options, input.buffer.data,
                               one->in, input.count, out.data, one->out));
    buffer_get(&out, actual);
    assert_same_bits("counted on the device", one->out, expected, actual, 1);
    buffer_free(&out);
    buffer_free(&count);
    input_free(&input);
}
