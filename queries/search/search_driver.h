// Which position to expand next: depth-first proof-number search over questions "is r >= x?".
#ifndef KAURI_QUERIES_SEARCH_SEARCH_DRIVER_H
#define KAURI_QUERIES_SEARCH_SEARCH_DRIVER_H

#include "queries/search/search.h"
#include "queries/search/search_graph.h"

// When to stop, and how far it is.
struct kauri_driver_watch {
    const struct kauri_search_limits *limits;
    double started;      // kauri_clock_seconds
    uint64_t before;     // positions of the graph that earlier searches expanded
    double pass_seconds; // that the last kauri_graph_pass took
    uint64_t steps;      // so far: the clock is asked now and then
    bool stopped;        // for the reason in `stop`
    enum kauri_search_stop stop;
};

// Expands positions until the root's bounds answer "is r >= x?", until `budget` more positions are
// expanded, or until the watch stops it. Errors of the tables.
enum kauri_status kauri_driver_ask(struct kauri_search_graph *graph, uint32_t root, int x,
                                   uint64_t budget, struct kauri_driver_watch *watch,
                                   struct kauri_error *error);

#endif
