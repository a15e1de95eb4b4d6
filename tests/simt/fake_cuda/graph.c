/* graph.c -- lists of nodes in the order of their capture, and their replay: node by
 * node, in a seeded order that keeps their dependencies. */
#include "fake_internal.h"
#include <stdlib.h>

struct node_list *fake_list(void)
{
    struct node_list *const list = fake_need(calloc(1, sizeof *list));
    list->references = 1;
    return list;
}

void fake_list_add(struct node_list *list, struct work *work, struct node_set *after)
{
    const size_t bytes = (list->count + 1) * sizeof *list->nodes;
    list->nodes = fake_need(realloc(list->nodes, bytes));
    list->nodes[list->count] = (struct node){work, *after};
    *after = (struct node_set){NULL, 0};
    fake_set_add(after, list->count++);
}

/* A node depends on earlier ones only, so that one pass from the end sees all. */
bool fake_list_covers(const struct node_list *list, const struct node_set *last,
                      const struct node_set *wanted)
{
    bool *const seen = fake_need(calloc(list->count + 1, sizeof *seen));
    bool all = true;
    for (size_t k = 0; k < last->count; ++k)
        seen[last->at[k]] = true;
    for (size_t n = list->count; n-- > 0;)
        for (size_t k = 0; seen[n] && k < list->nodes[n].after.count; ++k)
            seen[list->nodes[n].after.at[k]] = true;
    for (size_t k = 0; k < wanted->count; ++k)
        all = all && seen[wanted->at[k]];
    free(seen);
    return all;
}

void fake_list_drop(struct node_list *list)
{
    if (--list->references)
        return;
    for (size_t n = 0; n < list->count; ++n) {
        fake_work_drop(list->nodes[n].work);
        fake_set_clear(&list->nodes[n].after);
    }
    free(list->nodes);
    free(list);
}

static bool may_go(const struct node_list *list, const bool *done, size_t n)
{
    const struct node_set *const after = &list->nodes[n].after;
    for (size_t k = 0; k < after->count; ++k)
        if (!done[after->at[k]])
            return false;
    return !done[n];
}

/* One node, chosen among those whose predecessors are done. */
static cudaError_t run_node(struct entry *entry, const struct node_list *list)
{
    size_t candidates = 0, n = 0;
    if (!entry->done) {
        entry->done = fake_need(calloc(list->count + 1, sizeof *entry->done));
        entry->left = list->count;
    }
    if (!entry->left)
        return cudaSuccess;
    for (size_t k = 0; k < list->count; ++k)
        candidates += may_go(list, entry->done, k);
    size_t chosen = (size_t)(fake_random() % candidates);
    while (!may_go(list, entry->done, n) || chosen-- > 0)
        ++n;
    entry->done[n] = true;
    --entry->left;
    return fake_run_whole(list->nodes[n].work);
}

static cudaError_t run_child(struct entry *entry)
{
    return run_node(entry, entry->work->of.child);
}

static void drop_child(struct work *work)
{
    fake_list_drop(work->of.child);
}

static cudaError_t run_replay(struct entry *entry)
{
    struct CUgraphExec_st *const replay = entry->work->of.replay;
    FAKE_TRY(run_node(entry, replay->list));
    replay->finished += entry->left == 0;
    return cudaSuccess;
}

/* An instance never runs beside itself, whatever streams it was launched into. */
static bool is_its_turn(const struct entry *entry)
{
    return entry->work->of.replay->finished == entry->turn;
}

static void replay_drop(struct CUgraphExec_st *replay)
{
    if (--replay->references)
        return;
    fake_list_drop(replay->list);
    free(replay);
}

static void drop_replay(struct work *work)
{
    replay_drop(work->of.replay);
}

const struct work_kind fake_child = {run_child, NULL, drop_child};
const struct work_kind fake_replay = {run_replay, is_its_turn, drop_replay};

static cudaError_t instantiate(cudaGraphExec_t *to, cudaGraph_t graph,
                               unsigned long long flags)
{
    const unsigned long long known = cudaGraphInstantiateFlagAutoFreeOnLaunch |
                                     cudaGraphInstantiateFlagUseNodePriority;
    if (!to || flags & ~known || !fake_is(HANDLE_GRAPH, graph))
        return cudaErrorInvalidValue;
    struct CUgraphExec_st *const replay = fake_need(calloc(1, sizeof *replay));
    replay->references = 1;
    replay->list = graph->list;
    ++graph->list->references;
    fake_add(HANDLE_REPLAY, &replay->handle);
    *to = replay;
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *replay, cudaGraph_t graph,
                                 unsigned long long flags)
{
    FAKE_CALL(instantiate(replay, graph, flags));
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *replay, cudaGraph_t graph,
                                          unsigned long long flags)
{
    FAKE_CALL(instantiate(replay, graph, flags));
}

static cudaError_t upload(cudaGraphExec_t replay, cudaStream_t handle)
{
    struct CUstream_st *stream;
    if (!fake_is(HANDLE_REPLAY, replay))
        return cudaErrorInvalidValue;
    FAKE_TRY(fake_stream_for_work(handle, &stream));
    return fake_refuse_captured(stream);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t replay, cudaStream_t stream)
{
    FAKE_CALL(upload(replay, stream));
}

static cudaError_t launch(cudaGraphExec_t replay, cudaStream_t handle)
{
    struct CUstream_st *stream;
    if (!fake_is(HANDLE_REPLAY, replay))
        return cudaErrorInvalidValue;
    FAKE_TRY(fake_stream_for_work(handle, &stream));
    struct work *const work = fake_work(stream->capture ? &fake_child : &fake_replay);
    if (stream->capture) {
        work->of.child = replay->list;
        ++replay->list->references;
    } else {
        work->of.replay = replay;
        ++replay->references;
    }
    fake_submit(stream, work);
    return cudaSuccess;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t replay, cudaStream_t stream)
{
    FAKE_CALL(launch(replay, stream));
}

void fake_graph_free(struct handle *handle)
{
    struct CUgraph_st *const graph = (struct CUgraph_st *)handle;
    fake_list_drop(graph->list);
    free(graph);
}

void fake_replay_free(struct handle *handle)
{
    replay_drop((struct CUgraphExec_st *)handle);
}

static cudaError_t destroy(enum handle_type type, struct handle *handle,
                           void (*release)(struct handle *))
{
    if (!fake_is(type, handle))
        return cudaErrorInvalidValue;
    fake_remove(type, handle);
    release(handle);
    return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    FAKE_CALL(destroy(HANDLE_GRAPH, (struct handle *)graph, fake_graph_free));
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t replay)
{
    FAKE_CALL(destroy(HANDLE_REPLAY, (struct handle *)replay, fake_replay_free));
}
