/* memory.c -- accesses by words, one after another: sequential consistency. Orders and
 * scopes are handed to the model, and this one needs none of them. */
#include "engine.h"
#include <inttypes.h>
#include <string.h>

const struct memory_model *simt_memory_model = &simt_sequential;

static uint64_t add(uint64_t a, uint64_t b)
{
    return a + b;
}
static uint64_t min(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}
static uint64_t max(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}
static uint64_t and (uint64_t a, uint64_t b)
{
    return a & b;
}
static uint64_t or (uint64_t a, uint64_t b)
{
    return a | b;
}
static uint64_t second(uint64_t a, uint64_t b)
{
    (void)a;
    return b;
}

static uint64_t (*const after[])(uint64_t, uint64_t) = {
    [SIMT_ADD] = add, [SIMT_MIN] = min, [SIMT_MAX] = max,
    [SIMT_AND] = and, [SIMT_OR] = or,   [SIMT_EXCHANGE] = second,
};

/* The low bytes come first: the hosts are little-endian. */
static struct simt_value access_sequential(const struct simt_access *access)
{
    struct simt_value before = {0, 0}, next = access->value;
    if (access->operation == SIMT_FENCE)
        return before;
    if (access->operation != SIMT_STORE)
        memcpy(&before, access->address, access->bytes);
    if (access->operation == SIMT_LOAD)
        return before;
    if (access->operation == SIMT_COMPARE_EXCHANGE)
        next.low = before.low == access->expected.low ? next.low : before.low;
    else if (access->operation != SIMT_STORE)
        next.low = after[access->operation](before.low, next.low);
    memcpy(access->address, &next, access->bytes);
    return before;
}

const struct memory_model simt_sequential = {"sequential", NULL, access_sequential, NULL};

static void check_place(const struct simt_access *access)
{
    if (access->operation == SIMT_FENCE)
        return;
    if ((uintptr_t)access->address % access->bytes != 0)
        simt_fail("%p is not aligned to the %" PRIu32 " bytes of the access",
                  access->address, access->bytes);
    if (access->operation != SIMT_STORE)
        simt_shared_read(access->address, access->bytes);
    if (access->operation != SIMT_LOAD)
        simt_shared_written(access->address, access->bytes);
}

struct simt_value simt_memory(const struct simt_access *access)
{
    simt_pause(access->place);
    check_place(access);
    return simt_memory_model->access(access);
}
