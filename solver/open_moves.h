// The second pass over a layer: counts the open moves of every position.
//
// A position's open moves are its quiet moves, passes included, plus one that stands for all its
// captures (solver/retrograde.h). Which moves are quiet follows from the masks of the block, and
// which positions can capture from the records of the first pass (solver/captures.h), so this pass
// needs no values. It fills the planes (solver/storage/planes.h).
#ifndef KAURI_SOLVER_OPEN_MOVES_H
#define KAURI_SOLVER_OPEN_MOVES_H

#include "common/loop.h"
#include "solver/block.h"
#include "solver/captures.h"
#include "solver/kernels/kernel.h"
#include "solver/storage/planes.h"

// The input of the pass; all of it must outlive the pass.
struct kauri_open_moves_input {
    const struct kauri_geometry *geometry;
    const struct kauri_masks *masks;
    const struct kauri_block *blocks; // by slot
    const struct kauri_kernel *kernel;
    const struct kauri_captures *captures; // of all positions
};

// Runs the pass. *planes must be new. KAURI_RESOURCE; KAURI_CORRUPT if a work file was altered;
// KAURI_INTERRUPTED.
enum kauri_status kauri_open_moves_run(const struct kauri_open_moves_input *input,
                                       struct kauri_planes *planes, struct kauri_pace *pace,
                                       struct kauri_error *error);

#endif
