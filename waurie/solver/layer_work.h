// What the solver of a layer is given.
#ifndef KAURI_WAURIE_SOLVER_LAYER_WORK_H
#define KAURI_WAURIE_SOLVER_LAYER_WORK_H

#include "common/progress.h"
#include "waurie/bit_layer.h"
#include "waurie/solver/lines.h"

// The work on a layer. `bits` has layer[seeds].words words, which need not be cleared; below[s] is
// the layer with s seeds fewer, for s from 1 to waurie_stored_most (waurie/solver/sowing.h).
struct waurie_layer_work {
    struct waurie_rules rules;
    unsigned pits;
    unsigned seeds;
    unsigned threads;
    const struct waurie_lines *lines;
    const struct waurie_layer *layer;      // array by seeds, as far as `seeds`
    uint64_t *below[WAURIE_SEEDS_MAX + 1]; // not changed; [0] is not used
    uint64_t *bits;
    const struct kauri_progress *progress; // may be NULL
};

#endif
