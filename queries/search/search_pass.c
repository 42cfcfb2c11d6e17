#include "queries/search/search_pass.h"

#include <assert.h>
#include <string.h>

// The prover is the player whose certain value is asked for, in the graph as it stands. Each
// position counts twice: P, with the prover to move, who is already sure of `low`; and O, with the
// opponent to move, where the prover is sure of -high. Positions that are not expanded give the
// prover no more than that. Play inside a layer that never ends is worth 0 (R10), so the prover is
// sure of at least 0 wherever the opponent cannot force, inside the layer, anything less. Where the
// opponent can is found by value-ordered retrograde analysis: for each v from the least up to -1,
// the positions where the opponent forces v or less are found backwards from those that are worth
// v. An O is taken as soon as one of its moves leads to a taken P; a P is taken when all its moves
// lead to taken Os. Moves that capture leave the layer, and their values are constant, since the
// lower layers come first. The positions left at the end are worth 0 or more: at each such P the
// prover has a move to such an O (or a capture worth 0 or more), and at each such O all moves lead
// to such a P. The prover plays those moves for ever; either play ends in a capture that is worth 0
// or more, or it does not end and is worth 0.
//
// The same argument holds with v in place of 0 for positions taken at v < 0, so all numbers found
// are sound. Values above 0 need play that ends: kauri_graph_propagate finds them.
enum {
    WORST = 3 * KAURI_SEEDS_MAX + 1,
    TAKEN = 1 << 30, // a flag in `state`
    FIXED = 1 << 29, // a flag: the value does not depend on the moves
    OPEN_SHIFT = 16, // place of the number of moves not yet taken, in the state of a P
    VALUE_MASK = (1 << OPEN_SHIFT) - 1,
    VALUE_BIAS = 1 << 14, // added to the value, which is in the low bits of `state`
};

struct graph_pass {
    struct kauri_search_graph *graph;
    // Two vertices per node: 2 * node for P, 2 * node + 1 for O.
    uint32_t *state;
    uint32_t *next;
    uint32_t *members;           // nodes, by layer
    uint32_t buckets[WORST + 1]; // by -v: lists of vertices through `next`
    unsigned seeds;
};

static int value_of(const struct graph_pass *pass, uint32_t vertex)
{
    return (int)(pass->state[vertex] & VALUE_MASK) - VALUE_BIAS;
}

static void put(struct graph_pass *pass, uint32_t vertex, int value)
{
    pass->next[vertex] = pass->buckets[-value];
    pass->buckets[-value] = vertex;
}

static void start_prover(struct graph_pass *pass, uint32_t number)
{
    const struct kauri_graph_node *node = &pass->graph->nodes[number];
    const uint32_t vertex = 2 * number;
    if (node->low >= 0) {
        pass->state[vertex] = TAKEN; // nothing to find; forces nothing below 0
        return;
    }
    if (!node->expanded || node->low == node->high) {
        pass->state[vertex] = FIXED | (uint32_t)(node->low + VALUE_BIAS);
        put(pass, vertex, node->low);
        return;
    }
    int best = node->floor;
    uint32_t open = 0;
    for (unsigned i = 0; i < node->edge_count; i++) {
        const struct kauri_graph_edge *edge = &pass->graph->edges[node->first_edge + i];
        const struct kauri_graph_node *to = &pass->graph->nodes[edge->to];
        if (to->seeds == pass->seeds) {
            open++;
        } else if (3 * edge->gain - to->high > best) {
            best = 3 * edge->gain - to->high;
        }
    }
    best = best < -WORST ? -WORST : best;
    pass->state[vertex] = open << OPEN_SHIFT | (uint32_t)(best + VALUE_BIAS);
    if (open == 0) {
        put(pass, vertex, best);
    }
}

static void start_opponent(struct graph_pass *pass, uint32_t number)
{
    const struct kauri_graph_node *node = &pass->graph->nodes[number];
    const uint32_t vertex = 2 * number + 1;
    if (node->high <= 0) {
        pass->state[vertex] = TAKEN;
        return;
    }
    if (!node->expanded || node->low == node->high) {
        pass->state[vertex] = FIXED | (uint32_t)(VALUE_BIAS - node->high);
        put(pass, vertex, -node->high);
        return;
    }
    int worst = -node->floor;
    for (unsigned i = 0; i < node->edge_count; i++) {
        const struct kauri_graph_edge *edge = &pass->graph->edges[node->first_edge + i];
        const struct kauri_graph_node *to = &pass->graph->nodes[edge->to];
        if (to->seeds != pass->seeds && to->low - 3 * edge->gain < worst) {
            worst = to->low - 3 * edge->gain;
        }
    }
    worst = worst > 0 ? 0 : worst;
    pass->state[vertex] = (uint32_t)(worst + VALUE_BIAS);
    if (worst < 0) {
        put(pass, vertex, worst);
    }
}

// The opponent has taken this vertex for v: follows the moves that lead to it backwards.
static void walk_back(struct graph_pass *pass, uint32_t vertex, int v)
{
    const struct kauri_search_graph *graph = pass->graph;
    for (uint32_t e = graph->nodes[vertex / 2].first_parent; e != KAURI_GRAPH_NONE;
         e = graph->edges[e].next) {
        const uint32_t from = graph->edges[e].from;
        if (graph->nodes[from].seeds != pass->seeds) {
            continue;
        }
        // From a P the prover moves to an O, and the other way round.
        const uint32_t parent = 2 * from + (vertex % 2 == 0);
        uint32_t *state = &pass->state[parent];
        if ((*state & (TAKEN | FIXED)) != 0) {
            continue;
        }
        if (vertex % 2 == 0) {
            *state = TAKEN | (uint32_t)(v + VALUE_BIAS);
            // It may already be in the list of a greater v: mark it, and walk back from it now.
            pass->graph->queue[pass->graph->queue_count++] = parent;
            continue;
        }
        *state -= 1U << OPEN_SHIFT;
        const int best = value_of(pass, parent) > v ? value_of(pass, parent) : v;
        *state = (*state & ~(uint32_t)VALUE_MASK) | (uint32_t)(best + VALUE_BIAS);
        if (*state >> OPEN_SHIFT == 0 && best < 0) {
            put(pass, parent, best);
        }
    }
}

// Takes everything that the opponent can force to v or less.
static void take(struct graph_pass *pass, int v)
{
    struct kauri_search_graph *graph = pass->graph;
    while (pass->buckets[-v] != KAURI_GRAPH_NONE || graph->queue_count > 0) {
        uint32_t vertex = 0;
        if (graph->queue_count > 0) {
            vertex = graph->queue[--graph->queue_count];
        } else {
            vertex = pass->buckets[-v];
            pass->buckets[-v] = pass->next[vertex];
            if ((pass->state[vertex] & TAKEN) != 0) {
                continue;
            }
            pass->state[vertex] |= TAKEN;
        }
        walk_back(pass, vertex, v);
    }
}

static void update_node(struct graph_pass *pass, uint32_t number)
{
    struct kauri_search_graph *graph = pass->graph;
    struct kauri_graph_node *node = &graph->nodes[number];
    bool closer = false;
    if (node->low < 0) {
        const uint32_t state = pass->state[2 * number];
        const int low = (state & TAKEN) != 0 ? value_of(pass, 2 * number) : 0;
        closer = low > node->low;
        node->low = (int16_t)(closer ? low : node->low);
    }
    if (node->high > 0) {
        const uint32_t state = pass->state[2 * number + 1];
        const int high = (state & TAKEN) != 0 ? -value_of(pass, 2 * number + 1) : 0;
        closer = closer || high < node->high;
        node->high = (int16_t)(high < node->high ? high : node->high);
    }
    assert(node->low <= node->high);
    if (closer && !node->queued) {
        node->queued = true;
        graph->queue[graph->queue_count++] = number;
    }
}

void kauri_graph_pass(struct kauri_search_graph *graph)
{
    struct graph_pass pass = {.graph = graph,
                              .state = graph->scratch,
                              .next = graph->scratch + 2 * (size_t)graph->node_room,
                              .members = graph->scratch + 4 * (size_t)graph->node_room};
    uint32_t end[KAURI_SEEDS_MAX + 2] = {0};
    for (uint32_t i = 0; i < graph->node_count; i++) {
        end[graph->nodes[i].seeds + 1]++;
    }
    for (unsigned n = 0; n <= KAURI_SEEDS_MAX; n++) {
        end[n + 1] += end[n];
    }
    for (uint32_t i = 0; i < graph->node_count; i++) {
        pass.members[end[graph->nodes[i].seeds]++] =
            i; // end[n] advances from the first member to the end
    }
    uint32_t first = 0;
    for (pass.seeds = 0; pass.seeds <= KAURI_SEEDS_MAX; pass.seeds++) {
        const uint32_t last = end[pass.seeds];
        if (first == last) {
            continue;
        }
        memset(pass.buckets, 0xFF, sizeof pass.buckets);
        for (uint32_t i = first; i < last; i++) {
            start_prover(&pass, pass.members[i]);
            start_opponent(&pass, pass.members[i]);
        }
        for (int v = -WORST; v < 0; v++) {
            take(&pass, v);
        }
        for (uint32_t i = first; i < last; i++) {
            update_node(&pass, pass.members[i]);
        }
        kauri_graph_propagate(graph);
        first = last;
    }
}
