// The opponents of `kauri_engine_choose`: the engine, and weaker players made of it, each of which
// searches few positions, without tables, proofs and the history of the game. The weakest also
// overlook moves (docs/reference/ENGINE.md, "Playing against it").
#ifndef KAURI_QUERIES_ENGINE_OPPONENTS_H
#define KAURI_QUERIES_ENGINE_OPPONENTS_H

#include "queries/engine/engine.h"

#include <stdbool.h>
#include <stdint.h>

// The strength of the opponent, and the seed of its random choices.
struct kauri_opponent {
    unsigned strength; // KAURI_STRENGTH_LEAST .. KAURI_STRENGTH_MOST; 0 means KAURI_STRENGTH_MOST
    uint64_t seed;
};

// Returns whether a strength is that of a weaker opponent.
static inline bool kauri_opponent_is_weak(unsigned strength)
{
    return strength != 0 && strength < KAURI_STRENGTH_MOST;
}

// Lets the opponent search a position; the first line of the report begins with its move. At full
// strength this is kauri_engine_think. A weaker opponent only takes rules and progress from the
// limits, finds one line, and needs no engine, which may be NULL then: the same seed and position
// give the same move. Errors: those of kauri_engine_think.
enum kauri_status kauri_opponent_think(const struct kauri_opponent *opponent,
                                       struct kauri_engine *engine,
                                       const struct kauri_position *position,
                                       const struct kauri_engine_limits *limits,
                                       struct kauri_engine_report *report,
                                       struct kauri_error *error);

#endif
