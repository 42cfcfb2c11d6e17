// What the moves of a block (one seed configuration) do to the seeds.
//
// Whether a move captures depends on the seeds, the hole, the cowries in it, and on which of the
// opponent's holes hold cowries: at most 64 occupancy classes (DESIGN section 4).
#ifndef KAURI_SOLVER_BLOCK_H
#define KAURI_SOLVER_BLOCK_H

#include "indexer/layer.h"

#include <stdint.h>

enum { KAURI_OCCUPANCY_CLASSES = 64 };

struct kauri_block {
    uint8_t seeds[KAURI_BOARD_HOLES_MAX];
    // (h + seeds in h) mod (2 * holes): where the cowries of hole h start to fall.
    uint8_t start[KAURI_HOLES_MAX];
    // Block of the same layer that a move of hole h without capture leads to; [holes]: a pass.
    uint32_t successor[KAURI_HOLES_MAX + 1];
    // Bit c of quiet[h][k]: hole h with k cowries captures nothing against occupancy class c.
    uint64_t quiet[KAURI_HOLES_MAX][KAURI_COWRIES_MAX + 1];
};

// What a move that captures leads to.
struct kauri_outcome {
    uint64_t block; // of the layer with seeds_left seeds, seen by the opponent
    uint8_t seeds_left;
    int8_t gain; // own minus opponent's captures
};

struct kauri_outcomes {
    struct kauri_outcome of[KAURI_HOLES_MAX][KAURI_COWRIES_MAX + 1][KAURI_OCCUPANCY_CLASSES];
};

// Fills *block, and *outcomes (unless NULL) where the move captures, for block number `number` of
// the layer. Thread-safe.
void kauri_block_init(const struct kauri_layer *layer, uint64_t number, struct kauri_block *block,
                      struct kauri_outcomes *outcomes);

#endif
