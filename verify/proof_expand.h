// The steps of a proof in the short form, made from the prover's moves (docs/PROOF.md, section 4).
//
// Nothing here has to be trusted: the steps are checked like those of the text form.
#ifndef KAURI_VERIFY_PROOF_EXPAND_H
#define KAURI_VERIFY_PROOF_EXPAND_H

#include "common/status.h"
#include "rules/board.h"
#include "verify/proof_links.h"
#include "verify/proof_steps.h"

#include <stdint.h>

enum { KAURI_PROOF_MOVE_BITS = 3 };

// The contents of a proof in the short form.
struct kauri_proof_moves {
    struct kauri_position root;
    int32_t low, high; // bounds of r for the player to move at the root
    unsigned tables;   // number of listed tables: those of layers 0 to tables - 1
    const struct kauri_proof_citations *citations;
    const uint8_t *packed; // three bits per move
    uint64_t count;        // of moves
};

// Adds the steps to *steps, which must be empty. Each step is visited once, and again for every
// time that a greater value is demanded of it, which is at most 6m + 2 times for m seeds.
// KAURI_BAD_INPUT: something that is no move. KAURI_WRONG: a move that is not legal, too few or too
// many moves, a value that no position has, or a repetition where the value is above 0.
// KAURI_RESOURCE.
enum kauri_status kauri_proof_expand(const char *path, const struct kauri_proof_moves *moves,
                                     struct kauri_proof_steps *steps, struct kauri_error *error);

#endif
