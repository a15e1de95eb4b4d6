/*
 * core/record.h -- the first data error of a context: written by the backend
 * (on CUDA through mapped host memory), read by wrow_context_check.
 */
#ifndef WROW_CORE_RECORD_H
#define WROW_CORE_RECORD_H

#include <stdint.h>

/* code is written last and is a wrow_status; 0 means no error. */
struct device_record {
    uint32_t code;
    uint32_t source; /* a data_source: which sentence */
    uint64_t index;
    uint64_t value;
};

/* X(enumerator, sentence); %1$llu is the index, %2$llu the value as an integer,
 * %3$g the value as a double. */
#define WROW_DATA_SOURCE_MAP(X)                                                          \
    X(DATA_BUSY, "another execution overlapped this context: arrival %1$llu of %2$llu")  \
    X(DATA_EDGE, "edges[%1$llu] = %3$g is NaN or below the edge before it")              \
    X(DATA_COUNT, "counts[%1$llu] = %2$llu exceeds the largest u32, 4294967295")

enum data_source {
    DATA_NONE = 0,
#define X(name, text) name,
    WROW_DATA_SOURCE_MAP(X)
#undef X
};

#endif
