// ProbCut (Buro 1995): a search at a lower depth predicts the value of a deeper one, up to an error
// whose standard deviation is known.
#ifndef KAURI_GAMES_ENGINE_PROBCUT_H
#define KAURI_GAMES_ENGINE_PROBCUT_H

enum {
    KAURI_PROBCUT_DEPTH = 4,    // least depth of a search that is predicted
    KAURI_PROBCUT_DEEPEST = 20, // greatest depth that was measured; deeper ones count as this one
    KAURI_PROBCUT_LESS = 3,     // the search that predicts is so many plies less deep
    KAURI_PROBCUT_UNIT = 1000,
};

// The value of a search is slope * value at the lower depth + (offset + error) * seeds on the
// board, and sigma is the standard deviation of the error. All in units of 1 / KAURI_PROBCUT_UNIT.
struct kauri_probcut {
    int slope, offset, sigma;
};

// Values of the search at the lower depth from which on one of `depth`, at least
// KAURI_PROBCUT_DEPTH, is taken to be at least beta, or at most alpha: more than beta, and less
// than alpha.
int kauri_probcut_high(int depth, unsigned seeds, int beta);
int kauri_probcut_low(int depth, unsigned seeds, int alpha);

#endif
