#include "queries/analysis/rating.h"

struct kauri_bounds kauri_evaluation_loss(const struct kauri_evaluation *evaluation, unsigned move)
{
    const struct kauri_bounds best = evaluation->r;
    const struct kauri_bounds own = evaluation->moves[move].r;
    const int low = kauri_value_net(best.low) - kauri_value_net(own.high);
    const int high = kauri_value_net(best.high) - kauri_value_net(own.low);
    return (struct kauri_bounds){
        .low = low > 0 ? low : 0,
        .high =
            evaluation->move_count == 1 ? 0 : high, // a move without a choice gives nothing away
    };
}

struct kauri_rating kauri_evaluation_rate(const struct kauri_evaluation *evaluation, unsigned move,
                                          enum kauri_ruleset rules)
{
    const struct kauri_position *position = &evaluation->position;
    const struct kauri_bounds own = evaluation->moves[move].r;
    const enum kauri_result low = kauri_result_under(rules, position, evaluation->r.low);
    const enum kauri_result high = kauri_result_under(rules, position, evaluation->r.high);
    struct kauri_rating rating = {.result_known = low == high, .result = low};
    if (evaluation->move_count == 1) { // the only legal move keeps whatever there is
        rating.worth = KAURI_WORTH_KEEPS;
        return rating;
    }
    if (kauri_result_under(rules, position, own.high) < low) {
        rating.worth = KAURI_WORTH_LOSES;
        return rating;
    }
    if (kauri_result_under(rules, position, own.low) < high) {
        return rating; // KAURI_WORTH_UNKNOWN
    }
    // The move reaches the best result that is possible at all, which is that of the position.
    unsigned others_keep = 0;
    unsigned others_lose = 0;
    for (unsigned m = 0; m < evaluation->move_count; m++) {
        const struct kauri_bounds other = evaluation->moves[m].r;
        if (m != move) {
            others_keep += kauri_result_under(rules, position, other.low) >= high ? 1 : 0;
            others_lose += kauri_result_under(rules, position, other.high) < high ? 1 : 0;
        }
    }
    rating.result_known = true;
    rating.result = high;
    rating.worth = KAURI_WORTH_KEEPS;
    rating.only_known = others_keep > 0;
    if (evaluation->move_count > 1 && others_lose == evaluation->move_count - 1) {
        rating.worth = KAURI_WORTH_ONLY;
        rating.only_known = true;
    }
    return rating;
}
