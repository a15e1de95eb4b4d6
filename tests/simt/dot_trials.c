/* dot_trials.c -- see trial.h: bodies for wrow_dot and wrow_describe_merge. */
#include "reduce/describe_merge_impl.h"
#include "support/oracle.h"
#include "trial.h"

/* A type of that many bytes; real: f32 or f64. */
static wrow_type any_type(struct trial *trial, size_t bytes, bool real)
{
    for (;;) {
        const struct type_row *const row =
            &type_rows[gen_below(&trial->random, TYPE_COUNT)];
        if (row->bytes == bytes && (!real || is_float(row->type)))
            return row->type;
    }
}

/* The kernels in turn: a width of a and b each, f16, bf16, integers of a width. */
static void choose_types(struct trial *trial, wrow_type *a, wrow_type *b)
{
    static const size_t widths[] = {1, 2, 4, 8};
    const size_t turn = trial->round % DOT_KERNELS;
    if (turn < 8) {
        *a = any_type(trial, widths[turn / 2], false);
        *b = any_type(trial, widths[2 + turn % 2], true);
        return;
    }
    *a = turn == 8 ? WROW_F16 : WROW_BF16;
    while (turn >= 10 && is_float(*a = any_type(trial, widths[turn - 10], false)))
        ;
    *b = *a;
}

void trial_dot(struct trial *trial)
{
    wrow_type a_type, b_type;
    choose_types(trial, &a_type, &b_type);
    const size_t a_bytes = type_row_of(a_type)->bytes;
    const size_t b_bytes = type_row_of(b_type)->bytes;
    const size_t count = trial_count(trial, a_bytes);
    const size_t half = a_bytes == 2 && gen_below(&trial->random, 2); /* out is narrow */
    const wrow_type out = !is_float(b_type) ? WROW_I64
                          : b_bytes == 2    ? (half ? a_type : WROW_F32)
                                            : WROW_F64;
    struct input a = input_make(trial->context, trial_kind(trial), a_type, trial->round,
                                count, trial_skew(trial, a_bytes));
    struct input b = input_make(trial->context, trial_kind(trial), b_type,
                                trial->round + 1, count, trial_skew(trial, b_bytes));
    case_check_dot(&a, &b, out, "under a schedule");
    input_free(&b);
    input_free(&a);
}

void trial_describe_merge(struct trial *trial)
{
    enum { MOST = 5 * MERGE_LANES, LENGTH = 6 };
    static const size_t counts[] = {
        1, 2, MERGE_LANES - 1, MERGE_LANES, MERGE_LANES + 1, 3 * MERGE_LANES - 1, MOST};
    const wrow_type type = type_rows[gen_below(&trial->random, TYPE_COUNT)].type;
    const bool skip_nan = gen_below(&trial->random, 2);
    const size_t count = counts[gen_below(&trial->random, COUNT_OF(counts))];
    unsigned char elements[LENGTH * ELEMENT_BYTES_MAX];
    wrow_summary parts[MOST];
    for (size_t p = 0; p < count; ++p) {
        const size_t length = gen_below(&trial->random, LENGTH);
        gen_elements(trial_kind(trial), type, trial->round + p, length, elements);
        oracle_describe(elements, type, length, skip_nan, &parts[p]);
    }
    case_check_describe_merge(trial->context, parts, type, count, skip_nan,
                              "under a schedule");
}
