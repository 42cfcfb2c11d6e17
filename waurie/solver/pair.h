// Solves the two blocks of a layer that refer to one another (waurie/solver/solve_tables.h).
#ifndef KAURI_WAURIE_SOLVER_PAIR_H
#define KAURI_WAURIE_SOLVER_PAIR_H

#include "common/loop.h"
#include "common/status.h"
#include "waurie/layer_file.h"
#include "waurie/solver/pair_work.h"

#include <stdbool.h>
#include <stdint.h>

// The blocks with `first` and work->seeds - first seeds in the mover's row, first at most half of
// the seeds. There is only one if the two numbers are equal.
struct waurie_pair_blocks {
    unsigned first;
    // The words of the blocks: [0] with `first` seeds in the mover's row, [1] with the others; NULL
    // at first. They are allocated as late as possible, and the caller frees them with
    // waurie_pair_blocks_free, also on failure. [1] stays NULL if the blocks are the same.
    uint64_t *bits[2];
};

// Solves the blocks. The threads of *pace share the work. Errors: KAURI_RESOURCE,
// KAURI_INTERRUPTED, those of waurie_lower_hold.
enum kauri_status waurie_pair_solve(const struct waurie_layer_work *work, struct kauri_pace *pace,
                                    struct waurie_pair_blocks *blocks, struct kauri_error *error);

// Frees the blocks that solving a pair of `layer` allocated.
void waurie_pair_blocks_free(const struct waurie_layer *layer, struct waurie_pair_blocks *blocks);

// The greatest number of bytes that solving a pair takes at a time, without the lower blocks.
// Thread-safe.
uint64_t waurie_pair_scratch(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                             unsigned first, unsigned threads);

#endif
