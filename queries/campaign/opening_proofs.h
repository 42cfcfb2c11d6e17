// The files of proofs/ that prove the results of the first moves (docs/guide/START.md), for the
// tree of openings. What is known of these positions elsewhere comes from the solution book, which
// was made from these proofs; tests/scripts/check-proofs compares the list with the files.
//
// Pure functions on constant data: thread-safe.
#ifndef KAURI_QUERIES_CAMPAIGN_OPENING_PROOFS_H
#define KAURI_QUERIES_CAMPAIGN_OPENING_PROOFS_H

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

#endif
