/* schedule.c -- see schedule.h. */
#include "schedule.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PATIENCE = 256,    /* picks in a row, then priorities give way: it may be polling */
    CHANGE_EVERY = 64, /* picks between two changes of priorities, on average */
    STARVATION = 50,   /* times that the victim was passed over; then it goes once */
    NEW_VICTIM_EVERY = 16 /* of these */
};

static const char *const policies[] = {
#define X(name, text) text,
    SIMT_POLICY_MAP(X)
#undef X
};
static const char *const orders[] = {
#define X(name, text) text,
    SIMT_BLOCK_ORDER_MAP(X)
#undef X
};

uint64_t simt_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

uint32_t simt_below(uint64_t *state, uint32_t limit)
{
    return (uint32_t)(((simt_random(state) >> 32) * limit) >> 32);
}

struct simt_schedule simt_schedule_of(uint64_t index)
{
    struct simt_schedule schedule;
    schedule.policy = (enum simt_policy)(index % SIMT_POLICIES);
    schedule.order = (enum simt_block_order)(index / SIMT_POLICIES % SIMT_BLOCK_ORDERS);
    schedule.residency = 1 + (uint32_t)(index / (SIMT_POLICIES * SIMT_BLOCK_ORDERS) % 4);
    schedule.seed = index;
    return schedule;
}

void simt_schedule_text(const struct simt_schedule *schedule,
                        char (*text)[SIMT_SCHEDULE_TEXT])
{
    (void)snprintf(*text, sizeof *text, "%s:%s:%" PRIu32 ":%" PRIu64,
                   policies[schedule->policy], orders[schedule->order],
                   schedule->residency, schedule->seed);
}

/* The row whose name starts text and ends at a colon; -1 if none. */
static int row_of(const char *const *names, int count, const char **text)
{
    for (int k = 0; k < count; ++k) {
        const size_t length = strlen(names[k]);
        if (strncmp(*text, names[k], length) == 0 && (*text)[length] == ':') {
            *text += length + 1;
            return k;
        }
    }
    return -1;
}

/* Digits and then `end`, nothing else; false if they are none or too large. */
static bool number(const char **text, char end, uint64_t *value)
{
    const char *at = *text;
    for (*value = 0; *at >= '0' && *at <= '9'; ++at) {
        const uint64_t digit = (uint64_t)(*at - '0');
        if (*value > (UINT64_MAX - digit) / 10)
            return false;
        *value = *value * 10 + digit;
    }
    if (at == *text || *at != end)
        return false;
    *text = at + 1;
    return true;
}

bool simt_schedule_parse(const char *text, struct simt_schedule *schedule)
{
    const int policy = row_of(policies, SIMT_POLICIES, &text);
    const int order = policy < 0 ? -1 : row_of(orders, SIMT_BLOCK_ORDERS, &text);
    uint64_t residency;
    if (order < 0 || !number(&text, ':', &residency) ||
        !number(&text, '\0', &schedule->seed))
        return false;
    schedule->policy = (enum simt_policy)policy;
    schedule->order = (enum simt_block_order)order;
    schedule->residency = (uint32_t)residency;
    return residency > 0 && residency <= UINT32_MAX;
}

static void swap_ranks(struct chooser *c, uint32_t a, uint32_t b)
{
    const uint32_t agent_a = c->agent_of[a], agent_b = c->agent_of[b];
    const uint64_t bit_a = c->ready_set[a / 64] >> a % 64 & 1;
    const uint64_t bit_b = c->ready_set[b / 64] >> b % 64 & 1;
    if (bit_a != bit_b) {
        c->ready_set[a / 64] ^= (uint64_t)1 << a % 64;
        c->ready_set[b / 64] ^= (uint64_t)1 << b % 64;
    }
    c->agent_of[a] = agent_b;
    c->agent_of[b] = agent_a;
    c->rank_of[agent_a] = b;
    c->rank_of[agent_b] = a;
}

void chooser_start(struct chooser *c, const struct simt_schedule *schedule, uint64_t seed,
                   uint32_t agents)
{
    memset(c, 0, sizeof *c);
    c->schedule = *schedule;
    c->state = seed;
    c->count = agents;
    c->rank_of = malloc(agents * sizeof *c->rank_of);
    c->agent_of = malloc(agents * sizeof *c->agent_of);
    c->ready_set = calloc((agents + 63) / 64, sizeof *c->ready_set);
    if (!c->rank_of || !c->agent_of || !c->ready_set)
        abort();
    for (uint32_t k = 0; k < agents; ++k)
        c->rank_of[k] = c->agent_of[k] = k;
    if (schedule->policy == SIMT_PRIORITIES)
        for (uint32_t k = agents; k > 1; --k)
            swap_ranks(c, k - 1, simt_below(&c->state, k));
    c->victim = simt_below(&c->state, agents);
}

void chooser_end(struct chooser *c)
{
    free(c->rank_of);
    free(c->agent_of);
    free(c->ready_set);
}

void chooser_set(struct chooser *c, uint32_t agent, bool ready)
{
    const uint32_t rank = c->rank_of[agent];
    uint64_t *const word = &c->ready_set[rank / 64];
    const uint64_t bit = (uint64_t)1 << rank % 64;
    if (((*word & bit) != 0) == ready)
        return;
    *word ^= bit;
    c->ready += ready ? 1u : ~0u;
}

/* The first rank that is ready, from `start` on and around. */
static uint32_t next_ready(const struct chooser *c, uint32_t start)
{
    const uint32_t words = (c->count + 63) / 64;
    uint32_t word = start / 64;
    uint64_t bits = c->ready_set[word] & ~(uint64_t)0 << start % 64;
    while (bits == 0) {
        word = word + 1 == words ? 0 : word + 1;
        bits = c->ready_set[word];
    }
    return word * 64 + (uint32_t)__builtin_ctzll(bits);
}

static uint32_t pick_random(struct chooser *c)
{
    return next_ready(c, simt_below(&c->state, c->count));
}

/* The best rank goes until it waits, a change comes, or it seems to poll. */
static uint32_t pick_priorities(struct chooser *c)
{
    uint32_t rank = next_ready(c, 0);
    if (c->repeats >= PATIENCE || simt_below(&c->state, CHANGE_EVERY) == 0) {
        swap_ranks(c, rank, simt_below(&c->state, c->count));
        c->repeats = 0;
        rank = next_ready(c, 0);
    }
    return rank;
}

static uint32_t pick_round_robin(struct chooser *c)
{
    return next_ready(c, c->last + 1 == c->count ? 0 : c->last + 1);
}

static uint32_t pick_starve_one(struct chooser *c)
{
    const uint32_t rank = pick_random(c);
    if (rank != c->victim || c->ready == 1)
        return rank;
    if (++c->passed < STARVATION)
        return next_ready(c, rank + 1 == c->count ? 0 : rank + 1);
    c->passed = 0;
    if (simt_below(&c->state, NEW_VICTIM_EVERY) == 0)
        c->victim = simt_below(&c->state, c->count);
    return rank;
}

uint32_t chooser_pick(struct chooser *c)
{
    static uint32_t (*const pick[])(struct chooser *) = {
        [SIMT_RANDOM] = pick_random,
        [SIMT_PRIORITIES] = pick_priorities,
        [SIMT_ROUND_ROBIN] = pick_round_robin,
        [SIMT_STARVE_ONE] = pick_starve_one,
    };
    const uint32_t rank = pick[c->schedule.policy](c);
    c->repeats = rank == c->last ? c->repeats + 1 : 0;
    c->last = rank;
    return c->agent_of[rank];
}
