// Follows the steps of a proof: the moves of a step, and what makes the prover sure of the value
// that is needed after each (docs/reference/PROOF.md, sections 2 and 4).
#ifndef KAURI_VERIFY_PROOF_FOLLOW_H
#define KAURI_VERIFY_PROOF_FOLLOW_H

#include "common/status.h"
#include "rules/board.h"
#include "verify/proof.h"

// What makes the prover sure of a value.
enum kauri_proof_ground {
    KAURI_PROOF_GROUND_STEP,
    KAURI_PROOF_GROUND_SEEDS, // the number of seeds: no result is worse
    KAURI_PROOF_GROUND_TABLE,
    KAURI_PROOF_GROUND_CITATION, // another proof
};

// What follows a move of a step.
struct kauri_proof_follower {
    struct kauri_position position;
    struct kauri_capture captured;
    int value; // the prover needs at least this r there
    enum kauri_proof_ground ground;
    const struct kauri_proof_step *step;       // KAURI_PROOF_GROUND_STEP, otherwise NULL
    const struct kauri_cited_statement *cited; // KAURI_PROOF_GROUND_CITATION, otherwise NULL
};

// The moves of a step about a position: the prover's one, or all of the opponent's; none where the
// opponent cannot move and no seed is left. Returns their number.
unsigned kauri_proof_step_moves(const struct kauri_proof_step *step,
                                const struct kauri_position *position, int holes[KAURI_HOLES_MAX]);

// Finds what makes the prover sure of follower->value at follower->position, in the order in which
// a reader looks for it, and sets the other members but `captured`. KAURI_WRONG: the proof does not
// say, which kauri_proof_check refuses.
enum kauri_status kauri_proof_find_ground(const struct kauri_proof *proof,
                                          enum kauri_step_kind kind,
                                          struct kauri_proof_follower *follower,
                                          struct kauri_error *error);

// Plays a move of a step about a position, and finds what follows it. KAURI_WRONG, as above.
enum kauri_status kauri_proof_follow(const struct kauri_proof *proof,
                                     const struct kauri_proof_step *step,
                                     const struct kauri_position *position, int hole,
                                     struct kauri_proof_follower *follower,
                                     struct kauri_error *error);

#endif
