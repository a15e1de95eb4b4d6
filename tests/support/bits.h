/*
 * tests/support/bits.h -- elements as bits: what each type is, exact conversion
 * to and from f64, and comparison bit for bit. Written apart from the library:
 * 16-bit floats are decoded and rounded by ldexp and frexp here.
 */
#ifndef WINDROW_TESTS_BITS_H
#define WINDROW_TESTS_BITS_H

#include <stdbool.h>
#include <windrow/base.h>

enum { TYPE_COUNT = 12, OPERATION_COUNT = 11, ELEMENT_BYTES_MAX = 8 };

struct type_row {
    wrow_type type;
    size_t bytes;
    char kind; /* 'S' signed, 'U' unsigned, 'F' floating point */
    const char *name;
};

extern const struct type_row type_rows[TYPE_COUNT];
extern const wrow_operation operations[OPERATION_COUNT];

const struct type_row *type_row_of(wrow_type type);
bool is_float(wrow_type type);

/* Integers, widened by their sign, and the low bits of one. */
uint64_t load_integer(wrow_type type, const void *element);
void store_integer(wrow_type type, uint64_t value, void *element);

/* Floats exactly, integers rounded to nearest as the C conversion does. */
double load_f64(wrow_type type, const void *element);

/* Rounds once to nearest even; a NaN becomes the canonical one. Floats only. */
void store_f64(wrow_type type, double value, void *element);

bool is_nan(wrow_type type, const void *element);

/* Fails the test and prints the first element that differs. */
void assert_same_bits(const char *what, wrow_type type, const void *expected,
                      const void *actual, size_t count);

/* Fails unless every byte is `pattern`. */
void assert_all_bytes(const char *what, const void *memory, size_t bytes,
                      unsigned char pattern);

#endif
