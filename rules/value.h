// The value r = 3 * net + t of a position and the results that follow from it. The type, the
// functions for net and t, and kauri_result_under are declared in kauri/kauri.h.
#ifndef KAURI_RULES_VALUE_H
#define KAURI_RULES_VALUE_H

#include "rules/board.h"

// The number of rulesets in enum kauri_ruleset.
enum { KAURI_RULESETS = 2 };

// The result for the sign of a number: positive is a win, zero a draw, negative a loss.
static inline enum kauri_result kauri_result_of(int number)
{
    return (enum kauri_result)((number > 0) - (number < 0));
}

// The lead of the player to move: their captured seeds minus the opponent's.
int kauri_lead(const struct kauri_position *position);

// kauri_result_under for the standard rules (R8) and for the tie-breaker rules (R9).
enum kauri_result kauri_standard_result(const struct kauri_position *position, int r);
enum kauri_result kauri_tiebreak_result(const struct kauri_position *position, int r);

// The least r that gives the player to move the result or a better one; more than any r of the
// position if none does.
int kauri_value_least(const struct kauri_position *position, enum kauri_ruleset rules,
                      enum kauri_result result);

#endif
