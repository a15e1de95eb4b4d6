/* oracle_order.h -- the numbers and the fold of docs/order.md, for the oracles
 * alone. */
#ifndef WINDROW_TESTS_ORACLE_ORDER_H
#define WINDROW_TESTS_ORACLE_ORDER_H

#include <stdbool.h>
#include <stdint.h>

/* The tests of kernels on the CPU shrink them, on both sides. */
#if defined(WROW_SHRUNK)
enum { CHUNK_ROWS = 2, PARTIALS = 128, MOST_RUNS = 128 * 4, MERGE_PARTS = 64 };
#else
enum { CHUNK_ROWS = 8, PARTIALS = 2048, MOST_RUNS = 65536, MERGE_PARTS = 256 };
#endif
enum { LANES = 32, STRIP_MAX = 16 };

struct cut {
    uint64_t strip; /* V */
    uint64_t row;   /* elements of a row: 32 V */
    uint64_t rows;
    uint64_t run_rows;
    uint64_t runs;
    uint64_t fan;
};

struct cut cut_of(uint64_t count, uint64_t element_bytes);

/* What is folded in place of element i: exactly, or rounded to an f32 if so is the
 * accumulator, which is an f32 kept in a double, or an f64. */
struct fold {
    bool product;
    bool single;
    double identity;
    double (*element)(const void *source, uint64_t i);
    const void *source;
};

/* The accumulator at the end; element_bytes are those of the input, which decide the
 * order. */
double fold_floats(const struct fold *fold, uint64_t count, uint64_t element_bytes);

#endif
