// Claims 1 and 2: the value of the position at move 35.
#include "rules/notation.h"
#include "studies/article/claim_case.h"

static enum kauri_status value_move(struct kauri_claim_case *set, struct kauri_error *error)
{
    if (set->move_valued) {
        return KAURI_OK;
    }
    // The marks of claim 8 need the rest.
    set->request->effort->seconds_each = set->request->effort->seconds / 2;
    const enum kauri_status status = kauri_evaluate(set->request->tables, &set->move,
                                                    set->request->effort, &set->move_value, error);
    set->move_valued = status == KAURI_OK;
    return status;
}

// The line that the search proved and the tables go on with, and what comes of it.
static void add_line(struct kauri_claim *claim, const struct kauri_evaluation *evaluation)
{
    const struct kauri_position *last = &evaluation->line_last;
    struct kauri_position at = evaluation->position;
    bool passed = false;
    for (unsigned i = 0; i < evaluation->line_count; i++) {
        const int hole = evaluation->line[i];
        if (hole != KAURI_MOVE_PASS) {
            kauri_claim_add_move(&claim->line, &at, hole, passed);
        }
        passed = hole == KAURI_MOVE_PASS;
        (void)kauri_play(&at, hole);
    }
    if (evaluation->line_count == 0) {
        return;
    }
    kauri_string_add(&claim->notes, "the line has %u plies, passes counted",
                     evaluation->line_count);
    if (evaluation->line_table_from < evaluation->line_count) {
        kauri_string_add(&claim->notes, ": %u found by the search, then those of the tables",
                         evaluation->line_table_from);
    }
    switch (evaluation->line_end) {
    case KAURI_LINE_SEEDS:
        kauri_string_add(&claim->notes, "; it ends %u:%u\n", last->score[KAURI_SOUTH],
                         last->score[KAURI_NORTH]);
        break;
    case KAURI_LINE_STUCK:
        kauri_string_add(&claim->notes, "; it ends %u:%u with %s unable to move\n",
                         last->score[KAURI_SOUTH], last->score[KAURI_NORTH],
                         kauri_side_name(last->side));
        break;
    case KAURI_LINE_UNLIMITED:
        kauri_string_add(&claim->notes, "; it goes round for ever at %u:%u\n",
                         last->score[KAURI_SOUTH], last->score[KAURI_NORTH]);
        break;
    case KAURI_LINE_OPEN:
        kauri_string_add(&claim->notes, "; no more is known then\n");
        break;
    }
}

static void describe(const struct kauri_claim_case *set, struct kauri_claim *claim, bool tiebreaker)
{
    const struct kauri_evaluation *value = &set->move_value;
    claim->position_given = true;
    claim->position = set->move;
    claim->r_given = true;
    claim->r = value->r;
    if (kauri_bounds_exact(value->r)) {
        kauri_string_add(&claim->notes, "r = %d for %s: net %d, cowrie phase %s\n", value->r.low,
                         kauri_side_name(set->move.side), kauri_value_net(value->r.low),
                         kauri_result_name(kauri_result_of(kauri_value_tiebreak(value->r.low))));
    } else {
        kauri_string_add(&claim->notes, "r for %s is between %d and %d\n",
                         kauri_side_name(set->move.side), value->r.low, value->r.high);
    }
    kauri_string_add(&claim->notes, "%s rules: ", tiebreaker ? "tie-breaker" : "standard");
    kauri_claim_add_results(&claim->notes, value, tiebreaker);
    kauri_string_add(&claim->notes, "\n");
    add_line(claim, value);
    kauri_claim_add_used(&claim->used, set, value->nodes, value->searched);
}

// Compares with the result that the article says, for the player to move.
static enum kauri_verdict compare(bool decided, enum kauri_result result, enum kauri_result said)
{
    if (!decided) {
        return KAURI_VERDICT_UNDECIDED;
    }
    return result == said ? KAURI_VERDICT_CONFIRMED : KAURI_VERDICT_REFUTED;
}

// When the result is bounded but not decided, what the article says may still be excluded.
static enum kauri_verdict judge(const struct kauri_evaluation *value, bool tiebreaker,
                                enum kauri_result said)
{
    enum kauri_result result;
    const bool decided = tiebreaker ? kauri_bounds_tiebreaker(&value->position, value->r, &result)
                                    : kauri_bounds_standard(&value->position, value->r, &result);
    const enum kauri_result high = tiebreaker
                                       ? kauri_tiebreak_result(&value->position, value->r.high)
                                       : kauri_standard_result(&value->position, value->r.high);
    if (!decided && (said < result || said > high)) {
        return KAURI_VERDICT_REFUTED;
    }
    return compare(decided, result, said);
}

enum kauri_status kauri_claim_standard(struct kauri_claim_case *set, struct kauri_claim *claim,
                                       struct kauri_error *error)
{
    claim->claim = "The position at move 35 of game 4 is a draw under the rules in force.";
    kauri_string_add(&claim->reading,
                     "game 4 before South's move %d (%s to move), standard rules, best play of "
                     "both sides%s",
                     KAURI_ARTICLE_MOVE, kauri_side_name(set->move.side),
                     set->inserted > 0 ? "; the move that the record lacks is put in" : "");
    const enum kauri_status status = value_move(set, error);
    if (status == KAURI_OK) {
        claim->verdict = judge(&set->move_value, false, KAURI_DRAW);
        describe(set, claim, false);
    }
    return status;
}

enum kauri_status kauri_claim_tiebreaker(struct kauri_claim_case *set, struct kauri_claim *claim,
                                         struct kauri_error *error)
{
    claim->claim = "Under the old tie-breaker rules North has more tempi there and wins.";
    unsigned winner = KAURI_SOUTH;
    const bool named = kauri_claim_continuation_winner(set, &winner);
    kauri_string_add(&claim->reading, "the same position, tie-breaker rules; \"Africa\", who \"has "
                                      "more tempi and wins\", is no player of the record");
    if (!named) {
        kauri_string_add(&claim->reading,
                         ", and the article's own continuation names no winner: it is not clear "
                         "who is meant");
    } else {
        kauri_string_add(&claim->reading,
                         " and taken to be %s, the side that the article's own continuation lets "
                         "win",
                         kauri_side_name(winner));
    }
    const enum kauri_status status = value_move(set, error);
    if (status == KAURI_OK) {
        const enum kauri_result said = set->move.side == winner ? KAURI_WIN : KAURI_LOSS;
        claim->verdict = named ? judge(&set->move_value, true, said) : KAURI_VERDICT_UNDECIDED;
        describe(set, claim, true);
    }
    return status;
}
