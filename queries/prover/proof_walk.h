// Finds the steps of a proof (docs/reference/PROOF.md) by a walk through the memory of a prover.
//
// A proof is a list of steps. Each states what one of the players, the prover of the statement, is
// sure to get from a position, and follows from steps about the positions after it, from tables, or
// from the rules. The memory of a prover says which statements are true but not why, and bounds
// that served an answer may have been overwritten since. The walk starts at the statements to be
// proven, finds the moves that establish each, and asks the prover again where something is missing
// (docs/reference/SEARCH.md, "The walk").
//
// To be used by one thread at a time, and not while the prover answers a question.
#ifndef KAURI_QUERIES_PROVER_PROOF_WALK_H
#define KAURI_QUERIES_PROVER_PROOF_WALK_H

#include "common/progress.h"
#include "common/status.h"
#include "queries/lookup/bounds.h"
#include "queries/packed/packed_board.h"
#include "queries/prover/proof_nodes.h"
#include "queries/prover/prover.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_walk_limits {
    double seconds; // limit of elapsed time
    uint64_t nodes; // positions that the prover expands for missing statements; 0: no limit
    // Positions that the walk may visit; 0: no limit. They take at most 120 bytes each, besides the
    // memory of the prover.
    uint32_t steps;
    // NULL, or becomes true if the walk fails because it visits more positions, because missing
    // statements would take more than `nodes`, or because too much of the proof was overwritten.
    bool *too_large;
    // NULL, or called now and then, with stage "proof", `done` the steps so far and `round` the
    // statements that were searched again.
    const struct kauri_progress *progress;
};

// Walks the proof of bounds of r that the prover has proven. *nodes, which is empty before,
// receives the statements with the moves that hold them, and some that the proof does not need; the
// caller clears it, also after a failure. *repairs receives the number of statements that were
// searched again. KAURI_RESOURCE: a limit came first, or memory ran out. KAURI_INTERRUPTED:
// cancelled. KAURI_INTERNAL: the search found that a bound is false. Errors of the tables.
enum kauri_status kauri_walk(struct kauri_prover *prover, const struct kauri_packed *board,
                             struct kauri_bounds r, const struct kauri_walk_limits *limits,
                             struct kauri_proof_nodes *nodes, uint64_t *repairs,
                             struct kauri_error *error);

#endif
