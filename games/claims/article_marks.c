#include "games/claims/article_marks.h"

#include "games/claims/claim_check.h"
#include "rules/notation.h"

#include <stdio.h>

// Counts the positions without a winner, those whose r is a multiple of 3, by the certificates of
// the tables.
//
// The object ClaimLayer:
//     seeds, positions: int
//     r_zero: int - positions with `r` = 0
//     other_multiples_of_3: int - positions with another `r` whose cowrie phase nobody wins
enum kauri_status kauri_check_no_draws(struct kauri_check *check, struct kauri_error *error)
{
    struct kauri_facts *table = check->table;
    uint64_t draws = 0;
    for (unsigned seeds = 0; seeds < check->layers; seeds++) {
        const struct kauri_tablebase_layer *layer;
        uint64_t zero = 0, others = 0;
        KAURI_PASS(kauri_tablebase_layer(check->inquiry->tables, seeds, &layer, error));
        const struct kauri_certificate *certificate = kauri_reader_certificate(layer->reader);
        for (uint32_t i = 0; i < certificate->count_count; i++) {
            const struct kauri_count *r = &certificate->counts[i];
            zero += r->value == 0 ? r->count : 0;
            others += r->value != 0 && kauri_value_tiebreak(r->value) == 0 ? r->count : 0;
        }
        kauri_facts_add_number(table, "seeds", seeds);
        kauri_facts_add_number(table, "positions", layer->index.positions);
        kauri_facts_add_number(table, "r_zero", zero);
        kauri_facts_add_number(table, "other_multiples_of_3", others);
        table->rows++;
        draws += zero + others;
    }
    kauri_facts_add_number(check->evidence, "layers", check->layers);
    kauri_facts_add_number(check->evidence, "draws", draws);
    if (check->layers > 0) {
        check->verdict = draws == 0;
        kauri_check_set_scope(check, "with %s%u seeds on the board",
                              check->layers > 1 ? "0 to " : "", check->layers - 1);
    }
    return KAURI_OK;
}

static enum kauri_claim_verdict keeps(const struct kauri_rating *rating)
{
    return rating->worth == KAURI_WORTH_UNKNOWN ? KAURI_CLAIM_UNDECIDED
                                                : rating->worth != KAURI_WORTH_LOSES;
}

static enum kauri_claim_verdict is_only(const struct kauri_rating *rating, unsigned moves)
{
    const enum kauri_worth worth = rating->worth;
    const bool only = worth == KAURI_WORTH_ONLY || (worth == KAURI_WORTH_KEEPS && moves == 1);
    const bool known = only || worth == KAURI_WORTH_LOSES || rating->only_known;
    return known ? only : KAURI_CLAIM_UNDECIDED;
}

// Judges one mark and adds its row. Both marks are about the standard result: ! claims that the
// move keeps it, ? that it loses it.
//
// The object ClaimMark:
//     game, seeds: int - number of the game; seeds on the board
//     move: text - number and letter, `8... D`
//     mark: text - `!` or `?`
//     verdict: "confirmed" | "refuted" | "undecided"
//     gives_away: pair - net seeds, at least and at most
//     standard, tie_breaker: text - possible results of the position, in words
//     keeps_standard, keeps_tie_breaker: bool | null - the move keeps that result
//     only_standard, only_tie_breaker: bool | null - it is the only move that does
//     r_before, r_of_move: pair - of the position, and of the move
//     position: position - before the move
static enum kauri_claim_verdict judge_mark(unsigned game, const struct kauri_replayed_ply *ply,
                                           const struct kauri_evaluation *value,
                                           struct kauri_facts *table)
{
    const struct kauri_position *position = &value->position;
    const unsigned move = kauri_evaluation_place(value, ply->hole);
    const struct kauri_rating standard = kauri_evaluation_rate(value, move, KAURI_STANDARD);
    const struct kauri_rating tiebreaker = kauri_evaluation_rate(value, move, KAURI_TIEBREAKER);
    const enum kauri_claim_verdict kept = keeps(&standard);
    const enum kauri_claim_verdict verdict =
        kept == KAURI_CLAIM_UNDECIDED ? kept : kept == (ply->marks[0] == '!');
    char text[KAURI_CLAIM_PLY_BYTES];
    kauri_facts_add_number(table, "game", game);
    kauri_facts_add_words(table, "move", kauri_check_ply_text(ply, text));
    kauri_facts_add_words(table, "mark", ply->marks);
    kauri_facts_add_words(table, "verdict", kauri_verdict_name(verdict));
    kauri_facts_add_number(table, "seeds", value->seeds);
    kauri_facts_add_bounds(table, "gives_away", kauri_evaluation_loss(value, move));
    kauri_facts_add_results(table, "standard", position, KAURI_STANDARD, value->r);
    kauri_facts_add_answer(table, "keeps_standard", kept);
    kauri_facts_add_answer(table, "only_standard", is_only(&standard, value->move_count));
    kauri_facts_add_results(table, "tie_breaker", position, KAURI_TIEBREAKER, value->r);
    kauri_facts_add_answer(table, "keeps_tie_breaker", keeps(&tiebreaker));
    kauri_facts_add_answer(table, "only_tie_breaker", is_only(&tiebreaker, value->move_count));
    kauri_facts_add_bounds(table, "r_before", value->r);
    kauri_facts_add_bounds(table, "r_of_move", value->moves[move].r);
    kauri_facts_add_position(table, "position", position);
    table->rows++;
    return verdict;
}

enum kauri_status kauri_check_marks(struct kauri_check *check, struct kauri_error *error)
{
    unsigned verdicts[] = {0, 0, 0}; // by enum kauri_claim_verdict
    uint64_t nodes = 0;
    for (unsigned game = 1; game <= KAURI_CLAIM_GAMES; game++) {
        for (size_t p = 0; p < check->games[game - 1].count; p++) {
            const struct kauri_replayed_ply *played = &check->games[game - 1].plies[p];
            if (played->marks[0] == '\0') {
                continue;
            }
            KAURI_PASS(kauri_check_evaluate(check, &played->before, error));
            verdicts[judge_mark(game, played, &check->value, check->table)]++;
            nodes += check->value.nodes;
        }
    }
    kauri_facts_add_number(check->evidence, "right", verdicts[KAURI_CLAIM_CONFIRMED]);
    kauri_facts_add_number(check->evidence, "wrong", verdicts[KAURI_CLAIM_REFUTED]);
    kauri_facts_add_number(check->evidence, "undecided", verdicts[KAURI_CLAIM_UNDECIDED]);
    kauri_facts_add_basis(check->evidence, check->layers, nodes);
    if (verdicts[KAURI_CLAIM_CONFIRMED] > 0 && verdicts[KAURI_CLAIM_REFUTED] > 0) {
        check->verdict = KAURI_CLAIM_IN_PART;
        kauri_check_set_scope(check, "%u right, %u wrong, %u undecided",
                              verdicts[KAURI_CLAIM_CONFIRMED], verdicts[KAURI_CLAIM_REFUTED],
                              verdicts[KAURI_CLAIM_UNDECIDED]);
        return KAURI_OK;
    }
    check->verdict = verdicts[KAURI_CLAIM_REFUTED] > 0     ? KAURI_CLAIM_REFUTED
                     : verdicts[KAURI_CLAIM_UNDECIDED] > 0 ? KAURI_CLAIM_UNDECIDED
                                                           : KAURI_CLAIM_CONFIRMED;
    return KAURI_OK;
}
