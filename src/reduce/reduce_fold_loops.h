/*
 * reduce_fold_loops.h -- the loops whose order docs/order.md lays down.
 *
 * The accumulators of a row lie side by side and do not depend on each other, so
 * the compiler turns columns into vectors of any width without reordering a
 * single addition. Eight rows are folded column by column, so that an accumulator
 * stays in a register that long; as no prefetcher follows such steps, the rows
 * after them are asked for before. A short row folds fewer columns: the others
 * are left alone, which is what folding the identity into them would do.
 */
#ifndef WROW_REDUCE_FOLD_LOOPS_H
#define WROW_REDUCE_FOLD_LOOPS_H

#include "core/element.h"
#include "reduce/reduce_order.h"

#define ROW_OF(element) ((uint32_t)(REDUCE_ROW_BYTES / sizeof(element)))

#define ADD(a, b)      ((a) + (b))
#define MULTIPLY(a, b) ((a) * (b))
#define LOWER(a, b)    ((b) < (a) ? (b) : (a))
#define HIGHER(a, b)   ((b) > (a) ? (b) : (a))
#define ITSELF(x)      (x)

static inline uint32_t at_most(uint64_t count, uint32_t limit)
{
    return count < limit ? (uint32_t)count : limit;
}

/* The eight rows behind those at x, which may lie beyond the array: then this
 * does nothing. */
static inline void prefetch(const void *x)
{
    for (uint32_t i = 0; i < 8 * REDUCE_ROW_BYTES; i += 64)
        __builtin_prefetch((const void *)((uintptr_t)x + 8 * REDUCE_ROW_BYTES + i));
}

/* As f16_to_f32, but chosen by masks: converting may raise a flag, so a compiler
 * that honours those makes a branch of a choice and vectorises nothing. */
static inline float half_to_f32(uint16_t bits)
{
    const uint32_t sign = (uint32_t)(bits & 0x8000u) << 16;
    const uint32_t magnitude = bits & 0x7fffu;
    const uint32_t tiny = f32_bits((float)(int32_t)magnitude * 0x1p-24f);
    const uint32_t is_tiny = -(uint32_t)(magnitude < 0x0400u);
    const uint32_t is_special = -(uint32_t)(magnitude >= 0x7c00u);
    const uint32_t normal = (magnitude << 13) + 0x38000000u + (is_special & 0x38000000u);
    return f32_from_bits(sign | (tiny & is_tiny) | (normal & ~is_tiny));
}

#define FROM_f16(x)  half_to_f32(x)
#define FROM_bf16(x) bf16_to_f32(x)
#define FROM_f32(x)  ((double)(x))
#define FROM_f64(x)  (x)

/* Halving tree over v[0], v[s], v[2s], ... */
#define TREE_2(OP, v, s)  OP((v)[0], (v)[s])
#define TREE_4(OP, v, s)  OP(TREE_2(OP, v, 2 * (s)), TREE_2(OP, (v) + (s), 2 * (s)))
#define TREE_8(OP, v, s)  OP(TREE_4(OP, v, 2 * (s)), TREE_4(OP, (v) + (s), 2 * (s)))
#define TREE_16(OP, v, s) OP(TREE_8(OP, v, 2 * (s)), TREE_8(OP, (v) + (s), 2 * (s)))

/* Halving tree over 8, 16 or 32 lanes, which are used up. */
#define LANE_TREE(OP, lane, lanes)                                                       \
    do {                                                                                 \
        if (lanes > 16)                                                                  \
            for (uint32_t i = 0; i < 16; ++i)                                            \
                lane[i] = OP(lane[i], lane[i + 16]);                                     \
        if (lanes > 8)                                                                   \
            for (uint32_t i = 0; i < 8; ++i)                                             \
                lane[i] = OP(lane[i], lane[i + 8]);                                      \
        lane[0] = TREE_8(OP, lane, 1);                                                   \
    } while (0)

/* Halving trees over the positions of each lane, then over the lanes: 8, 16 or 32. */
#define LANES(name, number, positions, OP)                                               \
    static inline number name(const number *v, uint32_t lanes)                           \
    {                                                                                    \
        number lane[REDUCE_LANES];                                                       \
        for (uint32_t i = 0; i < lanes; ++i)                                             \
            lane[i] = TREE_##positions(OP, v + positions * i, 1);                        \
        LANE_TREE(OP, lane, lanes);                                                      \
        return lane[0];                                                                  \
    }

/* a op x[0] op x[w] op ... op x[7w], from the left. */
#define FOUR(OP, FROM, a, x, w)                                                          \
    OP(OP(OP(OP(a, FROM((x)[0])), FROM((x)[w])), FROM((x)[2 * (w)])), FROM((x)[3 * (w)]))
#define EIGHT(OP, FROM, a, x, w) FOUR(OP, FROM, FOUR(OP, FROM, a, x, w), (x) + 4 * (w), w)

/* v[j] = v[j] op the elements of column j; count is used up. AHEAD is called before
 * eight rows that are not in the cache. */
#define COLUMNS(element, v, x, count, OP, FROM, AHEAD)                                   \
    do {                                                                                 \
        enum { W = ROW_OF(element) };                                                    \
        for (; count >= 8 * W; x += 8 * W, count -= 8 * W) {                             \
            AHEAD(x);                                                                    \
            for (uint32_t j = 0; j < W; ++j)                                             \
                v[j] = EIGHT(OP, FROM, v[j], x + j, W);                                  \
        }                                                                                \
        for (uint32_t w; count != 0; x += w, count -= w) {                               \
            w = at_most(count, W);                                                       \
            for (uint32_t j = 0; j < w; ++j)                                             \
                v[j] = OP(v[j], FROM(x[j]));                                             \
        }                                                                                \
    } while (0)

#endif
