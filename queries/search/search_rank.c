#include "queries/search/search_rank.h"

#include <string.h>

static const struct kauri_graph_node *node_of(const struct kauri_ranking *ranking, uint32_t vertex)
{
    return &ranking->graph->nodes[vertex / 2];
}

int kauri_ranking_value(const struct kauri_ranking *ranking, uint32_t vertex)
{
    return vertex % 2 == 0 ? node_of(ranking, vertex)->low : -node_of(ranking, vertex)->high;
}

bool kauri_ranking_is_trivial(const struct kauri_ranking *ranking, uint32_t vertex)
{
    return kauri_ranking_value(ranking, vertex) <= -(3 * (int)node_of(ranking, vertex)->seeds + 1);
}

static bool is_quiet(const struct kauri_search_graph *graph, const struct kauri_graph_edge *edge)
{
    return graph->nodes[edge->from].seeds == graph->nodes[edge->to].seeds;
}

uint32_t kauri_ranking_edge(const struct kauri_ranking *ranking, uint32_t vertex)
{
    const struct kauri_graph_node *node = node_of(ranking, vertex);
    uint32_t chosen = KAURI_GRAPH_NONE;
    uint32_t least = UINT32_MAX;
    for (uint32_t e = node->first_edge; e < node->first_edge + node->edge_count; e++) {
        const struct kauri_graph_edge *edge = &ranking->graph->edges[e];
        const uint32_t after = 2 * edge->to + 1;
        const bool ranked = node->low > 0 && is_quiet(ranking->graph, edge);
        if (3 * edge->gain + kauri_ranking_value(ranking, after) < node->low ||
            (ranked && ranking->rank[after] == 0)) {
            continue;
        }
        const uint32_t cost = ranked                                     ? ranking->rank[after]
                              : kauri_ranking_is_trivial(ranking, after) ? 0
                                                                         : 1;
        if (cost < least) {
            least = cost;
            chosen = e;
        }
    }
    return chosen;
}

// Gives the vertex its rank when all it needs has one; true when it has one now.
static bool give_rank(const struct kauri_ranking *ranking, uint32_t *ranks, uint32_t vertex)
{
    const struct kauri_search_graph *graph = ranking->graph;
    const struct kauri_graph_node *node = node_of(ranking, vertex);
    uint32_t greatest = 0;
    if (!node->expanded || kauri_ranking_value(ranking, vertex) <= 0 || ranks[vertex] != 0) {
        return false;
    }
    if (vertex % 2 == 0) {
        const uint32_t edge = kauri_ranking_edge(ranking, vertex);
        if (node->floor < node->low && edge == KAURI_GRAPH_NONE) {
            return false;
        }
        if (node->floor < node->low && is_quiet(graph, &graph->edges[edge])) {
            const uint32_t after = 2 * graph->edges[edge].to + 1;
            greatest = ranks[after];
        }
    } else {
        for (unsigned i = 0; i < node->edge_count; i++) {
            const struct kauri_graph_edge *edge = &graph->edges[node->first_edge + i];
            const uint32_t after = 2 * edge->to;
            const uint32_t rank = ranks[after];
            if (is_quiet(graph, edge) && rank == 0) {
                return false;
            }
            greatest = is_quiet(graph, edge) && rank > greatest ? rank : greatest;
        }
    }
    ranks[vertex] = greatest + 1;
    return true;
}

void kauri_ranking_make(const struct kauri_search_graph *graph, struct kauri_ranking *ranking)
{
    const size_t room = graph->node_room;
    uint32_t *ranks = graph->scratch;
    uint32_t *ready = graph->scratch + 2 * room;
    uint32_t count = 0;
    *ranking = (struct kauri_ranking){
        .graph = graph,
        .rank = ranks,
        .list = ready,
        .marked = (uint8_t *)(graph->scratch + 4 * room), // a quarter of a byte each is needed
    };
    memset(ranks, 0, 2 * (size_t)graph->node_count * sizeof *ranks);
    memset(ranking->marked, 0, (size_t)graph->node_count / 4 + 1);
    for (uint32_t vertex = 0; vertex < 2 * graph->node_count; vertex++) {
        if (give_rank(ranking, ranks, vertex)) {
            ready[count++] = vertex;
        }
        while (count > 0) {
            const uint32_t known = ready[--count];
            for (uint32_t e = graph->nodes[known / 2].first_parent; e != KAURI_GRAPH_NONE;
                 e = graph->edges[e].next) {
                const uint32_t parent = 2 * graph->edges[e].from + (known % 2 == 0);
                if (give_rank(ranking, ranks, parent)) {
                    ready[count++] = parent;
                }
            }
        }
    }
}
