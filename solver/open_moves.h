// The second pass over a layer before its rounds: it counts the open moves of every position.
//
// The open moves of a position are its quiet moves, passes included, plus one that stands for all
// its captures. Which moves are quiet follows from the masks of the block, and which positions can
// capture from the records of the first pass (solver/captures.h), so no values are needed.
#ifndef KAURI_SOLVER_OPEN_MOVES_H
#define KAURI_SOLVER_OPEN_MOVES_H

#include "solver/captures.h"
#include "solver/storage/planes.h"

// Fills the planes of the part's blocks, which must be new. KAURI_RESOURCE; KAURI_CORRUPT if a work
// file was altered; KAURI_INTERRUPTED.
enum kauri_status kauri_open_moves_run(const struct kauri_captures *captures,
                                       struct kauri_planes *planes, struct kauri_pace *pace,
                                       struct kauri_error *error);

#endif
