#include "queries/search/search_watch.h"

enum { LOOK_EVERY = 64 }; // steps

void kauri_search_watch_stop(struct kauri_search_watch *watch, enum kauri_search_stop why)
{
    watch->stop = watch->stopped ? watch->stop : why;
    watch->stopped = true;
}

double kauri_search_watch_seconds_left(const struct kauri_search_watch *watch)
{
    return watch->limits->seconds - (kauri_clock_seconds() - watch->started);
}

// Reads the clock, reports, and asks whether to stop.
static void look(struct kauri_search_watch *watch, const struct kauri_search_graph *graph)
{
    const struct kauri_search_limits *limits = watch->limits;
    const double seconds = kauri_clock_seconds() - watch->started;
    if (seconds >= limits->seconds) {
        kauri_search_watch_stop(watch, KAURI_SEARCH_STOP_TIME);
    }
    const struct kauri_progress_report report = {.stage = "search",
                                                 .layer = graph->nodes[0].seeds,
                                                 .done = graph->expanded - watch->before,
                                                 .seconds = seconds,
                                                 .memory = graph->memory};
    kauri_progress_report(limits->progress, &report);
    if (kauri_progress_cancelled(limits->progress)) {
        kauri_search_watch_stop(watch, KAURI_SEARCH_STOP_REQUEST);
    }
}

bool kauri_search_watch_allows(struct kauri_search_watch *watch,
                               const struct kauri_search_graph *graph)
{
    const uint64_t nodes = watch->limits->nodes;
    if (!kauri_graph_has_room(graph)) {
        kauri_search_watch_stop(watch, KAURI_SEARCH_STOP_MEMORY);
    } else if (nodes > 0 && graph->expanded - watch->before >= nodes) {
        kauri_search_watch_stop(watch, KAURI_SEARCH_STOP_NODES);
    } else if (watch->steps++ % LOOK_EVERY == 0) {
        look(watch, graph);
    }
    return !watch->stopped;
}
