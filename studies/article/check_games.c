// Whole layers without a draw, and the marks in the records of the games.
#include "studies/article/checks.h"

#include "queries/analysis/evaluate.h"
#include "rules/notation.h"

#include <stdlib.h>

enum { RANGE_POSITIONS = 8 << 20 }; // read at a time

// Reads layer `seeds` until `end` (kauri_clock_seconds) and adds a row on its positions without a
// winner, those whose r is a multiple of 3. *draws receives their number.
static enum kauri_status count_draws(const struct kauri_claims_request *request, unsigned seeds,
                                     double end, struct kauri_facts *table, uint64_t *draws,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_tablebase_layer *layer;
    uint64_t zero = 0, others = 0;
    int16_t *r = malloc(RANGE_POSITIONS * sizeof *r);
    if (r == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for reading layer %u", seeds);
    }
    KAURI_TRY(kauri_tablebase_layer(request->tables, seeds, &layer, error));
    const uint64_t positions = layer->index.positions;
    for (uint64_t first = 0; first < positions; first += RANGE_POSITIONS) {
        const uint64_t left = positions - first;
        const uint64_t count = left < RANGE_POSITIONS ? left : RANGE_POSITIONS;
        if (kauri_clock_seconds() >= end || kauri_progress_cancelled(request->effort->progress)) {
            status = kauri_fail(error, KAURI_INTERRUPTED, "stopped while reading layer %u", seeds);
            goto cleanup;
        }
        KAURI_TRY(kauri_layer_read(request->tables, seeds, first, count, r, NULL, request->threads,
                                   error));
        for (uint64_t i = 0; i < count; i++) {
            zero += r[i] == 0;
            others += r[i] != 0 && kauri_value_tiebreak(r[i]) == 0;
        }
    }
    kauri_facts_add_number(table, "seeds", seeds);
    kauri_facts_add_number(table, "positions", positions);
    kauri_facts_add_number(table, "r_zero", zero);
    kauri_facts_add_number(table, "other_multiples_of_3", others);
    *draws = zero + others;
cleanup:
    free(r);
    return status;
}

enum kauri_status kauri_check_no_draws(struct kauri_inquiry *inquiry, struct kauri_finding *finding,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_effort *effort = inquiry->request->effort;
    const double begun = kauri_clock_seconds();
    const double end = begun + effort->seconds / 2; // the marks need the rest
    uint64_t draws = 0;
    while (status == KAURI_OK && finding->rows < inquiry->layers) {
        uint64_t more = 0;
        status = count_draws(inquiry->request, (unsigned)finding->rows, end, &finding->table, &more,
                             error);
        finding->rows += status == KAURI_OK ? 1 : 0;
        draws += more;
    }
    const double left = effort->seconds - (kauri_clock_seconds() - begun);
    effort->seconds = left > 0 ? left : 0;
    if (status == KAURI_INTERRUPTED) {
        effort->interrupted = kauri_progress_cancelled(effort->progress);
        status = KAURI_OK;
    }
    kauri_facts_add_number(&finding->facts, "layers", inquiry->layers);
    kauri_facts_add_number(&finding->facts, "layers_read", finding->rows);
    kauri_facts_add_number(&finding->facts, "draws", draws);
    if (draws > 0) {
        finding->verdict = KAURI_VERDICT_REFUTED;
    } else if (finding->rows > 0 && finding->rows == inquiry->layers) {
        finding->verdict = KAURI_VERDICT_CONFIRMED;
    }
    return status;
}

static enum kauri_answer keeps(const struct kauri_rating *rating)
{
    return rating->worth == KAURI_WORTH_UNKNOWN ? KAURI_ANSWER_UNDECIDED
           : rating->worth == KAURI_WORTH_LOSES ? KAURI_ANSWER_NO
                                                : KAURI_ANSWER_YES;
}

static enum kauri_answer is_only(const struct kauri_rating *rating, unsigned moves)
{
    if (rating->worth == KAURI_WORTH_ONLY || (rating->worth == KAURI_WORTH_KEEPS && moves == 1)) {
        return KAURI_ANSWER_YES;
    }
    return rating->worth == KAURI_WORTH_LOSES || rating->only_known ? KAURI_ANSWER_NO
                                                                    : KAURI_ANSWER_UNDECIDED;
}

// Judges one mark and adds its row. Both marks are about the standard result: ! claims that the
// move keeps it, ? that it loses it.
static enum kauri_verdict judge_mark(unsigned game, const struct kauri_ply *ply,
                                     const struct kauri_evaluation *value,
                                     struct kauri_facts *table)
{
    const struct kauri_position *position = &value->position;
    const unsigned move = kauri_evaluation_place(value, ply->hole);
    const struct kauri_rating standard = kauri_evaluation_rate(value, move, KAURI_STANDARD);
    const struct kauri_rating tiebreaker = kauri_evaluation_rate(value, move, KAURI_TIEBREAKER);
    const enum kauri_answer claimed = ply->marks[0] == '!';
    const enum kauri_verdict verdict = keeps(&standard) == KAURI_ANSWER_UNDECIDED
                                           ? KAURI_VERDICT_UNDECIDED
                                       : keeps(&standard) == claimed ? KAURI_VERDICT_CONFIRMED
                                                                     : KAURI_VERDICT_REFUTED;
    kauri_facts_add_number(table, "game", game);
    kauri_string_add(kauri_facts_add_words(table, "move"), "%u%s%c", ply->number,
                     ply->side == KAURI_SOUTH ? ". " : "... ",
                     kauri_move_letter((enum kauri_side)ply->side, ply->hole));
    kauri_string_add_text(kauri_facts_add_words(table, "mark"), ply->marks);
    kauri_string_add_text(kauri_facts_add_words(table, "verdict"), kauri_verdict_name(verdict));
    kauri_facts_add_number(table, "seeds", value->seeds);
    kauri_facts_add_bounds(table, "gives_away", kauri_evaluation_loss(value, move));
    kauri_facts_add_results(table, "standard", position, KAURI_STANDARD, value->r);
    kauri_facts_add_answer(table, "keeps_standard", keeps(&standard));
    kauri_facts_add_answer(table, "only_standard", is_only(&standard, value->move_count));
    kauri_facts_add_results(table, "tie_breaker", position, KAURI_TIEBREAKER, value->r);
    kauri_facts_add_answer(table, "keeps_tie_breaker", keeps(&tiebreaker));
    kauri_facts_add_answer(table, "only_tie_breaker", is_only(&tiebreaker, value->move_count));
    kauri_facts_add_bounds(table, "r_before", value->r);
    kauri_facts_add_bounds(table, "r_of_move", value->moves[move].r);
    kauri_facts_add_position(table, "position", position);
    return verdict;
}

enum kauri_status kauri_check_marks(struct kauri_inquiry *inquiry, struct kauri_finding *finding,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_effort *effort = inquiry->request->effort;
    struct kauri_evaluation value;
    unsigned verdicts[] = {0, 0, 0}; // by enum kauri_verdict
    uint64_t nodes = 0;
    for (size_t i = 0; i < inquiry->records.count; i++) {
        for (size_t p = 0; p < inquiry->replays[i].count; p++) {
            const struct kauri_replay_ply *played = &inquiry->replays[i].plies[p];
            if (played->ply.marks[0] == '\0') {
                continue;
            }
            effort->seconds_each = effort->seconds / 2; // later marks need the rest
            KAURI_TRY(
                kauri_evaluate(inquiry->request->tables, &played->before, effort, &value, error));
            verdicts[judge_mark(inquiry->records.records[i].number, &played->ply, &value,
                                &finding->table)]++;
            finding->rows++;
            nodes += value.nodes;
        }
    }
    kauri_facts_add_number(&finding->facts, "right", verdicts[KAURI_VERDICT_CONFIRMED]);
    kauri_facts_add_number(&finding->facts, "wrong", verdicts[KAURI_VERDICT_REFUTED]);
    kauri_facts_add_number(&finding->facts, "undecided", verdicts[KAURI_VERDICT_UNDECIDED]);
    kauri_facts_add_basis(&finding->facts, inquiry->layers, nodes);
    finding->verdict = verdicts[KAURI_VERDICT_REFUTED] > 0     ? KAURI_VERDICT_REFUTED
                       : verdicts[KAURI_VERDICT_UNDECIDED] > 0 ? KAURI_VERDICT_UNDECIDED
                                                               : KAURI_VERDICT_CONFIRMED;
cleanup:
    return status;
}
