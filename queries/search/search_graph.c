#include "queries/search/search_graph.h"

#include "tablebase/tablebase.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    // Room for edges and questions, in quarters per node. Measured on the full board, so that
    // nodes, edges and questions run out at about the same time.
    EDGES_PER_NODE_X4 = 5,
    QUESTIONS_PER_NODE_X4 = 8,
    ROOM_MIN = 2 * KAURI_HOLES_MAX + 2,
    NODES_MAX = 1 << 30,
    SCRATCH_PER_NODE = 5,
    FIXED_BYTES = 1 << 16, // the driver's path and other small things
    BUCKETS_FIRST = 1024,
};

// Bytes of all arrays for this number of nodes.
static uint64_t bytes_for(uint64_t nodes, uint64_t buckets)
{
    const uint64_t edges = nodes * EDGES_PER_NODE_X4 / 4 + ROOM_MIN;
    const uint64_t questions = nodes * QUESTIONS_PER_NODE_X4 / 4 + ROOM_MIN;
    return FIXED_BYTES + nodes * sizeof(struct kauri_graph_node) +
           edges * sizeof(struct kauri_graph_edge) +
           questions * sizeof(struct kauri_graph_question) + buckets * sizeof(uint32_t) +
           nodes * sizeof(uint32_t) * (1 + SCRATCH_PER_NODE);
}

static uint64_t buckets_for(uint64_t nodes)
{
    uint64_t buckets = 16;
    while (buckets < nodes + nodes / 2) {
        buckets *= 2;
    }
    return buckets;
}

static uint32_t nodes_that_fit(uint64_t memory)
{
    uint64_t low = 0;
    uint64_t high = NODES_MAX;
    while (low < high) {
        const uint64_t middle = (low + high + 1) / 2;
        if (bytes_for(middle, buckets_for(middle)) <= memory) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return (uint32_t)low;
}

static enum kauri_status find_tables(struct kauri_search_graph *graph, unsigned seeds,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    for (unsigned n = 0; n <= seeds; n++) {
        KAURI_TRY(kauri_layer_init(&graph->layers[n], graph->shape, n, error));
        graph->covered[n] = graph->tables != NULL && kauri_tablebase_has(graph->tables, n);
        if (graph->covered[n]) {
            const struct kauri_tablebase_layer *layer = NULL;
            KAURI_TRY(kauri_tablebase_layer(graph->tables, n, &layer, error));
        }
    }
cleanup:
    return status;
}

enum kauri_status kauri_graph_new(struct kauri_tablebase *tables, struct kauri_shape shape,
                                  unsigned seeds, uint64_t memory,
                                  struct kauri_search_graph **graph, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *graph = NULL;
    const uint32_t nodes = nodes_that_fit(memory);
    if (nodes < ROOM_MIN) {
        return KAURI_OK;
    }
    struct kauri_search_graph *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the search");
    }
    made->tables = tables;
    made->shape = shape;
    made->node_room = nodes;
    made->edge_room = (uint32_t)((uint64_t)nodes * EDGES_PER_NODE_X4 / 4) + ROOM_MIN;
    made->question_room = (uint32_t)((uint64_t)nodes * QUESTIONS_PER_NODE_X4 / 4) + ROOM_MIN;
    made->bucket_room = (uint32_t)buckets_for(nodes);
    made->memory = bytes_for(nodes, made->bucket_room);
    made->nodes = malloc(made->node_room * sizeof *made->nodes);
    made->edges = malloc(made->edge_room * sizeof *made->edges);
    made->questions = malloc(made->question_room * sizeof *made->questions);
    made->buckets = malloc(made->bucket_room * sizeof *made->buckets);
    made->queue = malloc(made->node_room * sizeof *made->queue);
    made->scratch = malloc((size_t)SCRATCH_PER_NODE * made->node_room * sizeof *made->scratch);
    if (made->nodes == NULL || made->edges == NULL || made->questions == NULL ||
        made->buckets == NULL || made->queue == NULL || made->scratch == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory: the search asked for %llu bytes",
                            (unsigned long long)made->memory);
        goto cleanup;
    }
    kauri_graph_clear(made);
    KAURI_TRY(find_tables(made, seeds, error));
    *graph = made;
    made = NULL;
cleanup:
    kauri_graph_free(made);
    return status;
}

void kauri_graph_clear(struct kauri_search_graph *graph)
{
    graph->node_count = 0;
    graph->edge_count = 0;
    graph->question_count = 0;
    graph->queue_count = 0;
    graph->expanded = 0;
    graph->passed = 0;
    graph->bucket_count = graph->bucket_room < BUCKETS_FIRST ? graph->bucket_room : BUCKETS_FIRST;
    memset(graph->buckets, 0, graph->bucket_count * sizeof *graph->buckets);
}

void kauri_graph_free(struct kauri_search_graph *graph)
{
    if (graph != NULL) {
        free(graph->nodes);
        free(graph->edges);
        free(graph->questions);
        free(graph->buckets);
        free(graph->queue);
        free(graph->scratch);
        free(graph);
    }
}

static uint64_t index_of(const struct kauri_search_graph *graph,
                         const struct kauri_position *position, unsigned seeds)
{
    const struct kauri_view view = kauri_view_of(position);
    return kauri_index(&graph->layers[seeds], &view);
}

enum kauri_status kauri_graph_lookup(struct kauri_search_graph *graph,
                                     const struct kauri_position *position, int *r,
                                     struct kauri_error *error)
{
    struct kauri_value value;
    const enum kauri_status status = kauri_probe_value(graph->tables, position, &value, error);
    if (status == KAURI_OK) {
        *r = value.r;
    }
    return status;
}

// The bucket of a position, or the empty one where it would go.
static uint32_t *bucket_of(const struct kauri_search_graph *graph, unsigned seeds, uint64_t index)
{
    uint64_t hash = (index * 64 + seeds) * UINT64_C(0x9E3779B97F4A7C15);
    hash ^= hash >> 32;
    uint32_t at = (uint32_t)hash & (graph->bucket_count - 1);
    for (; graph->buckets[at] != 0; at = (at + 1) & (graph->bucket_count - 1)) {
        const struct kauri_graph_node *node = &graph->nodes[graph->buckets[at] - 1];
        if (node->index == index && node->seeds == seeds) {
            break;
        }
    }
    return &graph->buckets[at];
}

// Doubles the buckets when they are too full. Positions are spread over all buckets in use, so that
// a small search thereby touches little of the memory that is reserved.
static void widen(struct kauri_search_graph *graph)
{
    if (graph->bucket_count >= graph->node_count + graph->node_count / 2) {
        return;
    }
    graph->bucket_count *= 2; // within the room, which is enough for all nodes
    memset(graph->buckets, 0, graph->bucket_count * sizeof *graph->buckets);
    for (uint32_t i = 0; i < graph->node_count; i++) {
        *bucket_of(graph, graph->nodes[i].seeds, graph->nodes[i].index) = i + 1;
    }
}

uint32_t kauri_graph_find(const struct kauri_search_graph *graph,
                          const struct kauri_position *position)
{
    const unsigned seeds = kauri_seeds(position);
    const uint32_t found = *bucket_of(graph, seeds, index_of(graph, position, seeds));
    return found == 0 ? KAURI_GRAPH_NONE : found - 1;
}

uint32_t kauri_graph_add(struct kauri_search_graph *graph, const struct kauri_position *position)
{
    const unsigned seeds = kauri_seeds(position);
    const uint64_t index = index_of(graph, position, seeds);
    uint32_t *bucket = bucket_of(graph, seeds, index);
    if (*bucket == 0) {
        const int bound = 3 * (int)seeds + 1;
        const uint8_t moves = kauri_legal_moves(position).count;
        graph->nodes[graph->node_count] = (struct kauri_graph_node){
            .index = index,
            .first_edge = KAURI_GRAPH_NONE,
            .first_parent = KAURI_GRAPH_NONE,
            .first_question = KAURI_GRAPH_NONE,
            .low = (int16_t)-bound,
            .high = (int16_t)bound,
            .floor = INT16_MIN,
            .seeds = (uint8_t)seeds,
            .mobility = moves > 0 ? moves : 1,
        };
        *bucket = ++graph->node_count;
        widen(graph);
        return graph->node_count - 1;
    }
    return *bucket - 1;
}

struct kauri_position kauri_graph_position(const struct kauri_search_graph *graph, uint32_t node)
{
    struct kauri_view view;
    const struct kauri_graph_node *at = &graph->nodes[node];
    kauri_unindex(&graph->layers[at->seeds], at->index, &view);
    return kauri_view_position(&view, graph->shape.holes);
}

bool kauri_graph_has_room(const struct kauri_search_graph *graph)
{
    return graph->node_room - graph->node_count > KAURI_HOLES_MAX &&
           graph->edge_room - graph->edge_count > KAURI_HOLES_MAX &&
           graph->question_room - graph->question_count > KAURI_HOLES_MAX;
}

bool kauri_graph_is_half_full(const struct kauri_search_graph *graph)
{
    return graph->node_count > graph->node_room / 2 || graph->edge_count > graph->edge_room / 2 ||
           graph->question_count > graph->question_room / 2;
}

// Narrows the bounds of a position by those of its successors; true when they changed.
static bool tighten(const struct kauri_search_graph *graph, struct kauri_graph_node *node)
{
    int low = node->floor;
    int high = node->floor;
    for (unsigned i = 0; i < node->edge_count; i++) {
        const struct kauri_graph_edge *edge = &graph->edges[node->first_edge + i];
        const struct kauri_graph_node *to = &graph->nodes[edge->to];
        const int least = 3 * edge->gain - to->high;
        const int most = 3 * edge->gain - to->low;
        low = least > low ? least : low;
        high = most > high ? most : high;
    }
    const bool closer = low > node->low || high < node->high;
    node->low = (int16_t)(low > node->low ? low : node->low);
    node->high = (int16_t)(high < node->high ? high : node->high);
    return closer;
}

static void enqueue(struct kauri_search_graph *graph, uint32_t node)
{
    if (!graph->nodes[node].queued) {
        graph->nodes[node].queued = true;
        graph->queue[graph->queue_count++] = node;
    }
}

void kauri_graph_propagate(struct kauri_search_graph *graph)
{
    while (graph->queue_count > 0) {
        const uint32_t changed = graph->queue[--graph->queue_count];
        graph->nodes[changed].queued = false;
        for (uint32_t e = graph->nodes[changed].first_parent; e != KAURI_GRAPH_NONE;
             e = graph->edges[e].next) {
            struct kauri_graph_node *parent = &graph->nodes[graph->edges[e].from];
            if (parent->low < parent->high && tighten(graph, parent)) {
                enqueue(graph, graph->edges[e].from);
            }
        }
    }
}

static enum kauri_status add_move(struct kauri_search_graph *graph, uint32_t node,
                                  const struct kauri_position *position, int hole,
                                  struct kauri_error *error)
{
    struct kauri_position after = *position;
    const struct kauri_capture captured = kauri_play(&after, hole);
    const int gain = (int)captured.own - (int)captured.opponent;
    struct kauri_graph_node *from = &graph->nodes[node];
    const unsigned seeds = from->seeds - (unsigned)captured.own - captured.opponent;
    if (graph->covered[seeds]) {
        int r = 0;
        const enum kauri_status status = kauri_graph_lookup(graph, &after, &r, error);
        if (status == KAURI_OK && 3 * gain - r > from->floor) {
            from->floor = (int16_t)(3 * gain - r);
        }
        return status;
    }
    const uint32_t to = kauri_graph_add(graph, &after);
    const uint32_t edge = graph->edge_count++;
    graph->edges[edge] = (struct kauri_graph_edge){
        .from = node, .to = to, .next = graph->nodes[to].first_parent, .gain = (int8_t)gain};
    graph->nodes[to].first_parent = edge;
    from->edge_count = (from->edge_count + 1U) & 0xF;
    return KAURI_OK;
}

enum kauri_status kauri_graph_expand(struct kauri_search_graph *graph, uint32_t node,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_position position = kauri_graph_position(graph, node);
    const struct kauri_moves moves = kauri_legal_moves(&position);
    struct kauri_graph_node *at = &graph->nodes[node];
    at->first_edge = graph->edge_count;
    for (unsigned i = 0; i < moves.count; i++) {
        KAURI_TRY(add_move(graph, node, &position, moves.hole[i], error));
    }
    if (moves.count == 0 && at->seeds > 0) {
        KAURI_TRY(add_move(graph, node, &position, KAURI_MOVE_PASS, error));
    } else if (moves.count == 0) {
        at->floor = -1; // no seeds and no cowrie: the cowrie phase is lost (R9)
    }
    at->expanded = true;
    graph->expanded++;
    if (tighten(graph, at)) {
        enqueue(graph, node);
        kauri_graph_propagate(graph);
    }
cleanup:
    return status;
}
