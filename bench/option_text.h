/* option_text.h -- lists of names and numbers on the command lines of the benchmarks. */
#ifndef BENCH_OPTION_TEXT_H
#define BENCH_OPTION_TEXT_H

#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct option_name {
    const char *name;
    unsigned bit;
} option_name;

enum { OPTION_TYPES = 12 };
extern const option_name option_types[OPTION_TYPES]; /* 1 << wrow_type */

/* The bits of the names, parted by commas, in `text`. 0; or -1 after a message that says
 * no `what` is called so. */
int option_bits(const option_name *names, size_t count, const char *what,
                const char *text, unsigned *bits);

/* A decimal number up to `most` and what follows it. 0, or -1. */
int option_number(const char *text, const char **rest, uint64_t most, uint64_t *number);

/* Up to `room` numbers, parted by commas: below 64 powers of two up to 40, else elements
 * up to 2^40. How many; or -1 after a message that names the option. */
int option_counts(const char *option, const char *text, uint64_t *counts, int room);

#if defined(__cplusplus)
}
#endif

#endif
