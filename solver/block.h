// Blocks (seed configurations): what each move of a block does to the seeds.
//
// Whether a move captures depends on the seeds, the hole, the number of cowries in it, and on which
// of the opponent's holes contain cowries. A move depends on the opponent's row only through these
// *occupancy classes*, at most 64, so captures are computed per class and not per position.
#ifndef KAURI_SOLVER_BLOCK_H
#define KAURI_SOLVER_BLOCK_H

#include "indexer/layer.h"
#include "solver/kernels/masks.h"

#include <stdint.h>

enum { KAURI_OCCUPANCY_CLASSES = 64 };

struct kauri_block {
    // Block of the same layer that a quiet move of hole h leads to; [holes]: a pass. A number, or
    // its slot in the part that a team gives this process (solver/part.h).
    uint32_t successor[KAURI_HOLES_MAX + 1];
    // Place of the last seed of hole h: its cowries fall into the holes after it.
    uint8_t start[KAURI_HOLES_MAX];
    // Masks of the quiet moves by h and k, and the limits of their holes (solver/kernels/masks.h).
    uint16_t mask[KAURI_HOLES_MAX][KAURI_COWRIES_MAX + 1];
    uint16_t limit[KAURI_HOLES_MAX];
};

// The result of a move against an occupancy class.
struct kauri_outcome {
    uint64_t block; // block in the layer with seeds_left seeds, with the opponent to move
    uint8_t seeds_left;
    int8_t gain; // seeds captured by the mover, minus those captured by the opponent
};

struct kauri_outcomes {
    struct kauri_outcome of[KAURI_HOLES_MAX][KAURI_COWRIES_MAX + 1][KAURI_OCCUPANCY_CLASSES];
};

// Makes the `count` blocks of the layer with these numbers (NULL: blocks 0 .. count - 1) on
// `threads` threads, and interns their masks in *masks, whose geometry must be set. The caller
// frees *blocks with free(). KAURI_RESOURCE.
enum kauri_status kauri_blocks_new(const struct kauri_layer *layer, const uint32_t *numbers,
                                   uint64_t count, unsigned threads, struct kauri_masks *masks,
                                   struct kauri_block **blocks, struct kauri_error *error);

// The outcome of hole h, 0 .. holes - 1, with k cowries, in a block with these seeds against an
// opponent with cowries in the holes of `held`; a move that captures nothing has
// seeds_left == layer->seeds. Thread-safe.
struct kauri_outcome kauri_block_outcome(const struct kauri_layer *layer, const uint8_t *seeds,
                                         unsigned h, unsigned k, unsigned held);

// Fills in the elements of *outcomes whose moves, in block `number`, capture; the others are left
// alone. Thread-safe.
void kauri_block_outcomes(const struct kauri_layer *layer, uint64_t number,
                          const struct kauri_block *block, const struct kauri_masks *masks,
                          struct kauri_outcomes *outcomes);

#endif
