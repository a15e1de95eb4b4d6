/* test_arg_reduce.c -- min alone, max alone and both against the oracle, bit for bit.
 * Would catch the index of a later tie, of a lane or row beside the right one, an
 * element that is dropped at an edge of strip, row, chunk, run or fan, and a result
 * that depends on alignment, threads or the run. */
#include "support/case.h"
#include "support/memory_map.h"
#include "support/oracle.h"
#include "support/sanitizer.h"
#include <stdlib.h>
#include <string.h>

static void check(wrow_context *context, wrow_type type, enum gen_kind kind, size_t count,
                  size_t skew)
{
    struct input input = input_make(context, kind, type, count, count, skew);
    case_check_arg_reduce(&input, gen_names[kind]);
    input_free(&input);
}

/* A small integer that every type holds, but for the sign of an unsigned one. */
static void put(wrow_type type, int value, void *element)
{
    if (is_float(type))
        store_f64(type, value, element);
    else
        store_integer(type, (uint64_t)(int64_t)value, element);
}

static void every_type_at_every_edge(wrow_context *context)
{
    for (size_t t = 0; t < TYPE_COUNT; ++t) {
        const size_t bytes = type_rows[t].bytes;
        const size_t edges[] = {16 / bytes,   512 / bytes,   1024 / bytes,  4096 / bytes,
                                8192 / bytes, 40960 / bytes, 131072 / bytes};
        for (size_t count = 1; count < 6; ++count)
            check(context, type_rows[t].type, GEN_MIXED, count, bytes * count);
        for (size_t e = 0; e < COUNT_OF(edges); ++e)
            for (size_t near = edges[e] > 1 ? 0 : 1; near < 3; ++near) {
                const size_t count = edges[e] + near - 1;
                check(context, type_rows[t].type, e % 2 ? GEN_TIES : GEN_MIXED, count,
                      bytes * near);
                check(context, type_rows[t].type, GEN_BITS, count, 0);
            }
    }
}
ON_BOTH(every_type_at_every_edge)

static void every_kind_of_data(wrow_context *context)
{
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        for (size_t kind = 0; kind < GEN_KINDS; ++kind) {
            check(context, type_rows[t].type, (enum gen_kind)kind, 29, 0);
            check(context, type_rows[t].type, (enum gen_kind)kind,
                  unless_sanitized(20011, 5003), type_rows[t].bytes);
        }
}
ON_BOTH(every_kind_of_data)

static void every_alignment(wrow_context *context)
{
    static const enum gen_kind kinds[] = {GEN_TIES, GEN_SPECIAL, GEN_NAN};
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        for (size_t skew = 0; skew <= 16; ++skew)
            for (size_t k = 0; k < COUNT_OF(kinds); k += unless_sanitized(1, 2))
                check(context, type_rows[t].type, kinds[k], 9001,
                      skew * type_rows[t].bytes);
}
ON_BOTH(every_alignment)

static void random_counts(wrow_context *context)
{
    uint64_t seed = 43;
    for (size_t i = 0; i < unless_sanitized(400, 60); ++i) {
        const struct type_row *row = &type_rows[gen_below(&seed, TYPE_COUNT)];
        const enum gen_kind kind = (enum gen_kind)gen_below(&seed, GEN_KINDS);
        const uint64_t most = (uint64_t)1 << (1 + gen_below(&seed, 17));
        check(context, row->type, kind, 1 + gen_below(&seed, most),
              row->bytes * gen_below(&seed, 17));
    }
}
ON_BOTH(random_counts)

/* Where the tree changes its shape: 2,048 chunks, and fans of 2, 4 and 8. One element
 * in a thousand is not 0, and each of the last few is a new extreme in turn. */
static void around_fans(wrow_context *context)
{
    static const struct {
        wrow_type type;
        size_t chunks;
    } cases[] = {
        {WROW_F64, 2048}, {WROW_F32, 2048}, {WROW_BF16, 2048}, {WROW_I64, 2048},
        {WROW_U8, 2048},  {WROW_F64, 4096}, {WROW_I8, 4096},   {WROW_F64, 8192},
    };
    for (size_t c = 0; c < COUNT_OF(cases); ++c)
        for (size_t over = 0; over < 2; ++over)
            check(context, cases[c].type, over ? GEN_SPARSE : GEN_CANCEL,
                  cases[c].chunks * (4096 / type_row_of(cases[c].type)->bytes) + over, 0);
}
ON_BOTH(around_fans)

/* One low and one high element among equal ones, at every pair of neighbouring places
 * of [from, to), that there are; the answers need no oracle. */
static void check_places(wrow_context *context, wrow_type type, size_t from, size_t to)
{
    const size_t bytes = type_row_of(type)->bytes, count = 3 * 4096 / bytes + 5;
    unsigned char *const elements = malloc(count * bytes);
    unsigned char pair[2 * ELEMENT_BYTES_MAX];
    struct buffer out = buffer_make(context, 2 * sizeof(wrow_extreme), 0, CANARY_WRITE);
    wrow_extreme *const at = out.data, got[2];
    assert_non_null(elements);
    for (size_t i = 0; i < count; ++i)
        put(type, 50, elements + i * bytes);
    put(type, 3, pair);
    put(type, 100, pair + bytes);
    struct input input = input_of(context, type, elements, count, bytes);
    unsigned char *const data = input.buffer.data;
    for (size_t p = from; p < to && p + 1 < count; p += unless_sanitized(1, 37)) {
        MUST(context, wrow_copy(context, data + p * bytes, pair, 2 * bytes));
        MUST(context, wrow_arg_reduce(context, data, type, count, &at[0], &at[1]));
        buffer_get(&out, got);
        assert_true(got[0].index == p && got[1].index == p + 1);
        MUST(context, wrow_copy(context, data + p * bytes, elements, 2 * bytes));
    }
    free(elements);
    buffer_free(&out);
    input_free(&input);
}

static void every_place_of_a_chunk(wrow_context *context)
{
    for (size_t t = 0; t < TYPE_COUNT; ++t) {
        const size_t chunk = 4096 / type_rows[t].bytes;
        check_places(context, type_rows[t].type, 0, 3);
        check_places(context, type_rows[t].type, chunk - 2, 2 * chunk + 2);
        check_places(context, type_rows[t].type, 3 * chunk - 2, 3 * chunk + 4);
    }
}
ON_BOTH(every_place_of_a_chunk)

/* The first of several equal extremes, wherever threads, blocks or warps begin. */
static void check_ties(wrow_context *context, wrow_type type, size_t count)
{
    const size_t places[] = {0,    1,     31,        255,       1023,     1024,
                             4096, 65535, count / 2, count - 7, count - 2};
    const size_t bytes = type_row_of(type)->bytes;
    unsigned char *const elements = malloc(count * bytes);
    assert_non_null(elements);
    for (size_t p = 0; p < COUNT_OF(places); ++p) {
        const size_t place = places[p];
        if (place > count - 2)
            continue;
        for (size_t i = 0; i < count; ++i)
            put(type,
                i < place            ? 50 + (int)(i % 7)
                : i % 2 == place % 2 ? 100
                                     : 3,
                elements + i * bytes);
        struct input input = input_of(context, type, elements, count, bytes);
        wrow_extreme min, max;
        case_check_arg_reduce(&input, "ties");
        case_arg_reduce(&input, &min, &max);
        assert_true(max.index == place && min.index == place + 1);
        input_free(&input);
    }
    free(elements);
}

static void the_first_of_ties_is_found(wrow_context *context)
{
    for (size_t t = 0; t < TYPE_COUNT; ++t) {
        check_ties(context, type_rows[t].type, 37);
        check_ties(context, type_rows[t].type, unless_sanitized(100003, 5003));
    }
}
ON_BOTH(the_first_of_ties_is_found)

static void a_hundred_runs_give_the_same_bits(wrow_context *context)
{
    for (size_t t = 0; t < TYPE_COUNT; t += unless_sanitized(1, 5)) {
        struct input input = input_make(context, GEN_TIES, type_rows[t].type, 6,
                                        unless_sanitized(600003, 60003), 16);
        wrow_extreme first[2], again[2];
        oracle_arg_reduce(input.host, input.type, input.count, &first[0], &first[1]);
        for (size_t run = unless_sanitized(0, 97); run < 100; ++run) {
            case_arg_reduce(&input, &again[0], &again[1]);
            assert_same_extreme("run, min", input.type, &first[0], &again[0]);
            assert_same_extreme("run, max", input.type, &first[1], &again[1]);
        }
        input_free(&input);
    }
}
ON_BOTH(a_hundred_runs_give_the_same_bits)

static void any_number_of_threads_gives_the_same_bits(void **state)
{
    static const uint32_t threads[] = {1, 2, 3, 5, 8, 16, 61};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(threads); ++i) {
        wrow_context *context = case_cpu(threads[i]);
        check(context, WROW_I16, GEN_TIES, 3000017, 2);
        check(context, WROW_F64, GEN_SPARSE, 800009, 8);
        wrow_context_destroy(context);
    }
}

/* Arrays against forbidden pages: a read outside ends the program. */
static void nothing_outside_is_read(wrow_context *context)
{
    const size_t counts[] = {1, 2, 3, 31, 513, 4096, 5003};
    if (wrow_context_backend(context) != WROW_CPU)
        return;
    for (size_t t = 0; t < TYPE_COUNT; ++t)
        for (size_t c = 0; c < COUNT_OF(counts); ++c)
            for (int end = 0; end < 2; ++end) {
                const struct type_row *row = &type_rows[t];
                struct guarded guarded = guarded_make(counts[c] * row->bytes, 0, end);
                wrow_extreme expected[2], actual[2];
                assert_non_null(guarded.data);
                gen_elements(GEN_TIES, row->type, c, counts[c], guarded.data);
                oracle_arg_reduce(guarded.data, row->type, counts[c], &expected[0],
                                  &expected[1]);
                MUST(context, wrow_arg_reduce(context, guarded.data, row->type, counts[c],
                                              &actual[0], &actual[1]));
                assert_same_extreme("guarded", row->type, &expected[0], &actual[0]);
                assert_same_extreme("guarded", row->type, &expected[1], &actual[1]);
                guarded_free(&guarded);
            }
}
ON_BOTH(nothing_outside_is_read)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(every_type_at_every_edge),
        BOTH(every_kind_of_data),
        BOTH(every_alignment),
        BOTH(random_counts),
        BOTH(around_fans),
        BOTH(every_place_of_a_chunk),
        BOTH(the_first_of_ties_is_found),
        BOTH(a_hundred_runs_give_the_same_bits),
        cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
        BOTH(nothing_outside_is_read),
    };
    return cmocka_run_group_tests_name("reduce/test_arg_reduce", tests, NULL, NULL);
}
