/*
 * grades_select.c -- selection by counting digits, from the top.
 *
 * The bits of numbers from +0 up ascend as the numbers do. Six ranks are sought at
 * once; each of five passes counts the next 13 bits of the values that agree with a
 * rank so far, and so fixes 13 more bits of that rank's value. Five reads of the
 * array and no copy, whatever it holds: linear, where sorting 10^8 marks is not.
 */
#include "grades_select.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <pthread.h>

#include "grades_threads.h"

#define RANKS      6
#define DIGIT_BITS 13
#define DIGITS     ((size_t)1 << DIGIT_BITS)
#define PASSES     5
#define BLOCK      ((size_t)1 << 18)

typedef struct search {
    const double *values;
    size_t count;
    unsigned shift;             /* of the digit of this pass */
    size_t prefixes;            /* different ones */
    uint64_t prefix[RANKS];     /* bits above the digit */
    uint64_t (*totals)[DIGITS]; /* of every prefix */
    atomic_size_t next;
    atomic_int no_memory;
    pthread_mutex_t lock;
} search;

static void count_block(const search *state, size_t begin, uint64_t (*counts)[DIGITS])
{
    const size_t left = state->count - begin;
    const size_t end = begin + (left < BLOCK ? left : BLOCK);
    for (size_t i = begin; i < end; i++) {
        uint64_t bits;
        memcpy(&bits, &state->values[i], sizeof bits);
        bits >>= state->shift;
        for (size_t p = 0; p < state->prefixes; p++) {
            if (bits >> DIGIT_BITS == state->prefix[p]) {
                counts[p][bits & (DIGITS - 1)]++;
                break;
            }
        }
    }
}

static void count_blocks(void *shared, int is_caller)
{
    search *state = shared;
    uint64_t(*counts)[DIGITS] = calloc(state->prefixes, sizeof *counts);
    (void)is_caller;
    if (counts == NULL) {
        atomic_store(&state->no_memory, 1);
        return;
    }
    size_t begin;
    while ((begin = atomic_fetch_add(&state->next, BLOCK)) < state->count) {
        count_block(state, begin, counts);
    }
    pthread_mutex_lock(&state->lock);
    for (size_t p = 0; p < state->prefixes; p++) {
        for (size_t d = 0; d < DIGITS; d++) {
            state->totals[p][d] += counts[p][d];
        }
    }
    pthread_mutex_unlock(&state->lock);
    free(counts);
}

static size_t prefix_of(search *state, uint64_t wanted)
{
    size_t p = 0;
    while (p < state->prefixes && state->prefix[p] != wanted) {
        p++;
    }
    if (p == state->prefixes) {
        state->prefix[state->prefixes++] = wanted;
    }
    return p;
}

/* ranks[r] becomes the rank within the values that agree so far with found[r]. */
static int select_ranks(search *state, uint64_t *ranks, uint64_t *found)
{
    for (int pass = 0; pass < PASSES; pass++) {
        size_t mine[RANKS];
        state->shift = DIGIT_BITS * (unsigned)(PASSES - 1 - pass);
        state->prefixes = 0;
        for (size_t r = 0; r < RANKS; r++) {
            mine[r] = prefix_of(state, found[r]);
        }
        memset(state->totals, 0, RANKS * sizeof *state->totals);
        atomic_store(&state->next, 0);
        run_on_threads(count_blocks, state);
        if (atomic_load(&state->no_memory)) {
            return -1;
        }
        for (size_t r = 0; r < RANKS; r++) {
            const uint64_t *totals = state->totals[mine[r]];
            uint64_t digit = 0;
            while (ranks[r] >= totals[digit]) {
                ranks[r] -= totals[digit++];
            }
            found[r] = found[r] << DIGIT_BITS | digit;
        }
    }
    return 0;
}

int find_quartiles(const double *values, size_t count, quartiles *found)
{
    search state = {.values = values, .count = count};
    uint64_t ranks[RANKS], bits[RANKS] = {0};
    double at[RANKS], quarter[3];
    for (size_t q = 0; q < 3; q++) {
        /* The division first: count * 3 could wrap. */
        const size_t whole = (count - 1) / 4 * (q + 1);
        const size_t rest = (count - 1) % 4 * (q + 1);
        ranks[2 * q] = whole + rest / 4;
        ranks[2 * q + 1] = ranks[2 * q] + (rest % 4 > 0);
        quarter[q] = (double)(rest % 4) / 4;
    }
    state.totals = malloc(RANKS * sizeof *state.totals);
    if (state.totals == NULL || pthread_mutex_init(&state.lock, NULL) != 0) {
        free(state.totals);
        return -1;
    }
    const int failed = select_ranks(&state, ranks, bits);
    pthread_mutex_destroy(&state.lock);
    free(state.totals);
    if (failed) {
        return -1;
    }
    memcpy(at, bits, sizeof at);
    double result[3];
    for (size_t q = 0; q < 3; q++) {
        result[q] = at[2 * q] + quarter[q] * (at[2 * q + 1] - at[2 * q]);
    }
    *found = (quartiles){result[0], result[1], result[2]};
    return 0;
}
