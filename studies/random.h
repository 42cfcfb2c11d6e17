// Random moves and questions of the studies. Results depend only on the initial *state.
#ifndef KAURI_STUDIES_RANDOM_H
#define KAURI_STUDIES_RANDOM_H

#include "common/splitmix64.h"
#include "rules/board.h"

#include <stdint.h>

// A move of the position, or KAURI_MOVE_PASS if it has none.
static inline int kauri_random_move(const struct kauri_position *position, uint64_t *state)
{
    const struct kauri_moves moves = kauri_legal_moves(position);
    return moves.count == 0 ? KAURI_MOVE_PASS : moves.hole[kauri_random(state) % moves.count];
}

// Plays random moves, and returns x of a question "is r >= x?" about the position after them:
// whether the player to move wins, or at least draws, under the standard rules.
static inline int kauri_random_question(struct kauri_position *position, unsigned plies,
                                        uint64_t *state)
{
    for (unsigned i = 0; i < plies; i++) {
        (void)kauri_play(position, kauri_random_move(position, state));
    }
    const int south = (int)position->score[0] - (int)position->score[1];
    const int lead = position->side == KAURI_SOUTH ? south : -south;
    return (kauri_random(state) % 2 != 0 ? 2 : -1) - 3 * lead;
}

#endif
