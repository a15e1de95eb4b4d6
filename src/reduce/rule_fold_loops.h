/*
 * rule_fold_loops.h -- loops of the rules that deserve one of their own, without words in
 * between: sums of few elements, sums of columns, counts of what lies in a range.
 */
#ifndef WROW_REDUCE_RULE_FOLD_LOOPS_H
#define WROW_REDUCE_RULE_FOLD_LOOPS_H

#include "core/alias.h"
#include "reduce/reduce_fold_loops.h"
#include "reduce/rule.h"

/* ------------------------------------------------------------------ few elements */

/* With trip counts that a compiler knows, as lengths are anything and every branch would
 * be guessed wrong: what is missing is made -0 by masks. */
#define FEW(name, bits, number, acc, positions, FROM)                                    \
    static inline uint64_t few_lanes_##name(const bits *x, uint32_t count,               \
                                            uint32_t lanes)                              \
    {                                                                                    \
        bits padded[REDUCE_LANES * positions];                                           \
        number lane[REDUCE_LANES];                                                       \
        for (uint32_t i = 0; i < lanes * positions; ++i)                                 \
            padded[i] = i < count ? x[i] : (bits)((bits)1 << (8 * sizeof(bits) - 1));    \
        for (uint32_t l = 0; l < lanes; ++l) {                                           \
            number v[positions];                                                         \
            for (uint32_t i = 0; i < positions; ++i)                                     \
                v[i] = FROM(padded[positions * l + i]);                                  \
            lane[l] = TREE_##positions(RULE_ADD, v, 1);                                  \
        }                                                                                \
        LANE_TREE(RULE_ADD, lane, lanes);                                                \
        return acc##_bits(lane[0]);                                                      \
    }                                                                                    \
    static uint64_t few_##name(const void *in, uint32_t count)                           \
    {                                                                                    \
        return count <= 8 * positions    ? few_lanes_##name(in, count, 8)                \
               : count <= 16 * positions ? few_lanes_##name(in, count, 16)               \
                                         : few_lanes_##name(in, count, REDUCE_LANES);    \
    }

#define F32_AT(x) ((double)f32_from_bits(x))

FEW(f16, uint16_t, float, f32, 8, FROM_f16)
FEW(bf16, uint16_t, float, f32, 8, FROM_bf16)
FEW(f32, any_bits32, double, f64, 4, F32_AT)
FEW(f64, any_bits64, double, f64, 2, f64_from_bits)

/* -------------------------------------------------------- counts of a range */

/* In words of the element's own width, as many at once. The key of a NaN lies beyond
 * those of the infinities, so outside every range. */
#define RANGE(name, bits, number, KEY)                                                   \
    static void range_##name(const struct reduce_rule *rule, uint64_t *found,            \
                             const void *in, uint64_t count)                             \
    {                                                                                    \
        const bits keep = (bits)rule->keep, flip = (bits)rule->flip;                     \
        (void)keep, (void)flip;                                                          \
        const bits low = (bits)rule->low, span = (bits)rule->span;                       \
        const bits *x = in;                                                              \
        for (uint32_t w; count != 0; x += w, count -= w) {                               \
            number here = 0;                                                             \
            w = at_most(count, 32768);                                                   \
            for (uint32_t i = 0; i < w; ++i)                                             \
                here = (number)(here + ((bits)(KEY(x[i], bits) - low) <= span));         \
            *found += here;                                                              \
        }                                                                                \
    }

#define KEY_OF(x, bits) (((x)&keep) ^ flip)
/* Of floats: the sign bit flipped, or all of them. */
#define FLOAT_KEY_OF(x, bits)                                                            \
    ((x) ^ (bits)((bits)(0 - ((x) >> (8 * sizeof(bits) - 1))) |                          \
                  (bits)((bits)1 << (8 * sizeof(bits) - 1))))

RANGE(8, any_bits8, uint16_t, KEY_OF)
RANGE(16, any_bits16, uint16_t, KEY_OF)
RANGE(32, any_bits32, uint32_t, KEY_OF)
RANGE(64, any_bits64, uint64_t, KEY_OF)
RANGE(f16, any_bits16, uint16_t, FLOAT_KEY_OF)
RANGE(f32, any_bits32, uint32_t, FLOAT_KEY_OF)
RANGE(f64, any_bits64, uint64_t, FLOAT_KEY_OF)

/* ------------------------------------------------------------------- columns */

/* Eight rows at once, so that a sum stays in a register that long. */
#define COLUMN_SUMS(name, element, number, first, FROM)                                  \
    static void columns_##name(void *sums, const void *in, size_t step, uint64_t rows,   \
                               uint32_t width)                                           \
    {                                                                                    \
        number *restrict v = sums;                                                       \
        const element *restrict x = in;                                                  \
        for (uint32_t i = 0; i < width; ++i)                                             \
            v[i] = first;                                                                \
        for (; rows >= 8; rows -= 8, x += 8 * step)                                      \
            for (uint32_t i = 0; i < width; ++i)                                         \
                v[i] = EIGHT(RULE_ADD, FROM, v[i], x + i, step);                         \
        for (; rows != 0; --rows, x += step)                                             \
            for (uint32_t i = 0; i < width; ++i)                                         \
                v[i] = v[i] + FROM(x[i]);                                                \
    }

#define AS_S64(x) ((uint64_t)(int64_t)(x))
#define AS_U64(x) ((uint64_t)(x))

COLUMN_SUMS(i8, int8_t, uint64_t, 0, AS_S64)
COLUMN_SUMS(u8, uint8_t, uint64_t, 0, AS_U64)
COLUMN_SUMS(i16, int16_t, uint64_t, 0, AS_S64)
COLUMN_SUMS(u16, uint16_t, uint64_t, 0, AS_U64)
COLUMN_SUMS(i32, int32_t, uint64_t, 0, AS_S64)
COLUMN_SUMS(u32, uint32_t, uint64_t, 0, AS_U64)
COLUMN_SUMS(bits64, uint64_t, uint64_t, 0, ITSELF)
COLUMN_SUMS(f16, uint16_t, float, -0.0f, FROM_f16)
COLUMN_SUMS(bf16, uint16_t, float, -0.0f, FROM_bf16)
COLUMN_SUMS(f32, float, double, -0.0, FROM_f32)
COLUMN_SUMS(f64, double, double, -0.0, FROM_f64)

#endif
