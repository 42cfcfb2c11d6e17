// Counts the moves of a layer without looking at positions.
#ifndef KAURI_SOLVER_MOVE_COUNT_H
#define KAURI_SOLVER_MOVE_COUNT_H

#include "indexer/layer.h"

#include <stdint.h>

// Legal moves of all positions of the layer together; a pass (R7) is a move, and without seeds
// there is none. Saturates at UINT64_MAX. Thread-safe.
uint64_t kauri_move_count(const struct kauri_layer *layer);

#endif
