// Why the bounds of a finished search hold: the moves that keep them, and an order in which they
// lead somewhere.
//
// Bounds in the graph are justified by the bounds around them as they stand at the end: where low
// is not the trivial bound, some move has 3 * gain - high(successor) >= low, and where high is not,
// all moves have 3 * gain - low(successor) <= high. Above 0 the moves must also make progress:
// ranks are given here, from the captures and tables back, not taken from the search.
#ifndef KAURI_QUERIES_SEARCH_SEARCH_RANK_H
#define KAURI_QUERIES_SEARCH_SEARCH_RANK_H

#include "queries/search/search_graph.h"

#include <stdbool.h>
#include <stdint.h>

// Entries are positions with a player: 2 * node where the prover moves, 2 * node + 1 where his
// opponent does. Lives in the graph's scratch, so that it takes no memory of its own; valid until
// the graph is searched again.
struct kauri_ranking {
    const struct kauri_search_graph *graph;
    // By entry. Where the prover is sure of more than 0, moves without captures that he plays, and
    // all that his opponent can play, lead to entries with lower ranks. 0: none.
    const uint32_t *rank;
    uint32_t *list;  // room for 2 * node_count entries, for the caller
    uint8_t *marked; // one cleared bit per entry, for the caller
};

void kauri_ranking_make(const struct kauri_search_graph *graph, struct kauri_ranking *ranking);

// What the prover is sure of at an entry.
int kauri_ranking_value(const struct kauri_ranking *ranking, uint32_t entry);

// Nothing to prove: the bound that every position of its layer has.
bool kauri_ranking_is_trivial(const struct kauri_ranking *ranking, uint32_t entry);

// The prover's best edge that keeps his value at an entry with himself to move; KAURI_GRAPH_NONE
// when there is none: a move into the tables does, or there is nothing to keep.
uint32_t kauri_ranking_edge(const struct kauri_ranking *ranking, uint32_t entry);

#endif
