// Explains why the bounds of a finished search hold: gives the moves of each position that keep
// them, and an order in which these moves make progress.
//
// Bounds in the graph are justified by the bounds around them as they stand at the end. If low is
// not the trivial bound, some move has 3 * gain - high(successor) >= low; if high is not, all moves
// have 3 * gain - low(successor) <= high. Above 0 the moves must also lead to an end: the ranks for
// that are computed here, backwards from captures and tables, and not taken from the search.
#ifndef KAURI_QUERIES_SEARCH_SEARCH_RANK_H
#define KAURI_QUERIES_SEARCH_SEARCH_RANK_H

#include "queries/search/search_graph.h"

#include <stdbool.h>
#include <stdint.h>

// Ranks of vertices: a vertex is a position with a role, 2 * node with the prover to move and
// 2 * node + 1 with the prover's opponent to move. Lives in the graph's scratch, so that it takes
// no memory of its own; valid until the graph is searched again.
struct kauri_ranking {
    const struct kauri_search_graph *graph;
    // By vertex; 0: no rank. Where the prover is sure of more than 0, the quiet move that the
    // prover plays, and every quiet move of the opponent, leads to a vertex with a lower rank. A
    // move is quiet if it captures nothing.
    const uint32_t *rank;
    uint32_t *list;  // room for 2 * node_count vertices, for the caller
    uint8_t *marked; // one cleared bit per vertex, for the caller
};

void kauri_ranking_make(const struct kauri_search_graph *graph, struct kauri_ranking *ranking);

// The value that the prover is sure of at a vertex.
int kauri_ranking_value(const struct kauri_ranking *ranking, uint32_t vertex);

// Whether there is nothing to prove: the value is the bound of every position of the layer.
bool kauri_ranking_is_trivial(const struct kauri_ranking *ranking, uint32_t vertex);

// The best edge that keeps the value at a vertex with the prover to move. KAURI_GRAPH_NONE if a
// move into the tables keeps it instead, or if there is nothing to keep.
uint32_t kauri_ranking_edge(const struct kauri_ranking *ranking, uint32_t vertex);

#endif
