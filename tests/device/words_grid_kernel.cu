/* words_grid_kernel.cu -- blocks that talk to each other: a hand-off in each scope by
 * each pair of words that makes one, and tickets and arrivals over several launches. */
#include "words_check.cuh"

/* ------------------------------------------------------------------- hand-off */
enum { ROUNDS = 100, PAYLOAD = 32, WAYS = 3 };

struct channel {
    uint32_t flag, back;
    uint64_t payload[PAYLOAD];
};

/* Way 0: release and acquire; 1 and 2: relaxed words behind and before a fence. The
 * writer waits for the answer, so that a payload is never written while it is read. */
#define HAND_OFF(scope)                                                                  \
    WORDS_DEVICE void tell_##scope(uint32_t *flag, uint32_t value, uint32_t way)         \
    {                                                                                    \
        if (way == 0) {                                                                  \
            wrow_store_release_##scope(flag, value);                                     \
            return;                                                                      \
        }                                                                                \
        if (way == 1)                                                                    \
            wrow_fence_acq_rel_##scope();                                                \
        else                                                                             \
            wrow_fence_seq_cst_##scope();                                                \
        wrow_store_relaxed_##scope(flag, value);                                         \
    }                                                                                    \
    WORDS_DEVICE bool hear_##scope(const uint32_t *flag, uint32_t value, uint32_t way)   \
    {                                                                                    \
        uint32_t polls = 0;                                                              \
        if (way == 0)                                                                    \
            while (wrow_load_acquire_##scope(flag) != value && ++polls < POLLS)          \
                wrow_sleep(20);                                                          \
        else                                                                             \
            while (wrow_load_relaxed_##scope(flag) != value && ++polls < POLLS)          \
                wrow_sleep(20);                                                          \
        if (way == 1)                                                                    \
            wrow_fence_acq_rel_##scope();                                                \
        else if (way == 2)                                                               \
            wrow_fence_seq_cst_##scope();                                                \
        return polls < POLLS;                                                            \
    }                                                                                    \
    WORDS_DEVICE void hand_off_##scope(words_record *record, channel *c, bool writer,    \
                                       uint32_t way)                                     \
    {                                                                                    \
        for (uint32_t round = 1; round <= ROUNDS; ++round) {                             \
            if (writer) {                                                                \
                for (uint32_t k = 0; k < PAYLOAD; ++k)                                   \
                    c->payload[k] = (uint64_t)round << 32 | k;                           \
                tell_##scope(&c->flag, round, way);                                      \
                if (!hear_##scope(&c->back, round, way))                                 \
                    return;                                                              \
            } else {                                                                     \
                const bool heard = hear_##scope(&c->flag, round, way);                   \
                EXPECT(heard, true);                                                     \
                if (!heard)                                                              \
                    return;                                                              \
                for (uint32_t k = 0; k < PAYLOAD; ++k)                                   \
                    EXPECT(c->payload[k], (uint64_t)round << 32 | k);                    \
                tell_##scope(&c->back, round, way);                                      \
            }                                                                            \
        }                                                                                \
    }
HAND_OFF(block)
HAND_OFF(device)
HAND_OFF(system)

/* The two warps of each block talk in block scope, then the first warps of the two
 * blocks in the wider ones. */
CASE(hand_off, 64)
{
    WROW_SHARED(channel, near, [WAYS]);
    WROW_SHARED(uint32_t, ticket, );
    channel *far = (channel *)argument.memory;
    if (wrow_thread() == 0) {
        ticket = wrow_grid_ticket(argument.grid);
        for (uint32_t way = 0; way < WAYS; ++way)
            near[way] = channel();
    }
    wrow_barrier();
    if (wrow_lane() != 0)
        return;
    const bool writer = ticket % 2 == 0;
    for (uint32_t way = 0; way < WAYS; ++way) {
        hand_off_block(argument.record, &near[way], wrow_warp() == 0, way);
        if (wrow_warp() != 0)
            continue;
        hand_off_device(argument.record, far + way, writer, way);
        hand_off_system(argument.record, far + WAYS + way, writer, way);
    }
}
LAUNCHER(hand_off, 2, 64)

/* ------------------------------------------------------- tickets and arrivals */
enum { BLOCKS = 64, THREADS = 256 };

/* Launch after launch on one state, which only its first user zeroed. */
CASE(grid, THREADS)
{
    words_record *record = argument.record;
    WROW_SHARED(uint32_t, last, );
    WROW_SHARED(uint32_t, ticket, );
    uint64_t *written = argument.memory, *taken = argument.memory + BLOCKS * THREADS;
    if (wrow_thread() == 0)
        ticket = wrow_grid_ticket(argument.grid);
    wrow_barrier();
    if (ticket < BLOCKS)
        written[ticket * THREADS + wrow_thread()] = argument.launch;
    if (wrow_thread() == 0 && ticket < BLOCKS)
        ++taken[ticket];
    wrow_barrier();
    if (wrow_thread() == 0) {
        const uint32_t before = wrow_grid_arrive(argument.grid);
        EXPECT(before < BLOCKS, true);
        last = before == wrow_blocks() - 1;
    }
    wrow_barrier();
    if (!last)
        return;
    for (uint32_t k = wrow_thread(); k < BLOCKS * THREADS; k += THREADS)
        EXPECT(written[k], argument.launch);
    if (wrow_thread() < BLOCKS)
        EXPECT(taken[wrow_thread()], argument.launch);
    wrow_barrier();
    if (wrow_thread() == 0) {
        EXPECT(argument.grid->tickets, BLOCKS);
        EXPECT(argument.grid->arrivals, BLOCKS);
        wrow_grid_finish(argument.grid);
        EXPECT(argument.grid->tickets, 0);
        EXPECT(argument.grid->arrivals, 0);
        EXPECT(argument.grid->epoch, argument.launch);
    }
}
LAUNCHER(grid, BLOCKS, THREADS)
