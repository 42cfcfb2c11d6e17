// Finds the bounds that no finite reasoning finds: values that a player can hold for ever.
#ifndef KAURI_QUERIES_SEARCH_SEARCH_PASS_H
#define KAURI_QUERIES_SEARCH_SEARCH_PASS_H

#include "queries/search/search_graph.h"

// Raises low bounds to the values that a player can hold for ever in the graph, and lowers high
// bounds in the same way, layer by layer; then propagates the changes. Uses the graph's scratch.
// One thread.
void kauri_graph_pass(struct kauri_search_graph *graph);

#endif
