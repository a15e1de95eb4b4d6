/*
 * histogram_kernel.cuh -- counts between edges on a GPU, in one launch.
 *
 * Each block keeps private 32-bit bins and the edges in shared memory, finds the
 * bin of a sample by a binary search over them, and at its end adds its bins that
 * are not zero to 64-bit bins in the state area. The block that is last to finish
 * copies those to the output and zeroes them for the next execution, so that no
 * memset runs before the kernel.
 *
 * Integers commute, so the schedule cannot change a count. A private bin cannot
 * overflow: it is emptied into the state area before it has seen 2^32 samples.
 * Every block checks the edges itself and counts nothing if they do not ascend; a
 * binary search over such edges still ends inside them.
 */
#ifndef WROW_HISTOGRAM_KERNEL_CUH
#define WROW_HISTOGRAM_KERNEL_CUH

#include "core/arrive.cuh"
#include "core/shrink.h"
#include <windrow/base.h>
#include <windrow/histogram.h>

enum {
    HISTOGRAM_THREADS = WROW_SHRINK(1024, 64),
    HISTOGRAM_BINS_MAX = WROW_HISTOGRAM_EDGES_MAX - 1,
    HISTOGRAM_EACH = 4 /* samples of a thread in flight */
};

struct histogram_edges_job {
    const void *in;
    uint64_t count;
    const double *edges;
    uint32_t edge_count;
    uint32_t closed_right;
    void *counts;
    uint32_t count_bytes; /* 4 or 8 */
    uint32_t search_step; /* the largest power of two below edge_count */
    state_area *state;
    device_record *record;
};

/* The first edge that is NaN or below the one before it; edge_count if none. */
WROW_DEVICE uint32_t first_bad_edge(const wrow_shared<double> *edges, uint32_t edge_count,
                                    wrow_shared<uint32_t> &shared)
{
    if (wrow_thread() == 0)
        shared = edge_count;
    wrow_barrier();
    for (uint32_t e = wrow_thread(); e < edge_count; e += wrow_threads())
        if (!(edges[e] >= (e ? edges[e - 1] : edges[e])))
            wrow_min_relaxed_block(&shared, e);
    wrow_barrier();
    return shared;
}

/* The bin of x, or edge_count for none: the last edge <= x, found from the top bit
 * down. A NaN compares false with everything and so stays at no bin. */
WROW_DEVICE uint32_t bin_of(const wrow_shared<double> *edges,
                            const histogram_edges_job &job, double x)
{
    const uint32_t last = job.edge_count - 1;
    uint32_t below = 0; /* edges[below] <= x, once that holds for edge 0 */
    if (!(x >= edges[0]) || x > edges[last])
        return job.edge_count;
    for (uint32_t step = job.search_step; step > 0; step /= 2)
        if (below + step <= last && edges[below + step] <= x)
            below += step;
    if (below < last)
        return below;
    return job.closed_right ? last - 1 : job.edge_count; /* x is the last edge */
}

WROW_DEVICE void add_private_bins(wrow_shared<uint32_t> *bins,
                                  const histogram_edges_job &job)
{
    wrow_barrier();
    for (uint32_t b = wrow_thread(); b + 1 < job.edge_count; b += wrow_threads()) {
        if (bins[b])
            wrow_add_relaxed_device(&job.state->bins[b], (uint64_t)bins[b]);
        bins[b] = 0;
    }
    wrow_barrier();
}

/* Copies one total to the output, clipped to what it holds. */
WROW_DEVICE void store_count(const histogram_edges_job &job, uint32_t bin, uint64_t count)
{
    if (job.count_bytes == 8) {
        ((uint64_t *)job.counts)[bin] = count;
        return;
    }
    if (count > UINT32_MAX) {
        record_data_error(job.record, job.state, WROW_E_OVERFLOW, DATA_COUNT, bin, count);
        count = UINT32_MAX;
    }
    ((uint32_t *)job.counts)[bin] = (uint32_t)count;
}

template <typename T>
WROW_DEVICE void count_samples(wrow_shared<uint32_t> *bins,
                               const wrow_shared<double> *edges,
                               const histogram_edges_job &job)
{
    const T *const in = (const T *)job.in;
    const uint64_t stride = (uint64_t)wrow_blocks() * wrow_threads();
    const uint64_t before_flush = UINT32_MAX / (HISTOGRAM_THREADS * HISTOGRAM_EACH);
    uint64_t turns = 0;
    /* The bound is the block's, not the thread's: flushing needs all threads. */
    for (uint64_t block_first = (uint64_t)wrow_block() * wrow_threads();
         block_first < job.count; block_first += stride * HISTOGRAM_EACH) {
        T x[HISTOGRAM_EACH];
        WROW_UNROLL
        for (int k = 0; k < HISTOGRAM_EACH; ++k) {
            const uint64_t i = block_first + wrow_thread() + k * stride;
            x[k] = i < job.count ? in[i] : (T)NAN;
        }
        WROW_UNROLL
        for (int k = 0; k < HISTOGRAM_EACH; ++k) {
            const uint32_t bin = bin_of(edges, job, (double)x[k]);
            if (bin < job.edge_count)
                wrow_add_relaxed_block(&bins[bin], 1u);
        }
        if (++turns == before_flush) {
            add_private_bins(bins, job);
            turns = 0;
        }
    }
}

template <typename T>
WROW_KERNEL(HISTOGRAM_THREADS, 1)
count_between_edges(WROW_ARGUMENT(histogram_edges_job, job))
{
    WROW_SHARED(uint32_t, bins, [HISTOGRAM_BINS_MAX + 1]);
    WROW_SHARED(double, edges, [WROW_HISTOGRAM_EDGES_MAX]);
    WROW_SHARED(uint32_t, shared, );
    for (uint32_t e = wrow_thread(); e < job.edge_count; e += wrow_threads()) {
        edges[e] = job.edges[e];
        bins[e] = 0;
    }
    wrow_barrier();
    const uint32_t bad = first_bad_edge(edges, job.edge_count, shared);
    if (bad == job.edge_count) {
        count_samples<T>(bins, edges, job);
        add_private_bins(bins, job);
    } else if (wrow_block() == 0 && wrow_thread() == 0) {
        record_data_error(job.record, job.state, WROW_E_ORDER, DATA_EDGE, bad,
                          f64_bits(edges[bad]));
    }

    if (!arrive_last(job.state, job.record, shared))
        return;
    for (uint32_t b = wrow_thread(); b + 1 < job.edge_count; b += wrow_threads()) {
        store_count(job, b, wrow_load_relaxed_device(&job.state->bins[b]));
        wrow_store_relaxed_device(&job.state->bins[b], (uint64_t)0);
    }
    if (wrow_thread() == 0)
        wrow_grid_finish(&job.state->grid);
}

#endif
