/*
 * dot_fold_cpu.c -- folds of products of every pair of types, and their table.
 *
 * The accumulators of a row lie side by side and do not depend on each other, so that
 * the compiler makes vectors of any width of them without reordering an addition. A row
 * at a time, since two streams in address order are what prefetchers follow.
 */
#include "reduce/dot_fold_cpu.h"
#include "reduce/reduce_fold_loops.h"

#if !defined(FOLD_ISA)
#define FOLD_ISA base
#endif
#define PASTE(a, b)   a##b
#define TABLE_OF(isa) PASTE(wrow_dots_, isa)

/* ---------------------------------------------------------- float words */

LANES(lanes_f32_8, float, 8, ADD)
LANES(lanes_f64_16, double, 16, ADD)
LANES(lanes_f64_8, double, 8, ADD)
LANES(lanes_f64_4, double, 4, ADD)
LANES(lanes_f64_2, double, 2, ADD)

#define CLOSE(acc, positions)                                                            \
    static uint64_t close_##acc##_##positions(const union dot_state *state)              \
    {                                                                                    \
        return acc##_bits(lanes_##acc##_##positions(state->acc, REDUCE_LANES));          \
    }

CLOSE(f32, 8)
CLOSE(f64, 16)
CLOSE(f64, 8)
CLOSE(f64, 4)
CLOSE(f64, 2)

/* v[j] = v[j] + x * y of column j; a short row leaves the other columns alone. */
#define ORDERED(name, x_bits, FROM_X, y_bits, FROM_Y, number, acc)                       \
    static void name(union dot_state *state, const void *a, const void *b,               \
                     uint64_t count)                                                     \
    {                                                                                    \
        enum { W = ROW_OF(x_bits) };                                                     \
        number *restrict v = state->acc;                                                 \
        const x_bits *restrict x = a;                                                    \
        const y_bits *restrict y = b;                                                    \
        for (; count >= W; x += W, y += W, count -= W)                                   \
            for (uint32_t j = 0; j < W; ++j)                                             \
                v[j] = v[j] + FROM_X(x[j]) * FROM_Y(y[j]);                               \
        for (uint32_t j = 0; j < count; ++j)                                             \
            v[j] = v[j] + FROM_X(x[j]) * FROM_Y(y[j]);                                   \
    }

ORDERED(dot_f16, uint16_t, FROM_f16, uint16_t, FROM_f16, float, f32)
ORDERED(dot_bf16, uint16_t, FROM_bf16, uint16_t, FROM_bf16, float, f32)

#define AS_F64(x)    ((double)(x))
#define WIDE_f16(x)  ((double)half_to_f32(x))
#define WIDE_bf16(x) ((double)bf16_to_f32(x))

/* X(enumerator, name, its C type, its f64, positions of a strip) */
#define WEIGHTED_MAP(X)                                                                  \
    X(I8, i8, int8_t, AS_F64, 16)                                                        \
    X(U8, u8, uint8_t, AS_F64, 16)                                                       \
    X(I16, i16, int16_t, AS_F64, 8)                                                      \
    X(U16, u16, uint16_t, AS_F64, 8)                                                     \
    X(I32, i32, int32_t, AS_F64, 4)                                                      \
    X(U32, u32, uint32_t, AS_F64, 4)                                                     \
    X(I64, i64, int64_t, AS_F64, 2)                                                      \
    X(U64, u64, uint64_t, AS_F64, 2)                                                     \
    X(F16, f16, uint16_t, WIDE_f16, 8)                                                   \
    X(BF16, bf16, uint16_t, WIDE_bf16, 8)                                                \
    X(F32, f32, float, AS_F64, 4)                                                        \
    X(F64, f64, double, AS_F64, 2)

#define X(NAME, name, bits, FROM, positions)                                             \
    ORDERED(name##_by_f32, bits, FROM, float, AS_F64, double, f64)                       \
    ORDERED(name##_by_f64, bits, FROM, double, AS_F64, double, f64)
WEIGHTED_MAP(X)
#undef X

/* ------------------------------------------------------- integers modulo 2^64 */

/* Exact products of up to 32 bits, extended; 32,768 of bytes sum to an int32_t. */
#define SIGNED_32(x, y)   ((int32_t)(x) * (int32_t)(y))
#define UNSIGNED_32(x, y) ((uint64_t)((uint32_t)(x) * (uint32_t)(y)))
#define EXTEND_32(x, y)   ((uint64_t)(int64_t)SIGNED_32(x, y))
#define SIGNED_64(x, y)   ((uint64_t)((int64_t)(x) * (int64_t)(y)))
#define UNSIGNED_64(x, y) ((uint64_t)(x) * (uint64_t)(y))

#define ANY_ORDER(name, element, number, PRODUCT)                                        \
    static void name(union dot_state *state, const void *a, const void *b,               \
                     uint64_t count)                                                     \
    {                                                                                    \
        const element *x = a, *y = b;                                                    \
        for (uint32_t w; count != 0; x += w, y += w, count -= w) {                       \
            number sum = 0;                                                              \
            w = at_most(count, 32768);                                                   \
            for (uint32_t i = 0; i < w; ++i)                                             \
                sum += PRODUCT(x[i], y[i]);                                              \
            state->word += (uint64_t)(int64_t)sum;                                       \
        }                                                                                \
    }

ANY_ORDER(dot_i8, int8_t, int32_t, SIGNED_32)
ANY_ORDER(dot_u8, uint8_t, int32_t, SIGNED_32)
ANY_ORDER(dot_i16, int16_t, uint64_t, EXTEND_32)
ANY_ORDER(dot_u16, uint16_t, uint64_t, UNSIGNED_32)
ANY_ORDER(dot_i32, int32_t, uint64_t, SIGNED_64)
ANY_ORDER(dot_u32, uint32_t, uint64_t, UNSIGNED_64)
ANY_ORDER(dot_64, uint64_t, uint64_t, UNSIGNED_64)

/* ------------------------------------------------------------------ the table */

#define BY_F32(NAME, name, bits, FROM, positions)                                        \
    [WROW_##NAME] = {name##_by_f32, close_f64_##positions},
#define BY_F64(NAME, name, bits, FROM, positions)                                        \
    [WROW_##NAME] = {name##_by_f64, close_f64_##positions},

const struct dot_table TABLE_OF(FOLD_ISA) = {
    .same = {[WROW_I8] = {dot_i8, NULL},
             [WROW_U8] = {dot_u8, NULL},
             [WROW_I16] = {dot_i16, NULL},
             [WROW_U16] = {dot_u16, NULL},
             [WROW_I32] = {dot_i32, NULL},
             [WROW_U32] = {dot_u32, NULL},
             [WROW_I64] = {dot_64, NULL},
             [WROW_U64] = {dot_64, NULL},
             [WROW_F16] = {dot_f16, close_f32_8},
             [WROW_BF16] = {dot_bf16, close_f32_8}},
    .by_f32 = {WEIGHTED_MAP(BY_F32)},
    .by_f64 = {WEIGHTED_MAP(BY_F64)},
};
