// The opponents of `kauri_engine_choose`: the engine, and weaker players made of it, each of which
// searches few positions, without tables, proofs and the history of the game. The weakest also
// overlook moves (docs/reference/ENGINE.md, "Playing against it").
#ifndef KAURI_GAMES_ENGINE_OPPONENTS_H
#define KAURI_GAMES_ENGINE_OPPONENTS_H

#include "games/engine/engine.h"
#include "games/engine/winning_strategy.h"

#include <stdbool.h>
#include <stdint.h>

// The strength of the opponent, and the seed of its random choices.
struct kauri_opponent {
    unsigned strength; // KAURI_STRENGTH_LEAST .. KAURI_STRENGTH_MOST; 0 means KAURI_STRENGTH_MOST
    uint64_t seed;
    // At full strength: where all moves are proven to lose, it plays the one that is hardest to
    // answer (kauri_strategy_resist), instead of the one with the best estimate.
    bool resists;
};

// Returns whether a strength is that of a weaker opponent.
static inline bool kauri_opponent_is_weak(unsigned strength)
{
    return strength != 0 && strength < KAURI_STRENGTH_MOST;
}

// What is proven of the move that an opponent of full strength chose.
struct kauri_opponent_proof {
    bool won;                        // the move is proven to win
    enum kauri_bounds_source source; // by what
    uint32_t plies;                  // KAURI_SOURCE_BOOK: plies to the next capture at most
};

// Looks for a move that is proven to win, in half of the time, or in nine tenths of it if the
// player had a position of the book before; without a limit of time, or with another one, only in
// the book; and without any limit not at all. move->proven says whether there is one. Errors: those
// of kauri_strategy_choose.
enum kauri_status kauri_opponent_find_win(struct kauri_engine *engine,
                                          const struct kauri_position *position,
                                          const struct kauri_engine_limits *limits,
                                          struct kauri_strategy_move *move,
                                          struct kauri_error *error);

// Lets the opponent search a position; the first line of the report begins with its move. At full
// strength it plays a won position as kauri_strategy_choose does, if a proof is found in half of
// the time (always, where a book has the game), and otherwise, or without limits, or if more than
// one line is asked for, as kauri_engine_think. *proof, which may be NULL, says how sure the move
// is. A weaker opponent only takes rules and progress from the limits, finds one line, and needs no
// engine, which may be NULL then: the same seed and position give the same move. Errors: those of
// kauri_engine_think.
enum kauri_status
kauri_opponent_think(const struct kauri_opponent *opponent, struct kauri_engine *engine,
                     const struct kauri_position *position,
                     const struct kauri_engine_limits *limits, struct kauri_engine_report *report,
                     struct kauri_opponent_proof *proof, struct kauri_error *error);

#endif
