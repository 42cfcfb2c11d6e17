// The depth-first search of one thread of a prover (docs/reference/SEARCH.md).
#ifndef KAURI_QUERIES_PROVER_EXPLORE_H
#define KAURI_QUERIES_PROVER_EXPLORE_H

#include "queries/prover/prover_state.h"

#include <stdint.h>

// Puts the position after a branch on the path. `segment` is the frame after the last capture.
void kauri_frame_enter(struct kauri_frame *frame, const struct kauri_branch *branch,
                       unsigned segment);

// Searches below the frame at `ply` until its efforts reach the thresholds.
void kauri_prover_explore(struct kauri_prover_worker *worker, unsigned ply, uint32_t phi,
                          uint32_t delta);

#endif
