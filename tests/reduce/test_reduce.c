/* test_reduce.c -- every supported triple against the oracle, bit for bit. Would
 * catch a wrong tree, an element that is dropped or read twice at an edge of strip,
 * row or chunk, a lane decided by an address, a wrong identity, a lost NaN. */
#include "support/case.h"
#include "support/memory_map.h"
#include "support/oracle.h"
#include "support/sanitizer.h"
#include <stdio.h>
#include <string.h>

/* All outputs of an operation on an input. */
static void check_outputs(wrow_operation operation, const struct input *input,
                          const char *what)
{
    for (size_t o = 0; o < TYPE_COUNT; ++o)
        if (wrow_supported(operation, input->type, type_rows[o].type))
            case_check_reduce(operation, input, type_rows[o].type, what);
}

static void check_everything(wrow_context *context, wrow_type type, enum gen_kind kind,
                             size_t count, size_t skew)
{
    struct input input = input_make(context, kind, type, count, count, skew);
    for (size_t op = 0; op < OPERATION_COUNT; ++op)
        check_outputs(operations[op], &input, gen_names[kind]);
    input_free(&input);
}

/* Counts around strip, row, two rows, a chunk of 8 rows and three chunks. */
static void every_triple_at_every_edge(wrow_context *context)
{
    for (size_t t = 0; t < TYPE_COUNT; ++t) {
        const size_t bytes = type_rows[t].bytes;
        const size_t edges[] = {16 / bytes, 512 / bytes, 1024 / bytes, 4096 / bytes,
                                12288 / bytes};
        for (size_t count = 0; count < 4; ++count)
            check_everything(context, type_rows[t].type, GEN_MIXED, count, bytes);
        for (size_t e = 0; e < COUNT_OF(edges); ++e)
            for (size_t near = 0; near < 3; ++near)
                check_everything(context, type_rows[t].type,
                                 e % 2 ? GEN_CANCEL : GEN_MIXED, edges[e] + near - 1,
                                 bytes * near);
    }
}
ON_BOTH(every_triple_at_every_edge)

static void every_triple_on_every_kind_of_data(wrow_context *context)
{
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        for (size_t kind = 0; kind < GEN_KINDS; kind += unless_sanitized(1, 3)) {
            check_everything(context, type_rows[t].type, (enum gen_kind)kind, 37, 0);
            check_everything(context, type_rows[t].type, (enum gen_kind)kind, 6007,
                             type_rows[t].bytes);
        }
}
ON_BOTH(every_triple_on_every_kind_of_data)

/* The element's index decides, never its address. */
static void every_alignment_gives_the_same_bits(wrow_context *context)
{
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        for (size_t skew = 0; skew <= 16; skew += type_rows[t].bytes) {
            struct input input =
                input_make(context, GEN_CANCEL, type_rows[t].type, 5, 5003, skew);
            check_outputs(WROW_SUM, &input, "each alignment");
            check_outputs(WROW_PRODUCT, &input, "each alignment");
            check_outputs(WROW_MAX, &input, "each alignment");
            input_free(&input);
        }
}
ON_BOTH(every_alignment_gives_the_same_bits)

static void random_counts(wrow_context *context)
{
    uint64_t seed = 42;
    for (int i = 0; i < 120; ++i) {
        const struct type_row *row = &type_rows[gen_below(&seed, TYPE_COUNT)];
        const enum gen_kind kind = (enum gen_kind)gen_below(&seed, GEN_KINDS);
        const size_t count = gen_below(&seed, (uint64_t)1 << (3 + gen_below(&seed, 15)));
        struct input input = input_make(context, kind, row->type, seed, count,
                                        row->bytes * gen_below(&seed, 17));
        check_outputs(operations[gen_below(&seed, OPERATION_COUNT)], &input,
                      gen_names[kind]);
        check_outputs(WROW_SUM, &input, gen_names[kind]);
        input_free(&input);
    }
}
ON_BOTH(random_counts)

static void a_hundred_runs_give_the_same_bits(wrow_context *context)
{
    const wrow_type types[] = {WROW_F16, WROW_BF16, WROW_F32, WROW_F64};
    for (size_t t = 0; t < COUNT_OF(types); ++t) {
        unsigned char first[ELEMENT_BYTES_MAX], again[ELEMENT_BYTES_MAX];
        struct input input = input_make(context, GEN_CANCEL, types[t], 77, 700001,
                                        type_row_of(types[t])->bytes);
        oracle_reduce(WROW_SUM, input.host, types[t], input.count, first, types[t]);
        for (size_t run = unless_sanitized(0, 97); run < 100; ++run) {
            case_reduce(WROW_SUM, &input, types[t], again);
            assert_same_bits("run", types[t], first, again, 1);
        }
        input_free(&input);
    }
}
ON_BOTH(a_hundred_runs_give_the_same_bits)

static void any_number_of_threads_gives_the_same_bits(void **state)
{
    static const uint32_t threads[] = {1, 2, 3, 5, 8, 16, 61};
    double first = 0, sum = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(threads); ++i) {
        wrow_context *context = case_cpu(threads[i]);
        struct input input = input_make(context, GEN_CANCEL, WROW_F64, 3, 400009, 8);
        case_reduce(WROW_SUM, &input, WROW_F64, i == 0 ? &first : &sum);
        if (i > 0)
            assert_same_bits("threads", WROW_F64, &first, &sum, 1);
        input_free(&input);
        wrow_context_destroy(context);
    }
}

/* A test of the tests: on this data other orders have other sums. */
static void the_data_betrays_a_wrong_order(void **state)
{
    static double x[100003];
    double right, forward = 0, backward = 0, pairs = 0;
    (void)state;
    gen_elements(GEN_CANCEL, WROW_F64, 3, COUNT_OF(x), x);
    oracle_reduce(WROW_SUM, x, WROW_F64, COUNT_OF(x), &right, WROW_F64);
    for (size_t i = 0; i < COUNT_OF(x); ++i) {
        forward += x[i];
        backward += x[COUNT_OF(x) - 1 - i];
    }
    for (size_t i = 0; i + 1 < COUNT_OF(x); i += 2)
        pairs += x[i] + x[i + 1];
    pairs += x[COUNT_OF(x) - 1];
    assert_true(right != forward && right != backward && right != pairs);
    assert_true(forward != backward);
}

/* Arrays against forbidden pages: a read outside ends the program. */
static void nothing_outside_is_read(wrow_context *context)
{
    const size_t counts[] = {1, 2, 3, 5, 31, 511, 4096, 5003};
    if (wrow_context_backend(context) != WROW_CPU)
        return;
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        for (size_t c = 0; c < COUNT_OF(counts); ++c)
            for (size_t skew = 0; skew < 2; ++skew)
                for (int end = 0; end < 2; ++end) {
                    const struct type_row *row = &type_rows[t];
                    const size_t bytes = counts[c] * row->bytes;
                    struct guarded guarded = guarded_make(bytes, skew * row->bytes, end);
                    unsigned char expected[8], actual[8];
                    assert_non_null(guarded.data);
                    gen_elements(GEN_MIXED, row->type, c, counts[c], guarded.data);
                    for (size_t op = 0; op < OPERATION_COUNT; ++op) {
                        const wrow_type out = operations[op] == WROW_MEAN ? WROW_F64
                                              : op < 7                    ? row->type
                                                                          : WROW_I64;
                        if (!wrow_supported(operations[op], row->type, out))
                            continue;
                        oracle_reduce(operations[op], guarded.data, row->type, counts[c],
                                      expected, out);
                        MUST(context, wrow_reduce(context, operations[op], guarded.data,
                                                  row->type, counts[c], actual, out));
                        assert_same_bits("guarded", out, expected, actual, 1);
                    }
                    guarded_free(&guarded);
                }
}
ON_BOTH(nothing_outside_is_read)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(every_triple_at_every_edge),
        BOTH(every_triple_on_every_kind_of_data),
        BOTH(every_alignment_gives_the_same_bits),
        BOTH(random_counts),
        BOTH(a_hundred_runs_give_the_same_bits),
        cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(the_data_betrays_a_wrong_order),
        BOTH(nothing_outside_is_read),
    };
    return cmocka_run_group_tests_name("reduce/test_reduce", tests, NULL, NULL);
}
