/*
 * schedule.h -- who goes next. Everything is drawn from one seed, so a schedule is its
 * own record: the text of simt_schedule_text, given back, repeats it step by step.
 */
#ifndef WINDROW_TESTS_SCHEDULE_H
#define WINDROW_TESTS_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* X(enumerator, name): evidence of what it is for */
#define SIMT_POLICY_MAP(X)                                                               \
    X(RANDOM, "random")           /* every interleaving has a chance */                  \
    X(PRIORITIES, "priorities")   /* few changes, each at a random step */               \
    X(ROUND_ROBIN, "round-robin") /* nearly lockstep */                                  \
    X(STARVE_ONE, "starve-one")   /* one is late for everything */

/* In what order blocks start. */
#define SIMT_BLOCK_ORDER_MAP(X)                                                          \
    X(ASCENDING, "ascending")                                                            \
    X(REVERSED, "reversed")                                                              \
    X(SHUFFLED, "shuffled")

enum simt_policy {
#define X(name, text) SIMT_##name,
    SIMT_POLICY_MAP(X)
#undef X
        SIMT_POLICIES
};

enum simt_block_order {
#define X(name, text) SIMT_##name,
    SIMT_BLOCK_ORDER_MAP(X)
#undef X
        SIMT_BLOCK_ORDERS
};

struct simt_schedule {
    enum simt_policy policy;
    enum simt_block_order order;
    uint32_t residency; /* blocks at a time; those beyond wait until one ends */
    uint64_t seed;
};

/* The index-th of a sweep: all policies, orders and residencies 1 to 4 in turn. */
struct simt_schedule simt_schedule_of(uint64_t index);

/* "random:shuffled:2:12345" and back; false: not such a text. */
enum { SIMT_SCHEDULE_TEXT = 80 };
void simt_schedule_text(const struct simt_schedule *schedule,
                        char (*text)[SIMT_SCHEDULE_TEXT]);
bool simt_schedule_parse(const char *text, struct simt_schedule *schedule);

uint64_t simt_random(uint64_t *state);
uint32_t simt_below(uint64_t *state, uint32_t limit);

/* The agents of a launch, 0 .. count-1: threads, and one for copies on their way. */
struct chooser {
    struct simt_schedule schedule;
    uint64_t state;
    uint32_t count;
    uint32_t last;       /* the rank that was chosen */
    uint32_t repeats;    /* times in a row */
    uint32_t victim;     /* of starve-one: a rank */
    uint32_t passed;     /* picks since the victim could go */
    uint32_t ready;      /* agents that can go */
    uint32_t *rank_of;   /* agent -> rank */
    uint32_t *agent_of;  /* rank -> agent */
    uint64_t *ready_set; /* a bit a rank */
};

void chooser_start(struct chooser *chooser, const struct simt_schedule *schedule,
                   uint64_t seed, uint32_t agents);
void chooser_end(struct chooser *chooser);
void chooser_set(struct chooser *chooser, uint32_t agent, bool ready);
/* One that is ready; at least one must be. */
uint32_t chooser_pick(struct chooser *chooser);

#endif
