// The value r = 3 * net + t of a position and what it means (DESIGN: one value for both rules).
//
// net: future captures of the player to move minus those of the opponent; t: the outcome of the
// cowrie phase for the player to move, -1, 0 or +1 (0 only by R10, unlimited play).
#ifndef KAURI_RULES_VALUE_H
#define KAURI_RULES_VALUE_H

#include "rules/board.h"

enum kauri_ruleset {
    KAURI_STANDARD,   // R8
    KAURI_TIEBREAKER, // R9: with equal captures the cowries decide
};

enum kauri_result { KAURI_LOSS = -1, KAURI_DRAW = 0, KAURI_WIN = 1 };

// net and t of r: r / 3 rounded to nearest, and the rest.
static inline int kauri_value_net(int r)
{
    return r >= 0 ? (r + 1) / 3 : -((1 - r) / 3);
}

static inline int kauri_value_tiebreak(int r)
{
    return r - 3 * kauri_value_net(r);
}

static inline enum kauri_result kauri_result_of(int number)
{
    return (enum kauri_result)((number > 0) - (number < 0));
}

// "win", "draw" or "loss"; static storage.
const char *kauri_result_name(enum kauri_result result);

// Own captures minus the opponent's so far, for the player to move.
int kauri_lead(const struct kauri_position *position);

// Results for the player to move when both sides play for r: standard rules (R8) and tie-breaker
// rules (R9), with the banked score.
enum kauri_result kauri_standard_result(const struct kauri_position *position, int r);
enum kauri_result kauri_tiebreak_result(const struct kauri_position *position, int r);
// Either of the two.
enum kauri_result kauri_result_under(enum kauri_ruleset rules,
                                     const struct kauri_position *position, int r);

// Final captures South:North with best play, when all seeds on the board get captured: score[0] is
// South's. With net of another parity than the seeds (play that never ends, R10), the seeds that
// stay on the board are nobody's: then score holds each side's captures as far as r tells
// (their difference is exact) and the function returns false.
bool kauri_final_score(const struct kauri_position *position, int r, uint8_t score[2]);

#endif
