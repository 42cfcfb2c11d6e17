// The blocks of lower layers that the moves of a pair lead to.
#ifndef KAURI_WAURIE_SOLVER_LOWER_BLOCKS_H
#define KAURI_WAURIE_SOLVER_LOWER_BLOCKS_H

#include "common/status.h"
#include "waurie/pits.h"

#include <stdbool.h>

// Blocks of lower layers: has[s][own] is the one with s seeds fewer than the layer to be solved, s
// from 1 to waurie_stored_most (waurie/solver/sowing.h), and `own` of its seeds in the mover's row.
struct waurie_block_set {
    bool has[WAURIE_SEEDS_MAX + 1][WAURIE_SEEDS_MAX + 1];
};

// Where the solver finds the blocks, by the same indices. They are not changed.
struct waurie_lower {
    // NULL: not held at the moment.
    uint64_t *block[WAURIE_SEEDS_MAX + 1][WAURIE_SEEDS_MAX + 1];
    // Called before blocks are read: makes sure that at least one of *wanted, which is not empty,
    // is held; others may go. NULL if all blocks are always held. Errors: those of `context`.
    enum kauri_status (*hold)(void *context, const struct waurie_block_set *wanted,
                              struct kauri_error *error);
    void *context;
};

// Adds the blocks that moves lead to which store seeds, of the player with `own` seeds in the row,
// at least 1. The first one is that of the plain bonus moves, has[1][own - 1]. Thread-safe.
void waurie_lower_wants(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                        unsigned own, struct waurie_block_set *set);

#endif
