// How a move compares with the others of its position, as far as the known bounds decide it.
//
// Pure functions: thread-safe, no allocation. `move` is a place among the evaluation's moves.
#ifndef KAURI_QUERIES_ANALYSIS_RATING_H
#define KAURI_QUERIES_ANALYSIS_RATING_H

#include "queries/analysis/evaluate.h"
#include "queries/lookup/bounds.h"
#include "rules/value.h"

#include <stdbool.h>

enum kauri_worth {
    KAURI_WORTH_UNKNOWN, // the bounds do not decide it
    KAURI_WORTH_ONLY,    // keeps the result, and no other move does (there are others)
    KAURI_WORTH_KEEPS,   // keeps the result; other moves may do so as well
    KAURI_WORTH_LOSES,   // the result gets worse
};

struct kauri_rating {
    enum kauri_worth worth;
    bool only_known;   // worth ONLY, or KEEPS and another move is known to keep the result as well
    bool result_known; // `result` is the result of the position with best play
    enum kauri_result result;
};

// Net seeds that the move gives away: at least (0 or more) and at most.
struct kauri_bounds kauri_evaluation_loss(const struct kauri_evaluation *evaluation, unsigned move);

// Compares the move with the others by the results under one ruleset.
struct kauri_rating kauri_evaluation_rate(const struct kauri_evaluation *evaluation, unsigned move,
                                          enum kauri_ruleset rules);

#endif
