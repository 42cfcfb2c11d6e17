#include "studies/article/claim_value.h"

#include "studies/article/claim_continuation.h"

static enum kauri_status value_move(struct kauri_claim_case *set, struct kauri_error *error)
{
    if (set->move_valued) {
        return KAURI_OK;
    }
    // The marks of claim 8 need the rest of the time.
    set->request->effort->seconds_each = set->request->effort->seconds / 2;
    const enum kauri_status status = kauri_evaluate(set->request->tables, &set->move,
                                                    set->request->effort, &set->move_value, error);
    set->move_valued = status == KAURI_OK;
    return status;
}

// Compares the results that the bounds allow with the claimed one. Even where the result is not
// decided, the bounds may exclude what the article claims.
static enum kauri_verdict judge(const struct kauri_claim_value *evidence)
{
    if (evidence->claimed < evidence->low || evidence->claimed > evidence->high) {
        return KAURI_VERDICT_REFUTED;
    }
    return evidence->low == evidence->high ? KAURI_VERDICT_CONFIRMED : KAURI_VERDICT_UNDECIDED;
}

static void fill_claim(const struct kauri_claim_case *set, struct kauri_claim *claim)
{
    const struct kauri_evaluation *value = &set->move_value;
    struct kauri_claim_value *evidence = &claim->value;
    claim->position_given = true;
    claim->position = set->move;
    claim->r_given = true;
    claim->r = value->r;
    claim->line.count = value->line_count;
    for (unsigned i = 0; i < value->line_count; i++) {
        claim->line.hole[i] = value->line[i];
    }
    claim->basis.layers = kauri_claim_case_layers(set);
    claim->basis.rules = claim->basis.layers == 0;
    claim->basis.searched = value->searched;
    claim->basis.nodes = value->nodes;
    evidence->low = kauri_result_under(evidence->rules, &value->position, value->r.low);
    evidence->high = kauri_result_under(evidence->rules, &value->position, value->r.high);
    evidence->table_from = value->line_table_from;
    evidence->end = value->line_end;
    evidence->last = value->line_last;
    claim->verdict = evidence->winner_known || evidence->rules == KAURI_STANDARD
                         ? judge(evidence)
                         : KAURI_VERDICT_UNDECIDED;
}

enum kauri_status kauri_claim_standard(struct kauri_claim_case *set, struct kauri_claim *claim,
                                       struct kauri_error *error)
{
    claim->value.rules = KAURI_STANDARD;
    claim->value.inserted = set->inserted > 0;
    claim->value.claimed = KAURI_DRAW;
    const enum kauri_status status = value_move(set, error);
    if (status == KAURI_OK) {
        fill_claim(set, claim);
    }
    return status;
}

enum kauri_status kauri_claim_tiebreaker(struct kauri_claim_case *set, struct kauri_claim *claim,
                                         struct kauri_error *error)
{
    struct kauri_claim_value *evidence = &claim->value;
    evidence->rules = KAURI_TIEBREAKER;
    evidence->inserted = set->inserted > 0;
    evidence->winner_known = kauri_claim_continuation_winner(set, &evidence->winner);
    evidence->claimed =
        (enum kauri_side)set->move.side == evidence->winner ? KAURI_WIN : KAURI_LOSS;
    const enum kauri_status status = value_move(set, error);
    if (status == KAURI_OK) {
        fill_claim(set, claim);
    }
    return status;
}
