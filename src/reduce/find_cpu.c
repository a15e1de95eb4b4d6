/* find_cpu.c -- see find_cpu.h. */
#include "reduce/find_cpu.h"
#include "reduce/reduce_finish.h"
#include <string.h>

/* Bits of element i, zero-extended. */
static uint64_t element_bits(const unsigned char *in, uint32_t bytes, uint64_t i)
{
    const unsigned char *const x = in + i * bytes;
    uint64_t bits64;
    uint32_t bits32;
    uint16_t bits16;
    if (bytes == 8)
        return memcpy(&bits64, x, 8), bits64;
    if (bytes == 4)
        return memcpy(&bits32, x, 4), bits32;
    if (bytes == 2)
        return memcpy(&bits16, x, 2), bits16;
    return *x;
}

uint64_t wrow_find_key(const void *in, wrow_type type, uint64_t first, uint64_t count,
                       wrow_operation operation, uint64_t key)
{
    const struct reduce_format format = reduce_format_of(type);
    const uint64_t flip = reduce_flip(operation, type);
    for (uint64_t i = first; i < count; ++i) {
        const uint64_t bits = element_bits(in, format.width / 8, i);
        if (key == (format.class_ == 'F'
                        ? reduce_float_key(bits, format.width, format.infinity, flip)
                        : bits ^ flip))
            return i;
    }
    return ~(uint64_t)0;
}
