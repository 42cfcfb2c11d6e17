// Counts of the positions of a layer.
#ifndef KAURI_WAURIE_LAYER_COUNTS_H
#define KAURI_WAURIE_LAYER_COUNTS_H

#include "common/progress.h"
#include "common/status.h"
#include "waurie/pits.h"

struct waurie_layer_counts {
    unsigned seeds;
    uint64_t positions; // in which neither row is empty
    uint64_t wins;      // of these, for the player to move
    uint64_t losses;
    // Greatest distances to the end of the game (waurie/decide.h); UINT64_MAX: not known.
    uint64_t turns_most;
    uint64_t sowings_most;
};

// Counts the wins of a layer from its table in `folder`, page by page. Errors: those of
// waurie_file_open and waurie_file_read.
enum kauri_status waurie_layer_count(const char *folder, const struct waurie_rules *rules,
                                     unsigned pits, unsigned seeds, unsigned threads,
                                     const struct kauri_progress *progress,
                                     struct waurie_layer_counts *counts, struct kauri_error *error);

struct waurie_decider;

// Finds the greatest distances by deciding every position, without a table, and compares the number
// of wins with counts->wins. Errors: KAURI_RESOURCE if the decider has too little memory,
// KAURI_WRONG if the numbers differ, KAURI_INTERRUPTED.
enum kauri_status waurie_layer_measure(struct waurie_decider *decider, unsigned pits,
                                       const struct kauri_progress *progress,
                                       struct waurie_layer_counts *counts,
                                       struct kauri_error *error);

#endif
