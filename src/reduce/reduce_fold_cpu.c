/*
 * reduce_fold_cpu.c -- folds of every operation and type, and their table.
 *
 * Compiled once for each instruction set; FOLD_ISA names the table. Where the
 * order matters the loops are those of reduce_fold_loops.h; elsewhere plain ones,
 * which the compiler reorders as it likes.
 */
#include "reduce/reduce_fold_cpu.h"
#include "reduce/describe_fold_loops.h"
#include "reduce/reduce_fold_loops.h"
#include "reduce/rule_fold_cpu.h"

#if !defined(FOLD_ISA)
#define FOLD_ISA base
#endif
#define PASTE(a, b)   a##b
#define TABLE_OF(isa) PASTE(wrow_folds_, isa)
#define RULES_OF(isa) PASTE(wrow_rule_folds_, isa)

/* ---------------------------------------------- sum and product of floats */

#define ORDERED(verb, OP, type, element, number, acc, positions)                         \
    LANES(verb##_lanes_##type, number, positions, OP)                                    \
    static void verb##_##type(union fold_state *state, const void *in, uint64_t count)   \
    {                                                                                    \
        number *restrict v = state->acc;                                                 \
        const element *restrict x = in;                                                  \
        COLUMNS(element, v, x, count, OP, FROM_##type, prefetch);                        \
    }                                                                                    \
    static uint64_t close_##verb##_##type(union fold_state *state)                       \
    {                                                                                    \
        return acc##_bits(verb##_lanes_##type(state->acc, REDUCE_LANES));                \
    }

#define ORDERED_TYPES(verb, OP)                                                          \
    ORDERED(verb, OP, f16, uint16_t, float, f32, 8)                                      \
    ORDERED(verb, OP, bf16, uint16_t, float, f32, 8)                                     \
    ORDERED(verb, OP, f32, float, double, f64, 4)                                        \
    ORDERED(verb, OP, f64, double, double, f64, 2)

ORDERED_TYPES(add, ADD)
ORDERED_TYPES(multiply, MULTIPLY)

/* ------------------------------------------------------ any order will do */

/* word = JOIN(word, value of a block), where each element of the block gives
 * value = OP(value, FROM(element)). */
#define ANY_ORDER(name, element, number, first, FROM, OP, JOIN)                          \
    static void name(union fold_state *state, const void *in, uint64_t count)            \
    {                                                                                    \
        const element *x = in;                                                           \
        for (uint32_t w; count != 0; x += w, count -= w) {                               \
            number value = first;                                                        \
            w = at_most(count, 32768);                                                   \
            for (uint32_t i = 0; i < w; ++i)                                             \
                value = (number)OP(value, FROM(x[i]));                                   \
            state->word = JOIN(state->word, value);                                      \
        }                                                                                \
    }

#define AND(a, b) ((a) & (b))
#define OR(a, b)  ((a) | (b))
#define XOR(a, b) ((a) ^ (b))
#define AS_S64(x) ((uint64_t)(int64_t)(x))
#define AS_U64(x) ((uint64_t)(x))
#define TRUTH(x)  ((x) != 0)
/* A float's sign does not count. */
#define TRUTH16(x) ((uint16_t)((x) << 1) != 0)
#define TRUTH32(x) (f32_bits(x) << 1 != 0)
#define TRUTH64(x) (f64_bits(x) << 1 != 0)
/* 32,768 elements of up to 16 bits sum to an int32_t, which is then extended. */
#define ADD_S32(word, sum) ((word) + (uint64_t)(int64_t)(sum))

ANY_ORDER(add_i16, int16_t, int32_t, 0, ITSELF, ADD, ADD_S32)
ANY_ORDER(add_u16, uint16_t, int32_t, 0, ITSELF, ADD, ADD_S32)
ANY_ORDER(add_i32, int32_t, uint64_t, 0, AS_S64, ADD, ADD)
ANY_ORDER(add_u32, uint32_t, uint64_t, 0, AS_U64, ADD, ADD)
ANY_ORDER(add_u64, uint64_t, uint64_t, 0, ITSELF, ADD, ADD)
ANY_ORDER(multiply_i8, int8_t, uint64_t, 1, AS_S64, MULTIPLY, MULTIPLY)
ANY_ORDER(multiply_u8, uint8_t, uint64_t, 1, AS_U64, MULTIPLY, MULTIPLY)
ANY_ORDER(multiply_i16, int16_t, uint64_t, 1, AS_S64, MULTIPLY, MULTIPLY)
ANY_ORDER(multiply_u16, uint16_t, uint64_t, 1, AS_U64, MULTIPLY, MULTIPLY)
ANY_ORDER(multiply_i32, int32_t, uint64_t, 1, AS_S64, MULTIPLY, MULTIPLY)
ANY_ORDER(multiply_u32, uint32_t, uint64_t, 1, AS_U64, MULTIPLY, MULTIPLY)
ANY_ORDER(multiply_u64, uint64_t, uint64_t, 1, ITSELF, MULTIPLY, MULTIPLY)

#define BY_WIDTH(width, bits)                                                            \
    ANY_ORDER(and_##width, bits, bits, (bits)-1, ITSELF, AND, AND)                       \
    ANY_ORDER(or_##width, bits, bits, 0, ITSELF, OR, OR)                                 \
    ANY_ORDER(xor_##width, bits, bits, 0, ITSELF, XOR, XOR)

BY_WIDTH(8, uint8_t)
BY_WIDTH(16, uint16_t)
BY_WIDTH(32, uint32_t)
BY_WIDTH(64, uint64_t)
ANY_ORDER(count_16, uint16_t, uint32_t, 0, TRUTH, ADD, ADD)
ANY_ORDER(count_32, uint32_t, uint32_t, 0, TRUTH, ADD, ADD)
ANY_ORDER(count_64, uint64_t, uint32_t, 0, TRUTH, ADD, ADD)
ANY_ORDER(count_f16, uint16_t, uint32_t, 0, TRUTH16, ADD, ADD)
ANY_ORDER(count_bf16, uint16_t, uint32_t, 0, TRUTH16, ADD, ADD)
ANY_ORDER(count_f32, float, uint32_t, 0, TRUTH32, ADD, ADD)
ANY_ORDER(count_f64, double, uint32_t, 0, TRUTH64, ADD, ADD)

/* Bytes: 64 sums of at most 256 elements each fit 16 bits, which saves most of the
 * widening. */
#define BYTES(name, element, number, FROM)                                               \
    static void name(union fold_state *state, const void *in, uint64_t count)            \
    {                                                                                    \
        const element *restrict x = in;                                                  \
        for (uint32_t steps; count >= 8 * 64; count -= 8 * 64 * steps) {                 \
            number v[64] = {0};                                                          \
            steps = at_most(count / (8 * 64), 32);                                       \
            for (uint32_t i = 0; i < steps; ++i, x += 8 * 64)                            \
                for (uint32_t j = 0; j < 64; ++j)                                        \
                    v[j] = (number)EIGHT(ADD, FROM, v[j], x + j, 64);                    \
            for (uint32_t j = 0; j < 64; ++j)                                            \
                state->word += AS_S64(v[j]);                                             \
        }                                                                                \
        for (uint64_t i = 0; i < count; ++i)                                             \
            state->word += AS_S64(FROM(x[i]));                                           \
    }

BYTES(add_i8, int8_t, int16_t, ITSELF)
BYTES(add_u8, uint8_t, uint16_t, ITSELF)
BYTES(count_8, uint8_t, uint16_t, TRUTH)

/* min and max: any order too, but by keys. */
#define EXTREME(verb, type, element, winner, complement)                                 \
    static void verb##_##type(union fold_state *state, const void *in, uint64_t count)   \
    {                                                                                    \
        const element *x = in;                                                           \
        for (uint32_t w; count != 0; x += w, count -= w) {                               \
            w = at_most(count, 32768);                                                   \
            const struct extremes e = extremes_##type(x, w);                             \
            const uint64_t key = e.nan ? 0 : e.winner ^ (complement);                    \
            state->word = LOWER(state->word, key);                                       \
        }                                                                                \
    }
#define EXTREME_TYPE(type, element, width)                                               \
    EXTREME(min, type, element, low, 0)                                                  \
    EXTREME(max, type, element, high, ~(uint64_t)0 >> (64 - (width)))

EXTREME_TYPE(i8, int8_t, 8)
EXTREME_TYPE(u8, uint8_t, 8)
EXTREME_TYPE(i16, int16_t, 16)
EXTREME_TYPE(u16, uint16_t, 16)
EXTREME_TYPE(i32, int32_t, 32)
EXTREME_TYPE(u32, uint32_t, 32)
EXTREME_TYPE(i64, int64_t, 64)
EXTREME_TYPE(u64, uint64_t, 64)
EXTREME_TYPE(f16, uint16_t, 16)
EXTREME_TYPE(bf16, uint16_t, 16)
EXTREME_TYPE(f32, float, 32)
EXTREME_TYPE(f64, double, 64)

/* -------------------------------------------------------------- the table */

#define INTEGERS(verb)                                                                   \
    [WROW_I8] = {verb##_i8, NULL}, [WROW_U8] = {verb##_u8, NULL},                        \
    [WROW_I16] = {verb##_i16, NULL}, [WROW_U16] = {verb##_u16, NULL},                    \
    [WROW_I32] = {verb##_i32, NULL}, [WROW_U32] = {verb##_u32, NULL}
#define WIDTHS(verb)                                                                     \
    [WROW_I8] = {verb##_8, NULL}, [WROW_U8] = {verb##_8, NULL},                          \
    [WROW_I16] = {verb##_16, NULL}, [WROW_U16] = {verb##_16, NULL},                      \
    [WROW_I32] = {verb##_32, NULL}, [WROW_U32] = {verb##_32, NULL},                      \
    [WROW_I64] = {verb##_64, NULL}, [WROW_U64] = {verb##_64, NULL}
#define FLOATS(verb)                                                                     \
    [WROW_F16] = {verb##_f16, NULL}, [WROW_BF16] = {verb##_bf16, NULL},                  \
    [WROW_F32] = {verb##_f32, NULL}, [WROW_F64] = {verb##_f64, NULL}
#define ORDERED_ROW(verb)                                                                \
    INTEGERS(verb), [WROW_I64] = {verb##_u64, NULL}, [WROW_U64] = {verb##_u64, NULL},    \
                    [WROW_F16] = {verb##_f16, close_##verb##_f16},                       \
                    [WROW_BF16] = {verb##_bf16, close_##verb##_bf16},                    \
                    [WROW_F32] = {verb##_f32, close_##verb##_f32},                       \
                    [WROW_F64] = {verb##_f64, close_##verb##_f64}
#define EXTREME_ROW(verb)                                                                \
    INTEGERS(verb), [WROW_I64] = {verb##_i64, NULL}, [WROW_U64] = {verb##_u64, NULL},    \
                    FLOATS(verb)
#define COUNT_ROW                                 WIDTHS(count), FLOATS(count)
#define DESCRIBE(name, value, bits, class_, text) [WROW_##name] = describe_##name,

const struct fold_table TABLE_OF(FOLD_ISA) = {
    .reduce = {[WROW_SUM] = {ORDERED_ROW(add)},
               [WROW_PRODUCT] = {ORDERED_ROW(multiply)},
               [WROW_MIN] = {EXTREME_ROW(min)},
               [WROW_MAX] = {EXTREME_ROW(max)},
               [WROW_BIT_AND] = {WIDTHS(and)},
               [WROW_BIT_OR] = {WIDTHS(or)},
               [WROW_BIT_XOR] = {WIDTHS(xor)},
               [WROW_ANY] = {COUNT_ROW},
               [WROW_ALL] = {COUNT_ROW},
               [WROW_COUNT_NONZERO] = {COUNT_ROW}},
    .describe = {WROW_TYPE_MAP(DESCRIBE)},
    .rule = &RULES_OF(FOLD_ISA),
};
