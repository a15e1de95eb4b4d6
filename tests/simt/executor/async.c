/* async.c -- mbarriers, and bulk copies that come late, in pieces and in any order. A
 * copy's pieces are moved by an agent of their own, which the schedule may choose at
 * any step; until then its destination counts as unwritten. */
#include "engine.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { COPIES_MAX = 4096, PIECE = 16 };

struct copy {
    bool to_shared;
    const struct block *block;
    struct thread *owner; /* of a store */
    uint32_t group;       /* of a store: the owner's commits before it */
    unsigned char *to;
    const unsigned char *from;
    uint64_t *barrier;
    uint32_t bytes, moved;
    unsigned char *staged; /* of a store that has been read and not written */
};

static struct copy copies[COPIES_MAX];
static uint32_t count;

void async_start(void)
{
    for (uint32_t k = 0; k < count; ++k)
        free(copies[k].staged);
    count = 0;
}

bool async_waiting(void)
{
    return count > 0;
}

/* What an mbarrier's word holds: arrivals that the phase still waits for and that each
 * phase has, bytes that are announced and not here (or here and not announced), and
 * the phase's parity. */
struct state {
    uint32_t left, each, parity;
    int32_t bytes;
};
enum { LEFT_BITS = 15, EACH_BITS = 15, PARITY_BITS = 1 };

static struct state unpack(uint64_t word)
{
    struct state s;
    s.left = (uint32_t)word & ((1u << LEFT_BITS) - 1);
    s.each = (uint32_t)(word >> LEFT_BITS) & ((1u << EACH_BITS) - 1);
    s.parity = (uint32_t)(word >> (LEFT_BITS + EACH_BITS)) & 1;
    s.bytes = (int32_t)(uint32_t)(word >> 32);
    return s;
}

static uint64_t pack(const struct state *s)
{
    return (uint64_t)(uint32_t)s->bytes << 32 |
           (uint64_t)s->parity << (LEFT_BITS + EACH_BITS) |
           (uint64_t)s->each << LEFT_BITS | s->left;
}

static void settle(uint64_t *barrier, struct state s)
{
    if (s.left == 0 && s.bytes == 0) {
        s.parity ^= 1;
        s.left = s.each;
    }
    *barrier = pack(&s);
}

static void check_barrier(const uint64_t *barrier)
{
    const struct arena *const arena = simt_launch.now->block->arena;
    if ((uintptr_t)barrier % sizeof *barrier ||
        !arena_holds(arena, barrier, sizeof *barrier))
        simt_fail("an mbarrier must be 8 aligned bytes of shared memory");
}

void simt_mbarrier_init(uint64_t *barrier, uint32_t arrivals, struct simt_place place)
{
    const struct state s = {arrivals, arrivals, 0, 0};
    simt_pause(place);
    check_barrier(barrier);
    if (arrivals == 0 || arrivals >> EACH_BITS)
        simt_fail("an mbarrier cannot wait for %" PRIu32 " arrivals", arrivals);
    arena_wrote(simt_launch.now->block->arena, barrier, sizeof *barrier);
    *barrier = pack(&s);
}

void simt_mbarrier_arrive(uint64_t *barrier, uint32_t expected_bytes,
                          struct simt_place place)
{
    simt_pause(place);
    check_barrier(barrier);
    simt_shared_read(barrier, sizeof *barrier);
    struct state s = unpack(*barrier);
    if (s.left == 0)
        simt_fail("more arrivals at an mbarrier than its %" PRIu32, s.each);
    s.left -= 1;
    s.bytes += (int32_t)expected_bytes;
    settle(barrier, s);
}

bool simt_mbarrier_passed(const uint64_t *barrier, uint32_t parity,
                          struct simt_place place)
{
    simt_pause(place);
    check_barrier(barrier);
    simt_shared_read(barrier, sizeof *barrier);
    return unpack(*barrier).parity != (parity & 1);
}

static void check_copy(const void *shared, const void *global, uint32_t bytes)
{
    if (bytes == 0 || bytes % 16 || (uintptr_t)shared % 16 || (uintptr_t)global % 16)
        simt_fail("a bulk copy of %" PRIu32 " bytes from or to %p and %p: all three must "
                  "be multiples of 16",
                  bytes, shared, global);
    if (!arena_holds(simt_launch.now->block->arena, shared, bytes))
        simt_fail("a bulk copy of %" PRIu32 " bytes leaves its shared memory", bytes);
    if (count == COPIES_MAX)
        simt_fail("more than %d bulk copies on their way", (int)COPIES_MAX);
}

void simt_bulk_load(void *shared, const void *global, uint32_t bytes, uint64_t *barrier,
                    struct simt_place place)
{
    struct thread *const me = simt_launch.now;
    simt_pause(place);
    check_copy(shared, global, bytes);
    check_barrier(barrier);
    simt_shared_read(barrier, sizeof *barrier);
    arena_forget(me->block->arena, shared, bytes);
    copies[count++] =
        (struct copy){true, me->block, me, 0, shared, global, barrier, bytes, 0, NULL};
}

void simt_bulk_store(void *global, const void *shared, uint32_t bytes,
                     struct simt_place place)
{
    struct thread *const me = simt_launch.now;
    simt_pause(place);
    check_copy(shared, global, bytes);
    simt_shared_read(shared, bytes);
    copies[count] = (struct copy){false,  me->block, me,    me->groups, global,
                                  shared, NULL,      bytes, 0,          malloc(bytes)};
    if (!copies[count++].staged)
        abort();
}

void simt_bulk_commit(struct simt_place place)
{
    simt_pause(place);
    simt_launch.now->groups += 1;
}

/* Groups of the thread with a copy that is not read (not done), the oldest to now. */
static uint32_t groups_open(const struct thread *thread, bool read_only)
{
    uint32_t oldest = thread->groups;
    for (uint32_t k = 0; k < count; ++k) {
        const struct copy *const c = &copies[k];
        const bool open = !read_only || c->moved < c->bytes;
        if (!c->to_shared && c->owner == thread && open && c->group < oldest)
            oldest = c->group;
    }
    return thread->groups - oldest;
}

void simt_bulk_wait(uint32_t groups, bool read_only, struct simt_place place)
{
    do
        simt_pause(place);
    while (groups_open(simt_launch.now, read_only) > groups);
}

static void end_copy(uint32_t k)
{
    struct copy *const c = &copies[k];
    if (c->to_shared) {
        struct state s = unpack(*c->barrier);
        s.bytes -= (int32_t)c->bytes;
        settle(c->barrier, s);
    } else {
        memcpy(c->to, c->staged, c->bytes);
        free(c->staged);
    }
    copies[k] = copies[--count];
}

/* A store is read piece by piece and written in one more step, a load is one. */
void async_advance(void)
{
    const uint32_t k = simt_below(&simt_launch.chooser.state, count);
    struct copy *const c = &copies[k];
    if (c->moved == c->bytes) {
        end_copy(k);
        return;
    }
    const uint32_t pieces = (c->bytes - c->moved) / PIECE;
    const uint32_t bytes = PIECE * (1 + simt_below(&simt_launch.chooser.state, pieces));
    unsigned char *const to = c->to_shared ? c->to : c->staged;
    memcpy(to + c->moved, c->from + c->moved, bytes);
    if (c->to_shared)
        arena_wrote(c->block->arena, to + c->moved, bytes);
    c->moved += bytes;
    if (c->to_shared && c->moved == c->bytes)
        end_copy(k);
}

void async_check_block_end(const struct block *block)
{
    for (uint32_t k = 0; k < count; ++k)
        if (copies[k].block == block &&
            (copies[k].to_shared || copies[k].moved < copies[k].bytes))
            simt_fail("the block ends while a bulk copy of %" PRIu32
                      " bytes still uses its shared memory",
                      copies[k].bytes);
}
