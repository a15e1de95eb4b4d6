/* collective.c -- where threads wait for each other: the block's barrier, and words
 * that lanes of a warp call together. Lanes are independent: they meet when all that
 * the mask names have come, however late. */
#include "engine.h"
#include <inttypes.h>
#include <string.h>

void simt_block_barrier(struct simt_place place)
{
    struct thread *const me = simt_launch.now;
    struct block *const block = me->block;
    simt_pause(place);
    if (block->live < simt_launch.threads)
        simt_fail("the barrier waits for %" PRIu32 " threads that have exited",
                  simt_launch.threads - block->live);
    for (uint32_t t = 0; t < simt_launch.threads; ++t) {
        const struct thread *const other = &block->threads[t];
        if (other->state == AT_BARRIER && (other->place.line != place.line ||
                                           strcmp(other->place.file, place.file) != 0))
            simt_fail("divergent barrier: thread %" PRIu32 " waits at %s:%d", t,
                      other->place.file, other->place.line);
        if (other->state == AT_BARRIER)
            break; /* the others have been compared with this one */
    }
    if (++block->waiting < simt_launch.threads) {
        simt_state(me, AT_BARRIER);
        simt_pause(place);
        return;
    }
    block->waiting = 0;
    for (uint32_t t = 0; t < simt_launch.threads; ++t)
        if (&block->threads[t] != me)
            simt_state(&block->threads[t], READY);
    if (simt_memory_model->met) {
        struct thread *met[1024];
        for (uint32_t t = 0; t < simt_launch.threads; ++t)
            met[t] = &block->threads[t];
        simt_memory_model->met(met, simt_launch.threads);
    }
}

static struct thread *warp_of(const struct thread *thread)
{
    return &thread->block->threads[thread->self.thread / WARP * WARP];
}

static uint32_t lanes_of(const struct thread *thread)
{
    const uint32_t first = thread->self.thread / WARP * WARP;
    const uint32_t left = simt_launch.threads - first;
    return left < WARP ? left : WARP;
}

/* Fails unless everyone that the mask names can come. */
static void check_mask(const struct thread *me, uint32_t mask)
{
    const uint32_t warp = me->self.thread / WARP, lanes = lanes_of(me);
    const uint32_t gone = me->block->warps[warp].exited & mask;
    if (!(mask >> me->self.thread % WARP & 1))
        simt_fail("mask 0x%08" PRIx32 " does not name the lane that calls", mask);
    if (lanes < WARP && mask >> lanes)
        simt_fail("mask 0x%08" PRIx32 " names lanes that the block does not have", mask);
    if (gone)
        simt_fail("mask 0x%08" PRIx32 " names lane %d, which has exited", mask,
                  __builtin_ctz(gone));
}

/* Lanes of the mask that wait with the same mask must wait for the same word. */
static bool all_came(const struct thread *me)
{
    const uint32_t self = 1u << me->self.thread % WARP;
    const uint32_t waiting = me->block->warps[me->self.thread / WARP].waiting;
    const struct thread *const warp = warp_of(me);
    bool all = ((waiting | self) & me->mask) == me->mask;
    for (uint32_t left = waiting & me->mask; left; left &= left - 1) {
        const struct thread *const other = &warp[__builtin_ctz(left)];
        if (other->mask != me->mask)
            all = false;
        else if (other->what != me->what)
            simt_fail("lane %d calls another word with the same mask at %s:%d",
                      __builtin_ctz(left), other->place.file, other->place.line);
        else if (!all)
            return false; /* those that wait have been compared with this one */
    }
    return all;
}

/* What the value of a lane outside the mask is: anything. */
static void poison(void *result, size_t bytes)
{
    const uint64_t anything = simt_random(&simt_launch.chooser.state);
    for (size_t k = 0; k < bytes; ++k)
        ((unsigned char *)result)[k] = (unsigned char)(anything >> k % 8 * 8 | 1u);
}

static void give(const struct thread *me, const struct thread *to)
{
    const struct thread *const warp = warp_of(me);
    if (me->what == SIMT_SHUFFLE) {
        if (me->mask >> to->source & 1)
            memcpy(to->result, warp[to->source].value, to->value_bytes);
        else
            poison(to->result, to->value_bytes);
    } else if (me->what == SIMT_BALLOT) {
        uint32_t votes = 0;
        for (uint32_t lane = 0; lane < lanes_of(me); ++lane)
            if (me->mask >> lane & 1 && warp[lane].value[0])
                votes |= 1u << lane;
        memcpy(to->result, &votes, sizeof votes);
    }
}

/* All have come: results first, since a lane that goes on may call again. */
static void meet(struct thread *me)
{
    struct thread *const warp = warp_of(me);
    struct thread *met[WARP];
    uint32_t count = 0;
    for (uint32_t lane = 0; lane < lanes_of(me); ++lane)
        if (me->mask >> lane & 1) {
            give(me, &warp[lane]);
            met[count++] = &warp[lane];
        }
    for (uint32_t k = 0; k < count; ++k)
        simt_state(met[k], READY);
    if (me->what == SIMT_WARP_BARRIER && simt_memory_model->met)
        simt_memory_model->met(met, count);
}

void simt_warp(enum simt_collective what, uint32_t mask, uint32_t source,
               const void *value, void *result, size_t bytes, struct simt_place place)
{
    struct thread *const me = simt_launch.now;
    simt_pause(place);
    me->what = what;
    me->mask = mask;
    me->source = source;
    me->result = result;
    me->value_bytes = (uint32_t)bytes;
    if (bytes)
        memcpy(me->value, value, bytes);
    check_mask(me, mask);
    if (all_came(me)) {
        meet(me);
        return;
    }
    simt_state(me, IN_WARP);
    simt_pause(place);
}

void simt_check_exit(const struct block *block, const struct thread *gone)
{
    const struct thread *const warp = warp_of(gone);
    if (block->waiting > 0)
        simt_fail("a thread exits while %" PRIu32 " wait at the block's barrier",
                  block->waiting);
    for (uint32_t lane = 0; lane < lanes_of(gone); ++lane)
        if (warp[lane].state == IN_WARP &&
            warp[lane].mask >> gone->self.thread % WARP & 1)
            simt_fail("a thread exits while lane %" PRIu32 " waits for it at %s:%d", lane,
                      warp[lane].place.file, warp[lane].place.line);
}
