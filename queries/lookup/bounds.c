#include "queries/lookup/bounds.h"

struct kauri_bounds kauri_bounds_trivial(unsigned seeds)
{
    const int32_t most = 3 * (int32_t)seeds + 1;
    return (struct kauri_bounds){-most, most};
}

struct kauri_bounds kauri_bounds_both(struct kauri_bounds a, struct kauri_bounds b)
{
    return (struct kauri_bounds){.low = a.low > b.low ? a.low : b.low,
                                 .high = a.high < b.high ? a.high : b.high};
}

// r of a move and r of the position after it add up to three times the net captures of the move.
struct kauri_bounds kauri_bounds_across(struct kauri_bounds bounds, struct kauri_capture captured)
{
    const int32_t gain = 3 * ((int32_t)captured.own - (int32_t)captured.opponent);
    return (struct kauri_bounds){gain - bounds.high, gain - bounds.low};
}

// Results grow with r: when both ends agree, everything between them does.
bool kauri_bounds_decide(const struct kauri_position *position, struct kauri_bounds bounds,
                         enum kauri_goal goal, enum kauri_result *result)
{
    if (goal == KAURI_GOAL_VALUE) {
        *result = kauri_result_of(bounds.low);
        return kauri_bounds_exact(bounds);
    }
    const enum kauri_ruleset rules = (enum kauri_ruleset)goal;
    *result = kauri_result_under(rules, position, bounds.low);
    return *result == kauri_result_under(rules, position, bounds.high);
}
