#include "games/analysis/mistakes.h"

#include "queries/lookup/bounds.h"

static void describe_proven(const struct kauri_annotation *annotation, enum kauri_ruleset rules,
                            struct kauri_mistake *mistake)
{
    const struct kauri_evaluation *before = &annotation->before;
    const enum kauri_goal goal = (enum kauri_goal)rules;
    mistake->sign = annotation->rated[rules].sign;
    mistake->proven = true;
    mistake->before_known =
        kauri_bounds_decide(&before->position, before->r, goal, &mistake->before);
    mistake->after_known = kauri_bounds_decide(&before->position, before->moves[annotation->move].r,
                                               goal, &mistake->after);
    mistake->loss_low = annotation->loss_low;
    mistake->loss_high = annotation->loss_high;
    if (annotation->alternative >= 0) {
        mistake->better = before->moves[annotation->alternative].hole;
    }
}

bool kauri_annotated_mistake(const struct kauri_annotated_game *game,
                             const struct kauri_game_estimates *estimates, size_t ply,
                             enum kauri_ruleset rules, struct kauri_mistake *mistake)
{
    const struct kauri_annotation *annotation = &game->plies[ply];
    const struct kauri_ply_estimate *estimate = &estimates->plies[ply];
    const struct kauri_ply_rating *rated = &annotation->rated[rules];
    *mistake = (struct kauri_mistake){.sign = "?!", .better = KAURI_MOVE_PASS};
    if (rated->decided && rated->sign[0] == '?') {
        describe_proven(annotation, rules, mistake);
        return true;
    }
    if (!estimate->known || estimate->mistake == KAURI_MISTAKE_NONE) {
        return false;
    }
    mistake->loss_low = mistake->loss_high = kauri_expected_seeds(estimate->loss);
    mistake->better = annotation->before.moves[estimate->best].hole;
    return true;
}

bool kauri_is_mistake_between(const struct kauri_turning_point *point, enum kauri_ruleset rules)
{
    return point->rules == rules && point->kind == KAURI_TURNING_CHANGED;
}

struct kauri_mistake_count kauri_count_mistakes(const struct kauri_annotated_game *game,
                                                const struct kauri_game_estimates *estimates,
                                                enum kauri_ruleset rules)
{
    struct kauri_mistake_count count = {0, 0};
    struct kauri_mistake mistake;
    for (size_t i = 0; i < game->count; i++) {
        if (kauri_annotated_mistake(game, estimates, i, rules, &mistake)) {
            *(mistake.proven ? &count.proven : &count.likely) += 1;
        }
    }
    for (size_t i = 0; i < game->turning_point_count; i++) {
        count.proven += kauri_is_mistake_between(&game->turning_points[i], rules);
    }
    return count;
}
