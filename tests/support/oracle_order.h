/* oracle_order.h -- the numbers of docs/order.md, for the oracles alone. */
#ifndef WINDROW_TESTS_ORACLE_ORDER_H
#define WINDROW_TESTS_ORACLE_ORDER_H

#include <stdint.h>

/* The tests of kernels on the CPU shrink them, on both sides. */
#if defined(WROW_SHRUNK)
enum { CHUNK_ROWS = 2, PARTIALS = 128, MOST_RUNS = 128 * 4 };
#else
enum { CHUNK_ROWS = 8, PARTIALS = 2048, MOST_RUNS = 65536 };
#endif
enum { LANES = 32, STRIP_MAX = 8 };

struct cut {
    uint64_t strip; /* V */
    uint64_t row;   /* elements of a row: 32 V */
    uint64_t rows;
    uint64_t run_rows;
    uint64_t runs;
    uint64_t fan;
};

struct cut cut_of(uint64_t count, uint64_t element_bytes);

#endif
