// Estimates of positions about which nothing is proven: a sum of weights that were fitted to games
// of the engine against itself (studies/engine/fit_estimate.c, docs/ENGINE.md). The engine chooses
// moves by them, and the prover what to search first.
//
// Each hole adds a weight that depends on its place, its seeds and its cowries, and each row one
// that depends on the number of its holes with cowries and on its cowries. Every weight has two
// values, for a full board and for an empty one; the estimate is taken in proportion to the seeds
// on the board.
//
// Pure functions on constant data: thread-safe. Implemented in estimate.c and estimate_weights.c.
#ifndef KAURI_QUERIES_ESTIMATE_ESTIMATE_H
#define KAURI_QUERIES_ESTIMATE_ESTIMATE_H

#include "queries/packed/packed_board.h"

#include <stdint.h>

enum {
    KAURI_ESTIMATE_UNIT = 16,    // estimates count sixteenths of r, so 48 of them are a seed
    KAURI_ESTIMATE_SEEDS = 25,   // 0 .. 23, and 24 for more
    KAURI_ESTIMATE_COWRIES = 7,  // 0 .. 5, and 6 for more
    KAURI_ESTIMATE_ROW = 13,     // cowries in a row, 0 .. 12
    KAURI_ESTIMATE_FEATURES = 14 // of a position
};

// The weights are numbered: first those of the holes, by place, seeds and cowries, then those of
// the mover's row and of the opponent's, by holes with cowries and by cowries. Places are those of
// the board with six holes in a row, in sowing order; shorter rows lack the first ones, which are
// farthest from the opponent.
enum {
    KAURI_ESTIMATE_HOLE_WEIGHTS =
        KAURI_BOARD_HOLES_MAX * KAURI_ESTIMATE_SEEDS * KAURI_ESTIMATE_COWRIES,
    KAURI_ESTIMATE_WEIGHTS =
        KAURI_ESTIMATE_HOLE_WEIGHTS + 2 * (KAURI_HOLES_MAX + 1) * KAURI_ESTIMATE_ROW,
};

// Weight i has the values number[2 * i] on a full board and number[2 * i + 1] on an empty one.
struct kauri_estimate_weights {
    int16_t number[2 * KAURI_ESTIMATE_WEIGHTS];
};

// The fitted weights; static storage.
const struct kauri_estimate_weights *kauri_estimate_fitted(void);

// The weights that the position uses.
void kauri_estimate_features(const struct kauri_packed *board, unsigned holes,
                             uint16_t features[KAURI_ESTIMATE_FEATURES]);

// The estimate of r for the player to move, in units; `seeds` are those on the board. It lies
// within the trivial bounds, but is not a bound itself.
int kauri_estimate(const struct kauri_estimate_weights *weights, const struct kauri_packed *board,
                   unsigned holes, unsigned seeds);

// The greatest r of a position with so many seeds, in units.
static inline int kauri_estimate_most(unsigned seeds)
{
    return KAURI_ESTIMATE_UNIT * (3 * (int)seeds + 1);
}

#endif
