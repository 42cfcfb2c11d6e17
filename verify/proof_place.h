// Walks through a proof (docs/reference/PROOF.md): what it says of one position, and where each
// move leads.
#ifndef KAURI_VERIFY_PROOF_PLACE_H
#define KAURI_VERIFY_PROOF_PLACE_H

#include "common/status.h"
#include "rules/board.h"
#include "verify/proof.h"
#include "verify/proof_follow.h"

#include <stdbool.h>
#include <stdint.h>

// The steps below a move are counted up to this number.
enum { KAURI_PROOF_COUNTED = 10000 };

// A position after a move.
struct kauri_proof_next {
    struct kauri_position position;
    int value; // the prover needs at least this r there
    enum kauri_proof_ground ground;
    uint64_t digest; // KAURI_PROOF_GROUND_CITATION: digest of the other proof
};

// A move at a place of a proof.
struct kauri_proof_turn {
    int hole; // hole of the move, or KAURI_MOVE_PASS
    struct kauri_capture captured;
    struct kauri_proof_next after;
    // KAURI_PROOF_GROUND_STEP: steps of the proof that play can reach from there, with that one, at
    // most KAURI_PROOF_COUNTED.
    uint64_t steps;
    // If the prover is to move there: legal moves and, with KAURI_PROOF_GROUND_STEP, the move of
    // the proof and what follows it.
    unsigned replies;
    bool has_reply;
    int reply;
    struct kauri_proof_next after_reply;
};

// A position of a proof.
struct kauri_proof_place {
    int value; // the prover gets at least this r
    // The prover's move, or all of the opponent's; none where the opponent cannot move and no seed
    // is left.
    unsigned count;
    struct kauri_proof_turn turn[KAURI_HOLES_MAX];
};

// Finds a position, with any score, in a proof that was read (kauri_proof_read). `prover` is the
// side of the prover. KAURI_NOT_COVERED: the proof has no step about it. KAURI_BAD_INPUT: another
// board. KAURI_WRONG: the proof does not say what follows a move, which kauri_proof_check refuses.
// KAURI_RESOURCE. Takes some 50 ms at most.
enum kauri_status kauri_proof_place_find(const struct kauri_proof *proof,
                                         const struct kauri_position *position, unsigned prover,
                                         struct kauri_proof_place *place,
                                         struct kauri_error *error);

#endif
