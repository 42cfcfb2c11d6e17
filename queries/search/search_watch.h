// Decides when a search stops.
#ifndef KAURI_QUERIES_SEARCH_SEARCH_WATCH_H
#define KAURI_QUERIES_SEARCH_SEARCH_WATCH_H

#include "common/progress.h"
#include "queries/search/search_graph.h"

#include <stdbool.h>
#include <stdint.h>

// Memory that several searches share (queries/search/search.h).
struct kauri_search_memory;

// Limits of one search. The pages that the tables keep in memory are not counted here; their limit
// is set when the tables are opened.
struct kauri_search_limits {
    uint64_t memory; // bytes that the search may hold; with too few it ends at once, with bounds
    // NULL: the search has its own memory. Otherwise `memory` above is ignored, the tables must be
    // those of the shared memory, and the position may have no more seeds than it was made for.
    struct kauri_search_memory *shared;
    double seconds; // of elapsed time; 0 or less: only the moves of the root are looked at
    uint64_t nodes; // positions to expand; 0: no limit
    // NULL, or called now and then: `layer` is that of the root, `done` counts expanded positions,
    // and `total` is 0. A request to stop ends the search like a limit.
    const struct kauri_progress *progress;
};

enum kauri_search_stop {
    KAURI_SEARCH_STOP_NONE, // the search reached its goal
    KAURI_SEARCH_STOP_TIME,
    KAURI_SEARCH_STOP_MEMORY,
    KAURI_SEARCH_STOP_NODES,
    KAURI_SEARCH_STOP_REQUEST, // by the progress
};

// A search under way. Set `limits` and `started` and leave the rest zero.
struct kauri_search_watch {
    const struct kauri_search_limits *limits;
    double started;              // kauri_clock_seconds
    uint64_t before;             // positions of the graph that earlier searches expanded
    double pass_seconds;         // that the last kauri_graph_pass took
    uint64_t steps;              // calls so far: the clock is read only now and then
    bool stopped;                // for the reason in `stop`
    enum kauri_search_stop stop; // the first reason
};

// Ends the search for this reason, unless it has ended already.
void kauri_search_watch_stop(struct kauri_search_watch *watch, enum kauri_search_stop why);

// Seconds that are left.
double kauri_search_watch_seconds_left(const struct kauri_search_watch *watch);

// Whether another position may be expanded. Reports to the progress now and then.
bool kauri_search_watch_allows(struct kauri_search_watch *watch,
                               const struct kauri_search_graph *graph);

#endif
