// The value r = 3 * net + t of a position and the results that follow from it. The type, net and t
// of r, and the result under a ruleset are public (kauri/kauri.h).
#ifndef KAURI_RULES_VALUE_H
#define KAURI_RULES_VALUE_H

#include "rules/board.h"

// Number of rulesets; enum kauri_ruleset counts them from 0.
enum { KAURI_RULESETS = 2 };

// The result that a positive, zero or negative number stands for.
static inline enum kauri_result kauri_result_of(int number)
{
    return (enum kauri_result)((number > 0) - (number < 0));
}

// Own captures minus the opponent's so far, for the player to move.
int kauri_lead(const struct kauri_position *position);

// kauri_result_under for the standard rules (R8) and for the tie-breaker rules (R9).
enum kauri_result kauri_standard_result(const struct kauri_position *position, int r);
enum kauri_result kauri_tiebreak_result(const struct kauri_position *position, int r);

#endif
