// The progress of a layer whose pairs are solved by several threads.
#ifndef KAURI_WAURIE_SOLVER_LAYER_TICKS_H
#define KAURI_WAURIE_SOLVER_LAYER_TICKS_H

#include "common/progress.h"

#include <stdatomic.h>

struct waurie_layer_ticks {
    const struct kauri_progress *progress; // may be NULL
    struct kauri_progress_report report;
    double begin;
    atomic_ullong done;
    atomic_bool stop;
};

// A layer with `seeds` seeds and `positions` positions, of which none is done.
void waurie_ticks_begin(struct waurie_layer_ticks *ticks, const struct kauri_progress *progress,
                        unsigned seeds, uint64_t positions);

// A waurie_pair_tick (waurie/solver/pair_work.h), with `context` the ticks.
bool waurie_ticks_tick(void *context, unsigned thread, uint64_t positions);

#endif
