// Bounds of a value r, and the question that they answer or leave open.
//
// Plain data and pure functions: thread-safe, no allocation.
#ifndef KAURI_QUERIES_LOOKUP_BOUNDS_H
#define KAURI_QUERIES_LOOKUP_BOUNDS_H

#include "rules/board.h"
#include "rules/value.h"

#include <stdbool.h>
#include <stdint.h>

// low <= r <= high for the player to move; exact when the two are equal.
struct kauri_bounds {
    int32_t low, high;
};

// Where bounds come from, the best source last.
enum kauri_bounds_source {
    KAURI_SOURCE_RULES,  // nobody captures more seeds than there are
    KAURI_SOURCE_SEARCH, // queries/search/search.h, with the tables below it
    KAURI_SOURCE_TABLES, // the table of the position's own layer
};

// A question about a position. The first two are those of enum kauri_ruleset and may be
// converted to and from it.
enum kauri_goal {
    KAURI_GOAL_STANDARD = KAURI_STANDARD,     // the result for its score under these rules
    KAURI_GOAL_TIEBREAKER = KAURI_TIEBREAKER, // the result for its score under these rules
    KAURI_GOAL_VALUE,                         // r, which gives the results under both rules
};

// Trivial bounds: with n seeds on the board, |r| <= 3n + 1.
struct kauri_bounds kauri_bounds_trivial(unsigned seeds);

static inline bool kauri_bounds_exact(struct kauri_bounds bounds)
{
    return bounds.low == bounds.high;
}

// The values within both bounds, which must have one in common.
struct kauri_bounds kauri_bounds_both(struct kauri_bounds a, struct kauri_bounds b);

// The bounds of a move, for the player who makes it and with its captures included, from those of
// the position after it for the player to move there; and the other way round.
struct kauri_bounds kauri_bounds_across(struct kauri_bounds bounds, struct kauri_capture captured);

// Whether all values within the bounds give the same answer, which *result receives: the result
// for the score of the position, or for KAURI_GOAL_VALUE the sign of r. Otherwise *result is the
// least possible result.
bool kauri_bounds_decide(const struct kauri_position *position, struct kauri_bounds bounds,
                         enum kauri_goal goal, enum kauri_result *result);

#endif
