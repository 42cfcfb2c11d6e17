// A guess at a position where nothing is proven: a look a few plies ahead.
#ifndef KAURI_QUERIES_ANALYSIS_GUESS_H
#define KAURI_QUERIES_ANALYSIS_GUESS_H

#include "rules/board.h"

enum {
    KAURI_GUESS_PLIES = 6,    // looked at in full
    KAURI_GUESS_CAPTURES = 6, // captures looked at beyond
};

// Seeds that the player to move will capture minus those of the opponent within
// KAURI_GUESS_PLIES plies and the captures right behind them, both sides capturing as well as they
// can; in sixteenths of a seed, because holes that can be moved count a little, too. Depends on
// nothing but the position without its score. Not a bound of anything. Thread-safe, no allocation.
int kauri_guess(const struct kauri_position *position);

// The unit of kauri_guess.
enum { KAURI_GUESS_SEED = 16 };

#endif
