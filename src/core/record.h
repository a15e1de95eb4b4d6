/*
 * core/record.h -- the first data error of a context: written by the backend
 * (on CUDA through mapped host memory), read by wrow_context_check.
 *
 * The writer claims the record by exchanging the claim word of the state area
 * with `generation`; whoever finds another value there is the first since the
 * host last took an error, and writes the code last. The host clears the code
 * and then starts a new generation, so it never has to touch device memory.
 */
#ifndef WROW_CORE_RECORD_H
#define WROW_CORE_RECORD_H

#include <stdint.h>

struct device_record {
    uint32_t code;   /* a wrow_status; 0 means no error */
    uint32_t source; /* a data_source: which sentence */
    uint64_t index;
    uint64_t value;      /* or the bits of a double */
    uint32_t generation; /* starts at 1 */
};

/* X(enumerator, sentence, its two arguments: of index, value, real) */
#define WROW_DATA_SOURCE_MAP(X)                                                          \
    X(DATA_BUSY, "executions overlapped on this context: arrival %llu of %llu blocks",   \
      index, value)                                                                      \
    X(DATA_EDGE, "edges[%llu] is %.17g, which is NaN or below the edge before it",       \
      index, real)                                                                       \
    X(DATA_COUNT, "counts[%llu] is %llu, but a u32 holds at most 4294967295", index,     \
      value)                                                                             \
    X(DATA_OFFSET,                                                                       \
      "offsets[%llu] is %llu, which is below the offset before it or above count",       \
      index, value)                                                                      \
    X(DATA_LENGTH, "*options->count_device is %llu, but count is %llu, the most", value, \
      index)

enum data_source {
    DATA_NONE = 0,
#define X(name, text, first, second) name,
    WROW_DATA_SOURCE_MAP(X)
#undef X
};

/* How the CPU backend writes it: by one thread, between calls of the host. */
static inline void record_on_host(struct device_record *record, uint32_t code,
                                  enum data_source source, uint64_t index, uint64_t value)
{
    if (record->code != 0)
        return;
    record->source = source;
    record->index = index;
    record->value = value;
    record->code = code;
}

#endif
