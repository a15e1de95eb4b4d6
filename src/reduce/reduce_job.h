/* reduce_job.h -- what the host tells a reduce kernel; passed by value. */
#ifndef WROW_REDUCE_JOB_H
#define WROW_REDUCE_JOB_H

#include "core/record.h"
#include "core/state_area.h"
#include "reduce/reduce_finish.h"
#include "reduce/reduce_order.h"

/* The elements, and how the strips of a row are read. */
struct strip_source {
    const unsigned char *base;
    uint64_t count;
    uint64_t full_rows; /* rows without a missing element */
    uint32_t shift;     /* bytes from the aligned 16 before base; 0: aligned */
    uint32_t reserved;
};

static inline struct strip_source strip_source_of(const void *in, uint64_t count,
                                                  uint32_t element_bytes)
{
    struct strip_source source = {0, 0, 0, 0, 0};
    source.base = (const unsigned char *)in;
    source.count = count;
    source.full_rows = count / (REDUCE_ROW_BYTES / element_bytes);
    source.shift = (uint32_t)((uintptr_t)in % REDUCE_STRIP_BYTES);
    return source;
}

struct strip_words {
    uint32_t w[4];
};

/* One element of 1, 2, 4 or 8 bytes, repeated through a strip. */
WROW_INLINE struct strip_words strip_repeat(uint64_t element, uint32_t bytes)
{
    const uint64_t twice = bytes == 8   ? element
                           : bytes == 4 ? element * 0x0000000100000001u
                           : bytes == 2 ? element * 0x0001000100010001u
                                        : element * 0x0101010101010101u;
    const uint32_t low = (uint32_t)twice, high = (uint32_t)(twice >> 32);
    const struct strip_words strip = {{low, high, low, high}};
    return strip;
}

struct reduce_job {
    struct strip_source source;
    reduce_shape shape;
    uint32_t tile_runs;     /* policy: runs a block folds at a time, fan .. 32 */
    uint32_t element_bytes; /* 1, 2, 4, 8 */
    uint64_t *partials;     /* scratch */
    struct state_area *state;
    struct device_record *record;
    void *out;
    struct reduce_finish finish;
    uint64_t identity_word;
    uint64_t infinity;       /* bits of a float element's infinity */
    struct strip_words fill; /* a strip of identity elements */
    struct strip_words keep; /* a strip of masks: all but a float's sign */
    uint32_t flip_word;      /* finish.flip, repeated through a word */
    uint32_t reserved;
};

#endif
