/* chain.h -- the host's side of chain_kernel.cuh. */
#ifndef WINDROW_TESTS_CHAIN_H
#define WINDROW_TESTS_CHAIN_H

#include <stddef.h>
#include <windrow/device/grid_state.h>

#if defined(__cplusplus)
extern "C" {
#endif

enum { CHAIN_THREADS = 32, CHAIN_TILES = 4 };

struct chain_state {
    wrow_grid_state grid;
    uint64_t slots[CHAIN_TILES];
};

struct chain_job {
    const uint32_t *in;
    uint32_t *out; /* out[i] = in[i] + all elements of the tiles before its own */
    uint32_t count;
    struct chain_state *state;
};

struct wrow_words4;
struct ring_job {
    const struct wrow_words4 *in;
    struct wrow_words4 *out; /* the complement of each word */
    uint32_t rows;           /* of 32 vectors of 16 bytes */
};

/* What cudaLaunchKernel is given. */
const void *chain_kernel(void);
const void *ring_kernel(void);

#if defined(__cplusplus)
}
#endif

#endif
