#include "studies/article/claim_marks.h"

#include "queries/analysis/rating.h"

#include <stdlib.h>
#include <string.h>

// Both marks are judged by one criterion, the standard result: '!' claims that the move keeps it,
// '?' that it loses it.
static enum kauri_verdict judge(const struct kauri_rating *rating, bool good)
{
    if (rating->worth == KAURI_WORTH_UNKNOWN) {
        return KAURI_VERDICT_UNDECIDED;
    }
    return (rating->worth == KAURI_WORTH_LOSES) == good ? KAURI_VERDICT_REFUTED
                                                        : KAURI_VERDICT_CONFIRMED;
}

static struct kauri_claim_worth worth_of(const struct kauri_evaluation *value,
                                         enum kauri_ruleset rules,
                                         const struct kauri_rating *rating)
{
    struct kauri_claim_worth worth = {
        .low = kauri_result_under(rules, &value->position, value->r.low),
        .high = kauri_result_under(rules, &value->position, value->r.high),
        .keeps = KAURI_ANSWER_UNDECIDED,
        .only = KAURI_ANSWER_UNDECIDED,
    };
    switch (rating->worth) {
    case KAURI_WORTH_UNKNOWN:
        break;
    case KAURI_WORTH_ONLY:
        worth.keeps = KAURI_ANSWER_YES;
        worth.only = KAURI_ANSWER_YES;
        break;
    case KAURI_WORTH_KEEPS:
        worth.keeps = KAURI_ANSWER_YES;
        worth.only = value->move_count == 1 ? KAURI_ANSWER_YES
                     : rating->only_known   ? KAURI_ANSWER_NO
                                            : KAURI_ANSWER_UNDECIDED;
        break;
    case KAURI_WORTH_LOSES:
        worth.keeps = KAURI_ANSWER_NO;
        worth.only = KAURI_ANSWER_NO;
        break;
    }
    return worth;
}

// Judges one mark. `left`: marks that still share the time, this one included.
static enum kauri_status check_mark(struct kauri_claim_case *set, const struct kauri_record *record,
                                    const struct kauri_replay_ply *played, size_t left,
                                    struct kauri_claim_mark *mark, struct kauri_claim_basis *basis,
                                    struct kauri_error *error)
{
    struct kauri_evaluation value;
    struct kauri_effort *effort = set->request->effort;
    effort->seconds_each = effort->seconds / (double)left;
    const enum kauri_status status =
        kauri_evaluate(set->request->tables, &played->before, effort, &value, error);
    if (status != KAURI_OK) {
        return status;
    }
    const unsigned move = kauri_evaluation_place(&value, played->ply.hole);
    const struct kauri_rating standard = kauri_evaluation_rate(&value, move, KAURI_STANDARD);
    const struct kauri_rating tiebreaker = kauri_evaluation_rate(&value, move, KAURI_TIEBREAKER);
    *mark = (struct kauri_claim_mark){
        .position = played->before,
        .game = record->number,
        .number = played->ply.number,
        .hole = played->ply.hole,
        .line = played->ply.line,
        .verdict = judge(&standard, played->ply.marks[0] == '!'),
        .seeds = value.seeds,
        .loss = kauri_evaluation_loss(&value, move),
        .standard = worth_of(&value, KAURI_STANDARD, &standard),
        .tiebreaker = worth_of(&value, KAURI_TIEBREAKER, &tiebreaker),
        .r_before = value.r,
        .r_of_move = value.moves[move].r,
    };
    memcpy(mark->marks, played->ply.marks, sizeof mark->marks);
    basis->nodes += value.nodes;
    basis->searched = basis->searched || value.searched;
    return KAURI_OK;
}

static size_t count_marks(const struct kauri_claim_case *set)
{
    size_t marks = 0;
    for (size_t i = 0; i < set->records.count; i++) {
        for (size_t p = 0; p < set->replays[i].count; p++) {
            marks += set->replays[i].plies[p].ply.marks[0] != '\0' ? 1 : 0;
        }
    }
    return marks;
}

static void add_up(struct kauri_claim_marks *evidence)
{
    for (size_t i = 0; i < evidence->count; i++) {
        const struct kauri_claim_mark *mark = &evidence->mark[i];
        evidence->right += mark->verdict == KAURI_VERDICT_CONFIRMED ? 1 : 0;
        evidence->wrong += mark->verdict == KAURI_VERDICT_REFUTED ? 1 : 0;
        evidence->undecided += mark->verdict == KAURI_VERDICT_UNDECIDED ? 1 : 0;
        evidence->giving += mark->loss.low > 0 ? 1 : 0;
        evidence->keeping += mark->loss.high == 0 ? 1 : 0;
        if (mark->marks[0] == '!') {
            evidence->good++;
            evidence->only += mark->standard.only == KAURI_ANSWER_YES ? 1 : 0;
            evidence->not_only += mark->standard.only == KAURI_ANSWER_NO ? 1 : 0;
        }
    }
}

enum kauri_status kauri_claim_marks(struct kauri_claim_case *set, struct kauri_claim *claim,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_claim_marks *evidence = &claim->marks;
    size_t left = count_marks(set);
    evidence->count = left;
    evidence->mark = calloc(left > 0 ? left : 1, sizeof *evidence->mark);
    if (evidence->mark == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %zu marked moves", left);
    }
    claim->basis.layers = kauri_claim_case_layers(set);
    claim->basis.rules = claim->basis.layers == 0;
    // From the end: late positions have fewer seeds and can be decided, so the time goes where it
    // helps.
    for (size_t i = set->records.count; i-- > 0;) {
        for (size_t p = set->replays[i].count; p-- > 0;) {
            const struct kauri_replay_ply *played = &set->replays[i].plies[p];
            if (played->ply.marks[0] != '\0') {
                KAURI_TRY(check_mark(set, &set->records.records[i], played, left,
                                     &evidence->mark[left - 1], &claim->basis, error));
                left--;
            }
        }
    }
    add_up(evidence);
    claim->verdict = evidence->wrong > 0       ? KAURI_VERDICT_REFUTED
                     : evidence->undecided > 0 ? KAURI_VERDICT_UNDECIDED
                                               : KAURI_VERDICT_CONFIRMED;
cleanup:
    return status;
}
