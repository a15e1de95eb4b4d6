/* rule_fold_cpu.c -- see rule_fold_cpu.h; FOLD_ISA names the table. */
#include "reduce/rule_fold_cpu.h"
#include "reduce/rule_fold_loops.h"

#if !defined(FOLD_ISA)
#define FOLD_ISA base
#endif
#define PASTE(a, b)   a##b
#define TABLE_OF(isa) PASTE(wrow_rule_folds_, isa)

/* ------------------------------------------------------- elements to words */

#define LOAD(name, element, word, FROM)                                                  \
    static void load_##name(void *words, const void *in, uint32_t count)                 \
    {                                                                                    \
        word *restrict to = words;                                                       \
        const element *restrict from = in;                                               \
        for (uint32_t i = 0; i < count; ++i)                                             \
            to[i] = FROM(from[i]);                                                       \
    }

#define REAL(x) ((double)(x))

LOAD(bits8, uint8_t, uint64_t, ITSELF)
LOAD(bits16, any_bits16, uint64_t, ITSELF)
LOAD(bits32, any_bits32, uint64_t, ITSELF)
LOAD(half, uint16_t, float, half_to_f32)
LOAD(bf16, uint16_t, float, bf16_to_f32)
LOAD(i8, int8_t, double, REAL)
LOAD(u8, uint8_t, double, REAL)
LOAD(i16, int16_t, double, REAL)
LOAD(u16, uint16_t, double, REAL)
LOAD(i32, int32_t, double, REAL)
LOAD(u32, uint32_t, double, REAL)
LOAD(i64, int64_t, double, REAL)
LOAD(u64, uint64_t, double, REAL)
LOAD(f32, float, double, REAL)

/* ------------------------------------------------- words into accumulators */

#define FOLD(name, number, word_in_memory, before, join, what)                           \
    static void fold_##name(const struct reduce_rule *restrict rule, void *accumulators, \
                            uint32_t width, const void *words, uint32_t count)           \
    {                                                                                    \
        number *restrict v = accumulators;                                               \
        const word_in_memory *restrict in = words;                                       \
        before;                                                                          \
        for (uint32_t w; count != 0; in += w, count -= w) {                              \
            w = at_most(count, width);                                                   \
            for (uint32_t i = 0; i < w; ++i)                                             \
                v[i] = join(v[i], what);                                                 \
        }                                                                                \
    }

/* As a function, so that the rule's expressions find `bits` or `x`. */
#define INTEGER_FOLD(name, join, word)                                                   \
    static inline uint64_t word_##name(const struct reduce_rule *rule, uint64_t bits)    \
    {                                                                                    \
        (void)rule;                                                                      \
        return word;                                                                     \
    }                                                                                    \
    FOLD(name, uint64_t, any_bits64, (void)0, join, word_##name(rule, in[i]))

RULE_INTEGER_MAP(INTEGER_FOLD)

/* A NaN that is left out becomes the identity: by masks, as converting and comparing may
 * raise a flag, so that a compiler that honours those would make a branch of a choice and
 * vectorise nothing. */
#define FLOAT_FOLD(name, number, integer, type, join, word)                              \
    static inline number word_##name(number x, number scale, number shift, integer skip, \
                                     integer nothing)                                    \
    {                                                                                    \
        const integer nan = -(integer)(x != x) & skip;                                   \
        (void)scale, (void)shift;                                                        \
        return type##_from_bits((type##_bits(word) & ~nan) | (nothing & nan));           \
    }                                                                                    \
    FOLD(name, number, number, FLOAT_LOCALS(number, integer), join,                      \
         word_##name(in[i], scale, shift, skip, nothing))

#define FLOAT_LOCALS(number, integer)                                                    \
    const number scale = (number)rule->scale;                                            \
    const number shift = (number)rule->shift;                                            \
    const integer skip = -(integer)rule->skip_nan;                                       \
    const integer nothing = (integer)rule->identity

#define F32_FOLD(name, join, word)                                                       \
    FLOAT_FOLD(name##_F32, float, uint32_t, f32, join, word)
#define F64_FOLD(name, join, word)                                                       \
    FLOAT_FOLD(name##_F64, double, uint64_t, f64, join, word)

RULE_FLOAT_MAP(F32_FOLD)
RULE_FLOAT_MAP(F64_FOLD)

/* ------------------------------------------- accumulators into accumulators */

#define JOIN(name, number, OP)                                                           \
    static void join_##name(void *left, const void *right, uint32_t count)               \
    {                                                                                    \
        number *restrict a = left;                                                       \
        const number *restrict b = right;                                                \
        for (uint32_t i = 0; i < count; ++i)                                             \
            a[i] = OP(a[i], b[i]);                                                       \
    }

JOIN(add, uint64_t, RULE_ADD)
JOIN(multiply, uint64_t, RULE_MULTIPLY)
JOIN(least, uint64_t, rule_least)
JOIN(and, uint64_t, RULE_AND)
JOIN(or, uint64_t, RULE_OR)
JOIN(xor, uint64_t, RULE_XOR)
JOIN(add_f32, float, RULE_ADD)
JOIN(multiply_f32, float, RULE_MULTIPLY)
JOIN(add_f64, double, RULE_ADD)
JOIN(multiply_f64, double, RULE_MULTIPLY)

#define CLOSE(name, number, type, positions, OP)                                         \
    LANES(lanes_##name, number, positions, OP)                                           \
    static uint64_t close_##name(const void *accumulators, uint32_t lanes)               \
    {                                                                                    \
        return type##_bits(lanes_##name(accumulators, lanes));                           \
    }

CLOSE(add_f32, float, f32, 8, RULE_ADD)
CLOSE(multiply_f32, float, f32, 8, RULE_MULTIPLY)
CLOSE(add_1, double, f64, 16, RULE_ADD)
CLOSE(add_2, double, f64, 8, RULE_ADD)
CLOSE(add_4, double, f64, 4, RULE_ADD)
CLOSE(add_8, double, f64, 2, RULE_ADD)
CLOSE(multiply_4, double, f64, 4, RULE_MULTIPLY)
CLOSE(multiply_8, double, f64, 2, RULE_MULTIPLY)

/* -------------------------------------------------------------- the table */

#define INTEGER_ROW(name, join, word) [FOLD_##name] = fold_##name,
#define F32_ROW(name, join, word)     [FOLD_##name] = fold_##name##_F32,
#define F64_ROW(name, join, word)     [FOLD_##name] = fold_##name##_F64,

const struct rule_folds TABLE_OF(FOLD_ISA) = {
    .load = {[RULE_INTEGER] = {[WROW_I8] = load_bits8,
                               [WROW_U8] = load_bits8,
                               [WROW_I16] = load_bits16,
                               [WROW_U16] = load_bits16,
                               [WROW_I32] = load_bits32,
                               [WROW_U32] = load_bits32,
                               [WROW_F16] = load_bits16,
                               [WROW_BF16] = load_bits16,
                               [WROW_F32] = load_bits32},
             [RULE_F32] = {[WROW_F16] = load_half, [WROW_BF16] = load_bf16},
             [RULE_F64] = {[WROW_I8] = load_i8,
                           [WROW_U8] = load_u8,
                           [WROW_I16] = load_i16,
                           [WROW_U16] = load_u16,
                           [WROW_I32] = load_i32,
                           [WROW_U32] = load_u32,
                           [WROW_I64] = load_i64,
                           [WROW_U64] = load_u64,
                           [WROW_F32] = load_f32}},
    .fold = {[RULE_INTEGER] = {RULE_INTEGER_MAP(INTEGER_ROW)},
             [RULE_F32] = {RULE_FLOAT_MAP(F32_ROW)},
             [RULE_F64] = {RULE_FLOAT_MAP(F64_ROW)}},
    .join =
        {[RULE_INTEGER] = {[JOIN_ADD] = join_add,
                           [JOIN_MULTIPLY] = join_multiply,
                           [JOIN_LEAST] = join_least,
                           [JOIN_AND] = join_and,
                           [JOIN_OR] = join_or,
                           [JOIN_XOR] = join_xor},
         [RULE_F32] = {[JOIN_ADD] = join_add_f32, [JOIN_MULTIPLY] = join_multiply_f32},
         [RULE_F64] = {[JOIN_ADD] = join_add_f64, [JOIN_MULTIPLY] = join_multiply_f64}},
    .few = {[WROW_F16] = few_f16,
            [WROW_BF16] = few_bf16,
            [WROW_F32] = few_f32,
            [WROW_F64] = few_f64},
    .range = {{[1] = range_8, [2] = range_16, [4] = range_32, [8] = range_64},
              {[2] = range_f16, [4] = range_f32, [8] = range_f64}},
    .columns = {[WROW_I8] = columns_i8,
                [WROW_U8] = columns_u8,
                [WROW_I16] = columns_i16,
                [WROW_U16] = columns_u16,
                [WROW_I32] = columns_i32,
                [WROW_U32] = columns_u32,
                [WROW_I64] = columns_bits64,
                [WROW_U64] = columns_bits64,
                [WROW_F16] = columns_f16,
                [WROW_BF16] = columns_bf16,
                [WROW_F32] = columns_f32,
                [WROW_F64] = columns_f64},
    .close = {[RULE_F32] = {[JOIN_ADD] = {[2] = close_add_f32},
                            [JOIN_MULTIPLY] = {[2] = close_multiply_f32}},
              [RULE_F64] =
                  {[JOIN_ADD] = {[1] = close_add_1,
                                 [2] = close_add_2,
                                 [4] = close_add_4,
                                 [8] = close_add_8},
                   [JOIN_MULTIPLY] = {[4] = close_multiply_4, [8] = close_multiply_8}}},
};
