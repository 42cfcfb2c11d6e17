// An estimate of a position about which nothing is proven: a look a few plies ahead.
#ifndef KAURI_QUERIES_ANALYSIS_GUESS_H
#define KAURI_QUERIES_ANALYSIS_GUESS_H

#include "rules/board.h"

enum {
    KAURI_GUESS_PLIES = 6,    // searched in full
    KAURI_GUESS_CAPTURES = 6, // plies of captures searched beyond
    KAURI_GUESS_SEED = 16,    // units per seed
};

// Estimates the seeds that the player to move will capture minus the opponent's, within
// KAURI_GUESS_PLIES plies and the captures that follow directly, when both sides capture as well
// as they can. The unit is a sixteenth of a seed, because holes that can be moved count a little as
// well. Depends only on the position, and not on its score. The estimate is not a bound.
// Thread-safe, no allocation.
int kauri_guess(const struct kauri_position *position);

#endif
