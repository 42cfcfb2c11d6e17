// What a move is worth beside the others, within the bounds that are known.
#include "queries/analysis/evaluate.h"

struct kauri_bounds kauri_evaluation_loss(const struct kauri_evaluation *evaluation, unsigned move)
{
    const struct kauri_bounds best = evaluation->r;
    const struct kauri_bounds own = evaluation->moves[move].r;
    const int low = kauri_value_net(best.low) - kauri_value_net(own.high);
    const int high = kauri_value_net(best.high) - kauri_value_net(own.low);
    return (struct kauri_bounds){
        .low = low > 0 ? low : 0,
        .high = evaluation->move_count == 1 ? 0 : high, // who has no choice gives nothing away
    };
}

typedef enum kauri_result result_function(const struct kauri_position *position, int r);

struct kauri_judgement kauri_evaluation_judge(const struct kauri_evaluation *evaluation,
                                              unsigned move, bool tiebreaker)
{
    result_function *result = tiebreaker ? kauri_tiebreak_result : kauri_standard_result;
    const struct kauri_position *position = &evaluation->position;
    const enum kauri_result low = result(position, evaluation->r.low);
    const enum kauri_result high = result(position, evaluation->r.high);
    const enum kauri_result own_low = result(position, evaluation->moves[move].r.low);
    const enum kauri_result own_high = result(position, evaluation->moves[move].r.high);
    struct kauri_judgement judgement = {.result_known = low == high, .result = low};
    if (evaluation->move_count == 1) { // the only legal move keeps whatever there is
        judgement.worth = KAURI_WORTH_KEEPS;
        return judgement;
    }
    if (own_high < low) {
        judgement.worth = KAURI_WORTH_LOSES;
        return judgement;
    }
    if (own_low < high) {
        return judgement; // KAURI_WORTH_UNKNOWN
    }
    // Now the move reaches the best that is possible at all: that is the position's result.
    unsigned others_keep = 0;
    unsigned others_lose = 0;
    for (unsigned m = 0; m < evaluation->move_count; m++) {
        if (m != move) {
            others_keep += result(position, evaluation->moves[m].r.low) >= high ? 1 : 0;
            others_lose += result(position, evaluation->moves[m].r.high) < high ? 1 : 0;
        }
    }
    judgement.result_known = true;
    judgement.result = high;
    judgement.worth = KAURI_WORTH_KEEPS;
    judgement.only_known = others_keep > 0;
    if (evaluation->move_count > 1 && others_lose == evaluation->move_count - 1) {
        judgement.worth = KAURI_WORTH_ONLY;
        judgement.only_known = true;
    }
    return judgement;
}
