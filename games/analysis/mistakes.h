// The mistakes of an annotated game, proven or likely.
#ifndef KAURI_GAMES_ANALYSIS_MISTAKES_H
#define KAURI_GAMES_ANALYSIS_MISTAKES_H

#include "games/analysis/annotate.h"
#include "games/analysis/game_estimates.h"

#include <stdbool.h>
#include <stddef.h>

// A mistake under one ruleset. Results are those of the player who moved.
struct kauri_mistake {
    // "??": the move loses the result; "?": it loses value; "?!": it probably does.
    const char *sign;
    bool proven;
    bool before_known, after_known; // false if the mistake is not proven
    enum kauri_result before, after;
    int loss_low, loss_high; // net seeds that it gives away; if it is not proven, both are expected
    int better;              // hole of a better move, KAURI_MOVE_PASS if none is known
};

struct kauri_mistake_count {
    size_t proven, likely;
};

// Returns whether a ply (below game->count) is a mistake; if so, *mistake describes it.
bool kauri_annotated_mistake(const struct kauri_annotated_game *game,
                             const struct kauri_game_estimates *estimates, size_t ply,
                             enum kauri_ruleset rules, struct kauri_mistake *mistake);

// Returns whether the turning point proves a mistake under the rules that no single ply is known to
// be: one of the plies from point->first_ply to point->last_ply by the player of both.
bool kauri_is_mistake_between(const struct kauri_turning_point *point, enum kauri_ruleset rules);

// Counts the mistakes, those between plies included.
struct kauri_mistake_count kauri_count_mistakes(const struct kauri_annotated_game *game,
                                                const struct kauri_game_estimates *estimates,
                                                enum kauri_ruleset rules);

#endif
