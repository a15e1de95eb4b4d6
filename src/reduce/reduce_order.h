/*
 * reduce_order.h -- the order in which a reduction combines its elements, as
 * numbers. docs/order.md tells the same in words; every backend and the test
 * oracle follow it. Nothing here may depend on a device, a grid, a thread count
 * or an address: these are part of the interface, not policies.
 */
#ifndef WROW_REDUCE_ORDER_H
#define WROW_REDUCE_ORDER_H

#include "core/inline.h"
#include "core/shrink.h"
#include <stdint.h>

enum {
    REDUCE_STRIP_BYTES = 16, /* consecutive elements of one lane in one row */
    REDUCE_LANES = 32,       /* strips in a row */
    REDUCE_ROW_BYTES = REDUCE_STRIP_BYTES * REDUCE_LANES,
    REDUCE_CHUNK_ROWS = WROW_SHRINK(8, 2), /* 4 KB: a warp holds them in registers */
    REDUCE_FAN_MAX = WROW_SHRINK(32, 4),   /* runs folded into one partial */
    REDUCE_PARTIALS_MAX = WROW_SHRINK(2048, 128) /* folded into the result */
};

/* How `count` elements are cut. All numbers are 0 for count 0. */
typedef struct reduce_shape {
    uint64_t count;    /* elements */
    uint64_t rows;     /* of REDUCE_ROW_BYTES; the last may be short */
    uint64_t run_rows; /* rows of a run, a multiple of REDUCE_CHUNK_ROWS */
    uint64_t runs;     /* the last may be short */
    uint32_t fan;      /* runs of a partial, a power of two <= REDUCE_FAN_MAX */
    uint32_t partials; /* <= REDUCE_PARTIALS_MAX; the last may be short */
} reduce_shape;

WROW_INLINE uint64_t reduce_ceil_div(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

/* Partials first: as many as there are chunks until there are 2,048 of them,
 * then the fan doubles up to 32, then runs grow. */
WROW_INLINE reduce_shape reduce_shape_of(uint64_t count, uint32_t element_bytes)
{
    reduce_shape shape = {0, 0, 0, 0, 1, 0};
    const uint64_t most_runs = (uint64_t)REDUCE_PARTIALS_MAX * REDUCE_FAN_MAX;

    shape.count = count;
    shape.rows = reduce_ceil_div(count, REDUCE_ROW_BYTES / element_bytes);
    shape.run_rows =
        REDUCE_CHUNK_ROWS * reduce_ceil_div(shape.rows, most_runs * REDUCE_CHUNK_ROWS);
    shape.runs = shape.rows ? reduce_ceil_div(shape.rows, shape.run_rows) : 0;
    while (reduce_ceil_div(shape.runs, shape.fan) > REDUCE_PARTIALS_MAX)
        shape.fan *= 2;
    shape.partials = (uint32_t)reduce_ceil_div(shape.runs, shape.fan);
    return shape;
}

/* Lanes of a row that have one of `count` elements, but 8, 16 or all: the others hold the
 * identity, which changes nothing in a halving tree, and are left out. */
WROW_INLINE uint32_t reduce_lanes_of(uint64_t count, uint32_t positions)
{
    return count > 16 * positions ? REDUCE_LANES : count > 8 * positions ? 16 : 8;
}

#endif
