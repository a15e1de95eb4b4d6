/* test_dot.c -- wrow_dot against the oracle, bit for bit. Would catch a product that is
 * not rounded, an order that is b's, a strip of one input that slips against the other's,
 * and a row of b that is cut short. */
#include "support/case.h"
#include "support/memory_map.h"
#include "support/oracle.h"
#include "support/sanitizer.h"

struct pair {
    wrow_type a, b, out;
};

/* The widest output of each pair of types that has one. */
static size_t every_pair(struct pair *pairs)
{
    size_t count = 0;
    for (size_t a = 0; a < TYPE_COUNT; ++a)
        for (size_t b = 0; b < TYPE_COUNT; ++b) {
            const struct pair pair = {type_rows[a].type, type_rows[b].type,
                                      is_float(type_rows[b].type) ? WROW_F64 : WROW_I64};
            if (oracle_dot_supported(pair.a, pair.b, pair.out))
                pairs[count++] = pair;
        }
    assert_int_equal(count, 34);
    return count;
}

static void check(wrow_context *context, const struct pair *pair, enum gen_kind kind,
                  size_t count, size_t a_skew, size_t b_skew)
{
    /* Products of extremes overflow; beside factors they are only large. */
    const enum gen_kind other = count % 2 ? kind : GEN_FACTORS;
    struct input a = input_make(context, kind, pair->a, count, count, a_skew);
    struct input b = input_make(context, other, pair->b, count + 1, count, b_skew);
    case_check_dot(&a, &b, pair->out, gen_names[kind]);
    input_free(&b);
    input_free(&a);
}

static void every_triple_of_types(wrow_context *context)
{
    for (size_t a = 0; a < TYPE_COUNT; ++a)
        for (size_t b = 0; b < TYPE_COUNT; ++b)
            for (size_t out = 0; out < TYPE_COUNT; ++out) {
                const struct pair triple = {type_rows[a].type, type_rows[b].type,
                                            type_rows[out].type};
                const bool taken = oracle_dot_supported(triple.a, triple.b, triple.out);
                assert_int_equal(wrow_dot_supported(triple.a, triple.b, triple.out),
                                 taken);
                if (taken) {
                    check(context, &triple, GEN_MIXED, 1201, 0, 0);
                    check(context, &triple, GEN_TIES, 0, 8, 0);
                }
            }
}
ON_BOTH(every_triple_of_types)

static void every_kind_of_data(wrow_context *context)
{
    struct pair pairs[TYPE_COUNT * TYPE_COUNT];
    const size_t count = every_pair(pairs);
    for (size_t p = 0; p < count; ++p)
        for (size_t kind = 0; kind < GEN_KINDS; kind += unless_sanitized(1, 4)) {
            check(context, &pairs[p], (enum gen_kind)kind, 29, 0, 8);
            check(context, &pairs[p], (enum gen_kind)kind, 10012 + kind % 2, 8, 0);
        }
}
ON_BOTH(every_kind_of_data)

static void every_edge(wrow_context *context)
{
    struct pair pairs[TYPE_COUNT * TYPE_COUNT];
    const size_t pair_count = every_pair(pairs);
    for (size_t p = 0; p < pair_count; p += unless_sanitized(1, 3)) {
        const size_t bytes = type_row_of(pairs[p].a)->bytes;
        const size_t edges[] = {16 / bytes,   512 / bytes,   1024 / bytes,  2048 / bytes,
                                4096 / bytes, 12288 / bytes, 131072 / bytes};
        const size_t last = COUNT_OF(edges) - unless_sanitized(bytes > 2 ? 0 : 1, 1);
        for (size_t count = 0; count < 4; ++count)
            check(context, &pairs[p], GEN_MIXED, count, bytes, 0);
        for (size_t e = 0; e < last; ++e)
            for (size_t near = edges[e] > 0 ? 0 : 1; near < 3; ++near)
                check(context, &pairs[p], GEN_CANCEL, edges[e] + near - 1,
                      near < 2 ? 0 : bytes, 0);
    }
}
ON_BOTH(every_edge)

/* Each input has a distance from an alignment of its own. */
static void every_two_alignments(wrow_context *context)
{
    struct pair pairs[TYPE_COUNT * TYPE_COUNT];
    const size_t count = every_pair(pairs);
    for (size_t p = 0; p < count; ++p) {
        const size_t a_bytes = type_row_of(pairs[p].a)->bytes;
        const size_t b_bytes = type_row_of(pairs[p].b)->bytes;
        const size_t step = unless_sanitized(1, 3);
        for (size_t a = 0; a <= 16 / a_bytes; a += step)
            for (size_t b = 0; b <= 16 / b_bytes; b += a_bytes * b_bytes < 4 ? 5 : step)
                check(context, &pairs[p], GEN_MIXED, 5003, a * a_bytes, b * b_bytes);
    }
}
ON_BOTH(every_two_alignments)

/* Where the tree changes its shape: 2,048 chunks of a, and fans of 2 and 4. */
static void around_fans(wrow_context *context)
{
    static const struct {
        struct pair pair;
        size_t chunks;
    } cases[] = {
        {{WROW_F64, WROW_F64, WROW_F64}, 2048}, {{WROW_F64, WROW_F32, WROW_F64}, 4096},
        {{WROW_F32, WROW_F32, WROW_F32}, 2048}, {{WROW_F32, WROW_F64, WROW_F64}, 2048},
        {{WROW_F16, WROW_F16, WROW_F32}, 2048}, {{WROW_I64, WROW_I64, WROW_U64}, 2048},
        {{WROW_U8, WROW_F64, WROW_F64}, 2048},
    };
    for (size_t c = 0; c < COUNT_OF(cases); ++c)
        for (size_t over = 0; over < 2; ++over) {
            const size_t chunk = 4096 / type_row_of(cases[c].pair.a)->bytes;
            check(context, &cases[c].pair, GEN_MIXED, cases[c].chunks * chunk + over,
                  over * 8, 0);
        }
}
ON_BOTH(around_fans)

/* Inputs may be the same array, or lie over each other. */
static void inputs_may_be_one(wrow_context *context)
{
    enum { COUNT = 30011 };
    struct pair pairs[TYPE_COUNT * TYPE_COUNT];
    const size_t pair_count = every_pair(pairs);
    for (size_t p = 0; p < pair_count; ++p) {
        if (pairs[p].a != pairs[p].b)
            continue;
        const size_t bytes = type_row_of(pairs[p].a)->bytes;
        struct input a = input_make(context, GEN_MIXED, pairs[p].a, p, COUNT, bytes);
        struct input later = a;
        case_check_dot(&a, &a, pairs[p].out, "of itself");
        later.host += bytes;
        later.buffer.data = (unsigned char *)a.buffer.data + bytes;
        later.count = --a.count;
        case_check_dot(&a, &later, pairs[p].out, "of itself one later");
        input_free(&a);
    }
}
ON_BOTH(inputs_may_be_one)

static void a_hundred_runs_give_the_same_bits(wrow_context *context)
{
    struct input a = input_make(context, GEN_CANCEL, WROW_F32, 6, 600003, 4);
    struct input b = input_make(context, GEN_FACTORS, WROW_F64, 7, 600003, 8);
    double first, again;
    oracle_dot(a.host, a.type, b.host, b.type, a.count, &first, WROW_F64);
    for (size_t run = unless_sanitized(0, 97); run < 100; ++run) {
        case_dot(&a, &b, WROW_F64, &again);
        assert_same_bits("run", WROW_F64, &first, &again, 1);
    }
    input_free(&b);
    input_free(&a);
}
ON_BOTH(a_hundred_runs_give_the_same_bits)

static void nothing_outside_is_read(wrow_context *context)
{
    const size_t counts[] = {1, 3, 31, 513, 5003};
    struct pair pairs[TYPE_COUNT * TYPE_COUNT];
    const size_t pair_count = every_pair(pairs);
    if (wrow_context_backend(context) != WROW_CPU)
        return;
    for (size_t p = 0; p < pair_count; ++p)
        for (size_t c = 0; c < 2 * COUNT_OF(counts); ++c) {
            const struct pair *const pair = &pairs[p];
            const size_t count = counts[c / 2];
            const size_t a_bytes = type_row_of(pair->a)->bytes * count;
            const size_t b_bytes = type_row_of(pair->b)->bytes * count;
            struct guarded a = guarded_make(a_bytes, 0, c % 2);
            struct guarded b = guarded_make(b_bytes, 0, c % 2);
            uint64_t expected = 0, actual = 0;
            gen_elements(GEN_MIXED, pair->a, c, count, a.data);
            gen_elements(GEN_MIXED, pair->b, c + 1, count, b.data);
            oracle_dot(a.data, pair->a, b.data, pair->b, count, &expected, pair->out);
            MUST(context, wrow_dot(context, a.data, pair->a, b.data, pair->b, count,
                                   &actual, pair->out));
            assert_same_bits("guarded", pair->out, &expected, &actual, 1);
            guarded_free(&b);
            guarded_free(&a);
        }
}
ON_BOTH(nothing_outside_is_read)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(every_triple_of_types),
        BOTH(every_kind_of_data),
        BOTH(every_edge),
        BOTH(every_two_alignments),
        BOTH(around_fans),
        BOTH(inputs_may_be_one),
        BOTH(a_hundred_runs_give_the_same_bits),
        BOTH(nothing_outside_is_read),
    };
    return cmocka_run_group_tests_name("reduce/test_dot", tests, NULL, NULL);
}
