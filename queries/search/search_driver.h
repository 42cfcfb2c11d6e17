// Chooses the position to expand next: depth-first proof-number search over questions "is r >= x?".
#ifndef KAURI_QUERIES_SEARCH_SEARCH_DRIVER_H
#define KAURI_QUERIES_SEARCH_SEARCH_DRIVER_H

#include "common/status.h"
#include "queries/search/search_graph.h"
#include "queries/search/search_watch.h"

#include <stdint.h>

// Expands positions until the bounds of the root answer "is r >= x?", until `budget` more positions
// are expanded, or until the watch stops it. KAURI_RESOURCE; errors of the tables.
enum kauri_status kauri_driver_ask(struct kauri_search_graph *graph, uint32_t root, int x,
                                   uint64_t budget, struct kauri_search_watch *watch,
                                   struct kauri_error *error);

#endif
