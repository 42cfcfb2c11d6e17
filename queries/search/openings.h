// Proven results about the opening (docs/guide/START.md): bounds of positions after the first moves
// of the game, each established by a proof in proofs/ that, with the proofs that it cites, rests on
// the rules alone. tests/scripts/check-proofs compares them with the proofs.
//
// Pure functions on constant data: thread-safe.
#ifndef KAURI_QUERIES_SEARCH_OPENINGS_H
#define KAURI_QUERIES_SEARCH_OPENINGS_H

#include "queries/lookup/bounds.h"
#include "rules/board.h"

struct kauri_opening {
    struct kauri_position position;
    struct kauri_bounds r; // bounds for the player to move
    const char *proof;     // file of the proof, in proofs/
    uint64_t digest;       // digest at the end of the proof
};

unsigned kauri_opening_count(void);
// Returns an opening. `number` is below kauri_opening_count().
struct kauri_opening kauri_opening(unsigned number);

// Narrows the bounds to the proven ones if the position is one of the openings, whatever its score
// and side to move.
void kauri_openings_narrow(const struct kauri_position *position, struct kauri_bounds *r);

#endif
