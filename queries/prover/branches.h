// The moves of a position on the path of a search, and what is known about the positions after
// them.
#ifndef KAURI_QUERIES_PROVER_BRANCHES_H
#define KAURI_QUERIES_PROVER_BRANCHES_H

#include "queries/prover/prover_state.h"

#include <stdbool.h>

// Reads the table's entry for the branch. Returns whether it includes efforts.
bool kauri_branch_read(const struct kauri_prover *prover, struct kauri_branch *branch);

// Takes the bounds that the table has.
void kauri_branch_read_bounds(const struct kauri_prover *prover, struct kauri_branch *branch);

// Answers the question of a branch into a layer that tables cover. Stops the search on a failure.
void kauri_branch_probe(struct kauri_prover_worker *worker, struct kauri_branch *branch);

// Makes the moves of the frame at `ply`, and reads what is known about them.
void kauri_frame_expand(struct kauri_prover_worker *worker, unsigned ply);

#endif
