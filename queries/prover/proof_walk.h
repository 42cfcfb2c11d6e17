// Proofs, walked out of the memory of a prover.
//
// A proof is a list of steps (docs/PROOF.md). Each states what one of the players, the prover of
// the statement, is sure to get from a position, and holds because of steps about the positions
// after it, of tables, or of the rules. The memory of a prover says which statements are true but
// not why, and bounds that served an answer may have been overwritten since. The walk starts at the
// statements to be proven, finds the moves that hold each and asks the prover again where
// something is missing (docs/SEARCH.md, "The walk"). proof_statement.h has the statements and what
// the memory knows of them, proof_asker.h the questions and the limits, and proof_nodes.h all
// statements that were met and the steps that remain.
//
// One thread at a time, and no question to the prover at the same time.
#ifndef KAURI_QUERIES_PROVER_PROOF_WALK_H
#define KAURI_QUERIES_PROVER_PROOF_WALK_H

#include "common/status.h"
#include "queries/lookup/bounds.h"
#include "queries/prover/proof_asker.h"
#include "queries/prover/proof_nodes.h"
#include "queries/prover/proof_statement.h"
#include "queries/prover/prover.h"
#include "rules/board.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_walk_step {
    struct kauri_position position; // South to move, score 0:0
    enum kauri_proof_kind kind;
    int value;     // the prover gets at least this
    int hole;      // KAURI_PROOF_OWN: the prover's move, or KAURI_MOVE_PASS
    uint32_t rank; // value > 0: the number of the step, from 1; otherwise 0
};

struct kauri_walk;

// Walks the proof of bounds of r that the prover has proven; a bound that the rules alone give
// needs no step. Answers do not depend on the number of threads, the choice of steps may.
// KAURI_RESOURCE: a limit came first, or memory ran out. KAURI_INTERRUPTED: cancelled.
// KAURI_INTERNAL: the search found out that a bound is false. Errors of the tables.
enum kauri_status kauri_walk_new(struct kauri_prover *prover, const struct kauri_position *position,
                                 struct kauri_bounds r, const struct kauri_walk_limits *limits,
                                 struct kauri_walk **walk, struct kauri_error *error);
// Accepts NULL.
void kauri_walk_free(struct kauri_walk *walk);

// Steps come after all steps that they rest on, except that those with values of at most 0 may rest
// on each other in a circle (docs/PROOF.md, section 3).
uint32_t kauri_walk_count(const struct kauri_walk *walk);
// `number`: below the count.
struct kauri_walk_step kauri_walk_step(const struct kauri_walk *walk, uint32_t number);

// The prover's moves in the order of the short form of a proof (docs/PROOF.md, section 4):
// holes, or KAURI_MOVE_PASS. They belong to the walk.
const int8_t *kauri_walk_moves(const struct kauri_walk *walk, uint32_t *count);

// Number of tables that the steps rest on: layers 0 to the highest that a step uses, because its
// values may be derived from all lower layers.
unsigned kauri_walk_tables(const struct kauri_walk *walk);

// What the steps take from other proofs, in the order of a proof file. They belong to the walk.
const struct kauri_walk_citation *kauri_walk_citations(const struct kauri_walk *walk,
                                                       uint32_t *count);

// Statements that the prover was asked again because something was missing.
uint64_t kauri_walk_repairs(const struct kauri_walk *walk);

#endif
