// The two blocks of a layer that refer to one another (waurie/solver/solve_layer.h).
#ifndef KAURI_WAURIE_SOLVER_PAIR_H
#define KAURI_WAURIE_SOLVER_PAIR_H

#include "waurie/solver/pair_work.h"

// Solves the blocks with `first` and work->seeds - first seeds in the mover's row, first at most
// half of the seeds. They are the same if these are equal.
struct waurie_pair_blocks {
    unsigned first;
    // Where the words of the blocks go: [0] with `first` seeds in the mover's row, [1] with the
    // others. If NULL, they are allocated as late as possible, and the caller frees them with
    // waurie_pair_blocks_free, also on failure. [1] stays NULL if the blocks are the same.
    uint64_t *bits[2];
};

// The threads of *pace share the work. Other threads may solve other pairs at the same time, if
// each has a pace of its own and all lower blocks are always held. Errors: KAURI_RESOURCE,
// KAURI_INTERRUPTED, those of holding the lower blocks.
enum kauri_status waurie_pair_solve(const struct waurie_pair_work *work, struct kauri_pace *pace,
                                    struct waurie_pair_blocks *blocks, struct kauri_error *error);

// Frees the blocks that solving a pair of `layer` allocated.
void waurie_pair_blocks_free(const struct waurie_layer *layer, struct waurie_pair_blocks *blocks);

// The greatest number of bytes that solving a pair takes at a time, without the lower blocks, and
// with the pair's own blocks if `blocks` is set. Thread-safe.
uint64_t waurie_pair_scratch(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                             unsigned first, unsigned threads, bool blocks);

#endif
