// Results and distances as numbers that the solver of distances compares: a win in d is
// WAURIE_SCORE_WIN - d, and a loss in d is WAURIE_SCORE_LOSS + d, so that the best of several moves
// has the greatest number: a win before a loss, a win as soon and a loss as late as possible. The
// complement of a score has the same distance and the other result.
#ifndef KAURI_WAURIE_SOLVER_SCORES_H
#define KAURI_WAURIE_SOLVER_SCORES_H

#include "waurie/distance_file.h"

enum { WAURIE_SCORE_WIN = INT16_MAX, WAURIE_SCORE_LOSS = INT16_MIN };

// The two scores of a position, which the memory of a struct waurie_distance holds while a layer is
// solved. Both are negative in a lost position, and not in a won one.
struct waurie_scores {
    int16_t turns;
    int16_t sowings;
};

static inline int16_t waurie_score(bool win, int16_t distance)
{
    return (int16_t)(win ? WAURIE_SCORE_WIN - distance : WAURIE_SCORE_LOSS + distance);
}

static inline int16_t waurie_score_distance(int16_t score)
{
    return (int16_t)(score < 0 ? score - WAURIE_SCORE_LOSS : WAURIE_SCORE_WIN - score);
}

// What is added to a score for the same result one later.
static inline int waurie_score_step(int16_t score)
{
    return score < 0 ? 1 : -1;
}

#endif
