/* oracle_histogram.c -- see oracle.h: histograms by linear search. */
#include "bits.h"
#include "oracle.h"

void oracle_histogram_edges(const void *in, wrow_type type, size_t count,
                            const double *edges, size_t edge_count, bool closed_right,
                            uint64_t *counts)
{
    const unsigned char *elements = in;
    const double last = edges[edge_count - 1];
    for (size_t bin = 0; bin + 1 < edge_count; ++bin)
        counts[bin] = 0;
    for (size_t i = 0; i < count; ++i) {
        const double x = load_f64(type, elements + i * type_row_of(type)->bytes);
        const bool inside = x >= edges[0] && (closed_right ? x <= last : x < last);
        size_t bin = 0;
        if (!inside)
            continue;
        while (bin + 2 < edge_count && edges[bin + 1] <= x)
            ++bin;
        ++counts[bin];
    }
}
