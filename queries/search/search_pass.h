// Finds the bounds that the equation for r alone cannot prove: values that a player can hold for
// ever by repeating positions.
#ifndef KAURI_QUERIES_SEARCH_SEARCH_PASS_H
#define KAURI_QUERIES_SEARCH_SEARCH_PASS_H

#include "queries/search/search_graph.h"

// Raises low bounds to the values that a player can hold for ever in the graph, and lowers high
// bounds in the same way, layer by layer; then propagates the changes. Uses the graph's scratch.
// One thread.
void kauri_graph_pass(struct kauri_search_graph *graph);

#endif
