// The forward pass: open moves of every position, and what its captures are worth.
//
// Fills the planes, and notes every position that can capture under the value of its best capture:
// for each block and value the words of positions, in the order of the index with every mover's row
// beginning at a new word, as a record (solver/kernels/kernel.h). In layer 0 the positions whose
// mover has no cowries, and has lost, stand as if a capture worth -1 were their only move (R9).
#ifndef KAURI_SOLVER_CAPTURES_H
#define KAURI_SOLVER_CAPTURES_H

#include "solver/block.h"
#include "solver/kernels/kernel.h"
#include "solver/lower.h"
#include "solver/pace.h"
#include "solver/storage/planes.h"
#include "solver/storage/spool.h"

#include <stdint.h>

struct kauri_captures {
    struct kauri_layer layer;
    struct kauri_spool *spool;
    struct kauri_chunk *chunks; // [block * (6 * seeds + 3) + r + 3 * seeds + 1]
    uint64_t moves;             // captures in the layer
    uint64_t positions;         // that can capture
};

// What the pass reads; all outlive it.
struct kauri_captures_input {
    const struct kauri_geometry *geometry;
    const struct kauri_masks *masks;
    const struct kauri_block *blocks;
    const struct kauri_kernel *kernel;
    struct kauri_lower *lower;
};

// No captures yet. The spool (empty) is and stays the caller's. KAURI_RESOURCE.
enum kauri_status kauri_captures_new(struct kauri_captures *captures,
                                     const struct kauri_layer *layer, struct kauri_spool *spool,
                                     struct kauri_error *error);
// Runs the pass into new captures and planes. KAURI_RESOURCE, KAURI_CORRUPT, KAURI_INTERRUPTED.
enum kauri_status kauri_captures_run(struct kauri_captures *captures,
                                     const struct kauri_captures_input *input,
                                     struct kauri_planes *planes, struct kauri_pace *pace,
                                     struct kauri_error *error);
// Safe on a zeroed one.
void kauri_captures_clear(struct kauri_captures *captures);

// The record of the positions of a block whose best capture is worth r (size 0: none).
static inline struct kauri_chunk kauri_captures_of(const struct kauri_captures *captures,
                                                   uint64_t block, int r)
{
    const unsigned n = captures->layer.seeds;
    return captures->chunks[block * (6 * n + 3) + (uint64_t)(r + 3 * (int)n + 1)];
}

#endif
