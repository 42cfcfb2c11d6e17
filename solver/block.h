// What the moves of a block (one seed configuration) do to the seeds.
//
// Whether a move captures depends on the seeds, the hole, the cowries in it, and on which of the
// opponent's holes hold cowries: at most 64 occupancy classes (DESIGN section 4).
#ifndef KAURI_SOLVER_BLOCK_H
#define KAURI_SOLVER_BLOCK_H

#include "indexer/layer.h"
#include "solver/kernels/masks.h"

#include <stdint.h>

enum { KAURI_OCCUPANCY_CLASSES = 64 };

struct kauri_block {
    // Block of the same layer that a move of hole h without capture leads to; [holes]: a pass.
    uint32_t successor[KAURI_HOLES_MAX + 1];
    // (h + seeds in h) mod (2 * holes): where the cowries of hole h start to fall.
    uint8_t start[KAURI_HOLES_MAX];
    // Masks of the quiet moves by h and k, and the limits of their holes (solver/kernels/masks.h).
    uint16_t mask[KAURI_HOLES_MAX][KAURI_COWRIES_MAX + 1];
    uint16_t limit[KAURI_HOLES_MAX];
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

// All blocks of the layer; their masks are interned in *masks (which has its geometry). The caller
// frees *blocks with free(). KAURI_RESOURCE. Starts parallel loops.
enum kauri_status kauri_blocks_new(const struct kauri_layer *layer, unsigned threads,
                                   struct kauri_masks *masks, struct kauri_block **blocks,
                                   struct kauri_error *error);

// Fills *outcomes for the moves of block `number` that capture; the others are left alone.
// Thread-safe.
void kauri_block_outcomes(const struct kauri_layer *layer, uint64_t number,
                          const struct kauri_block *block, const struct kauri_masks *masks,
                          struct kauri_outcomes *outcomes);

#endif
