/* handle.c -- which handles exist, and sets of nodes. */
#include "fake_cuda.h"
#include "fake_internal.h"
#include <stdlib.h>

void fake_add(enum handle_type type, struct handle *handle)
{
    handle->next = fake.handles[type];
    fake.handles[type] = handle;
}

bool fake_is(enum handle_type type, const void *handle)
{
    for (const struct handle *h = fake.handles[type]; h; h = h->next)
        if (h == handle)
            return true;
    return false;
}

void fake_remove(enum handle_type type, struct handle *handle)
{
    struct handle **at = &fake.handles[type];
    while (*at != handle)
        at = &(*at)->next;
    *at = handle->next;
}

size_t fake_cuda_live_handles(void)
{
    size_t count = 0;
    fake_lock();
    for (int type = 0; type < HANDLE_TYPES; ++type)
        for (const struct handle *h = fake.handles[type]; h; h = h->next)
            ++count;
    fake_unlock();
    return count;
}

void fake_set_add(struct node_set *set, size_t node)
{
    for (size_t k = 0; k < set->count; ++k)
        if (set->at[k] == node)
            return;
    set->at = fake_need(realloc(set->at, (set->count + 1) * sizeof *set->at));
    set->at[set->count++] = node;
}

void fake_set_join(struct node_set *set, const struct node_set *other)
{
    for (size_t k = 0; k < other->count; ++k)
        fake_set_add(set, other->at[k]);
}

void fake_set_clear(struct node_set *set)
{
    free(set->at);
    *set = (struct node_set){NULL, 0};
}
