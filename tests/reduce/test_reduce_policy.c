/*
 * test_reduce_policy.c -- a policy spreads a reduction over a GPU and must not change
 * a bit of it: every row is forced on the same inputs, and each result compared with
 * the oracle's. Would catch an order constant that hides in a policy.
 */
#include "reduce/reduce_policy.h"
#include "support/case.h"
#include "support/sanitizer.h"
#include <stdio.h>

static const struct {
    wrow_operation operation;
    wrow_type type;
    enum gen_kind kind;
} cases[] = {
    {WROW_SUM, WROW_F32, GEN_CANCEL},      {WROW_SUM, WROW_F64, GEN_CANCEL},
    {WROW_SUM, WROW_F16, GEN_CANCEL},      {WROW_SUM, WROW_BF16, GEN_CANCEL},
    {WROW_PRODUCT, WROW_F32, GEN_FACTORS}, {WROW_PRODUCT, WROW_F64, GEN_FACTORS},
    {WROW_SUM, WROW_I8, GEN_CANCEL},       {WROW_MAX, WROW_F32, GEN_CANCEL},
};

static void every_row_gives_the_same_bits(wrow_context *context)
{
    const size_t counts[] = {1, 1000, 8192, 300007, 5000011};
    for (size_t c = 0; c < COUNT_OF(cases); ++c)
        for (size_t n = 0; n < unless_sanitized(COUNT_OF(counts), 4); ++n)
            for (size_t skew = 0; skew < 2; ++skew) {
                const size_t bytes = wrow_type_size(cases[c].type);
                struct input input = input_make(context, cases[c].kind, cases[c].type,
                                                c + n, counts[n], skew * bytes);
                for (int row = 0; row < REDUCE_POLICY_COUNT; ++row) {
                    char what[48];
                    snprintf(what, sizeof what, "policy row %d", row);
                    wrow_reduce_policy_forced = row;
                    case_check_reduce(cases[c].operation, &input, cases[c].type, what);
                }
                wrow_reduce_policy_forced = -1;
                input_free(&input);
            }
}

static void every_row_gives_the_same_bits_cuda(void **state)
{
    (void)state;
    case_on_cuda(every_row_gives_the_same_bits);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_gives_the_same_bits_cuda),
    };
    return cmocka_run_group_tests_name("reduce/test_reduce_policy", tests, NULL, NULL);
}
