#include "waurie/solver/layer_ticks.h"

void waurie_ticks_begin(struct waurie_layer_ticks *ticks, const struct kauri_progress *progress,
                        unsigned seeds, uint64_t positions)
{
    *ticks = (struct waurie_layer_ticks){
        .progress = progress,
        .report = {.stage = "solve", .layer = seeds, .total = positions},
        .begin = kauri_clock_seconds(),
    };
}

bool waurie_ticks_tick(void *context, unsigned thread, uint64_t positions)
{
    struct waurie_layer_ticks *ticks = context;
    const uint64_t done = atomic_fetch_add(&ticks->done, positions) + positions;
    if (thread == 0) {
        ticks->report.done = done < ticks->report.total ? done : ticks->report.total;
        ticks->report.seconds = kauri_clock_seconds() - ticks->begin;
        kauri_progress_report(ticks->progress, &ticks->report);
        if (kauri_progress_cancelled(ticks->progress)) {
            atomic_store(&ticks->stop, true);
        }
    }
    return atomic_load(&ticks->stop);
}
