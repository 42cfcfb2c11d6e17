// Finds the distances of all positions of a layer from those of the layers below.
//
// By W10 (docs/WAURIE.md) a sowing stores seeds, or it moves seeds forward in the mover's row,
// whose rank then gets smaller (waurie/rows.h). So each pair of blocks {own, seeds - own} takes one
// pass: for each row in the order of the ranks, first the positions in which its player moves, then
// those in which that player waits. Threads share the pairs.
#ifndef KAURI_WAURIE_SOLVER_MEASURE_LAYER_H
#define KAURI_WAURIE_SOLVER_MEASURE_LAYER_H

#include "common/loop.h"
#include "common/progress.h"
#include "waurie/bit_layer.h"
#include "waurie/solver/row_moves.h"
#include "waurie/solver/scores.h"

struct waurie_measure_work {
    struct waurie_rules rules;
    unsigned seeds;
    const struct waurie_row_moves *rows; // with at least `seeds` seeds
    const struct waurie_layer *layer;    // array by seeds, as far as `seeds`
    // By the seeds that a sowing stores, as far as waurie_stored_most: the scores of the layer with
    // so many seeds less. The first is the layer that is made.
    struct waurie_scores *scores[WAURIE_SEEDS_MAX + 1];
    const struct kauri_progress *progress; // may be NULL
};

// Makes all scores of the layer on `threads` threads. Errors: KAURI_INTERRUPTED.
enum kauri_status waurie_measure_layer(const struct waurie_measure_work *work, unsigned threads,
                                       struct kauri_error *error);

#endif
