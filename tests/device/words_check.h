/*
 * tests/device/words_check.h -- what the kernels that call the words of the device
 * layer and the program that launches them share.
 *
 * A kernel compares on the device; the record counts, and keeps the first thing that
 * was wrong.
 */
#ifndef WINDROW_TESTS_WORDS_CHECK_H
#define WINDROW_TESTS_WORDS_CHECK_H

#include <windrow/device/grid_state.h>
#include <stdbool.h>
#include <stdint.h>

struct words_record {
    uint32_t checks, failures;
    uint32_t block, thread; /* of the first failure */
    uint64_t actual, expected;
    char what[112];
};

/* Zeroed before the first launch of a case. */
struct words_argument {
    struct words_record *record;
    uint64_t *memory; /* WORDS_MEMORY of them */
    wrow_grid_state *grid;
    uint32_t launch; /* 1, 2, ... */
};

enum {
    WORDS_MEMORY = 1 << 16,
    WORDS_UNSUPPORTED = -1 /* this build, or this device, has no such words */
};

/* Whether a case has another turn: a GPU has one, what runs the kernels elsewhere may
 * choose another order of their steps for each. */
#if defined(WINDROW_FAKE_CUDA)
bool words_turn(uint32_t turn);
#else
static inline bool words_turn(uint32_t turn)
{
    return turn == 0;
}
#endif

/* X(kernel, launches, checks in all: a kernel that skips some has not passed) */
#define WORDS_CASES(X)                                                                   \
    X(modify, 1, 556)                                                                    \
    X(modify_together, 3, 364)                                                           \
    X(sixteen_bytes, 2, 647168)                                                          \
    X(hand_off, 1, 39600)                                                                \
    X(grid, 5, 82585)                                                                    \
    X(who, 2, 2304)                                                                      \
    X(lanes, 1, 50064)                                                                   \
    X(barriers, 1, 51200)                                                                \
    X(packed, 1, 159744)                                                                 \
    X(halves, 1, 65536)                                                                  \
    X(times, 1, 2)                                                                       \
    X(async, 2, 26160)

#endif
