// Claim 8: the marks ! and ? of the four games.
#include "queries/claim_case.h"
#include "rules/notation.h"

static const char *worth_text(const struct kauri_judgement *judgement, unsigned moves)
{
    switch (judgement->worth) {
    case KAURI_WORTH_UNKNOWN:
        return "undecided";
    case KAURI_WORTH_ONLY:
        return "keeps it, the only move that does";
    case KAURI_WORTH_KEEPS:
        return moves == 1              ? "keeps it, the only legal move"
               : judgement->only_known ? "keeps it, as another move does"
                                       : "keeps it, others undecided";
    case KAURI_WORTH_LOSES:
        return "loses it";
    }
    return "unknown";
}

// Does the move do what its mark says: '!' keep the result, '?' lose the result or seeds?
static enum kauri_verdict judge(const struct kauri_evaluation *value, unsigned move,
                                const struct kauri_judgement *judgement, bool good)
{
    const int net_low = kauri_value_net(value->r.low);
    const int net_high = kauri_value_net(value->r.high);
    const int own_low = kauri_value_net(value->moves[move].r.low);
    const int own_high = kauri_value_net(value->moves[move].r.high);
    if (good) {
        return judgement->worth == KAURI_WORTH_UNKNOWN ? KAURI_VERDICT_UNDECIDED
               : judgement->worth == KAURI_WORTH_LOSES ? KAURI_VERDICT_REFUTED
                                                       : KAURI_VERDICT_CONFIRMED;
    }
    if (judgement->worth == KAURI_WORTH_LOSES || own_high < net_low) {
        return KAURI_VERDICT_CONFIRMED;
    }
    return own_low >= net_high ? KAURI_VERDICT_REFUTED : KAURI_VERDICT_UNDECIDED;
}

enum { MARKS_MAX = 64 };

struct tally {
    unsigned marks;
    unsigned left;        // not looked at yet
    unsigned verdicts[3]; // by enum kauri_verdict
    unsigned good;        // marks !
    unsigned only;        // of these, known to be the only moves that keep the result
    unsigned not_only;    // and those known not to be
    uint64_t nodes;
    bool searched;
    unsigned rows;
    struct kauri_string row[MARKS_MAX]; // owned
};

static void add_bounds(struct kauri_string *text, struct kauri_bounds r)
{
    if (kauri_bounds_exact(r)) {
        kauri_string_add(text, "%d", r.low);
    } else {
        kauri_string_add(text, "%d to %d", r.low, r.high);
    }
}

static enum kauri_status check_mark(struct kauri_claim_case *set, const struct kauri_record *record,
                                    const struct kauri_replay_ply *played, struct tally *tally,
                                    struct kauri_error *error)
{
    struct kauri_evaluation value;
    set->request->effort->seconds_each =
        set->request->effort->seconds / (tally->left > 0 ? tally->left : 1);
    tally->left--;
    const enum kauri_status status =
        kauri_evaluate(set->request->tables, &played->before, set->request->effort, &value, error);
    if (status != KAURI_OK) {
        return status;
    }
    const unsigned move = kauri_evaluation_move(&value, played->ply.hole);
    const struct kauri_judgement standard = kauri_evaluation_judge(&value, move, false);
    const struct kauri_judgement tiebreaker = kauri_evaluation_judge(&value, move, true);
    const enum kauri_verdict verdict = judge(&value, move, &standard, played->ply.marks[0] == '!');
    struct kauri_string *row = &tally->row[tally->rows++];
    char position[KAURI_POSITION_TEXT_BYTES];
    kauri_string_add(row, "%u\t%u%s%c%s\t%s\t%u\t", record->number, played->ply.number,
                     played->ply.side == KAURI_SOUTH ? ". " : "... ",
                     kauri_move_letter((enum kauri_side)played->ply.side, played->ply.hole),
                     played->ply.marks, kauri_verdict_name(verdict), value.seeds);
    kauri_claim_add_results(row, &value, false);
    kauri_string_add(row, "\t%s\t", worth_text(&standard, value.move_count));
    kauri_claim_add_results(row, &value, true);
    kauri_string_add(row, "\t%s\t", worth_text(&tiebreaker, value.move_count));
    add_bounds(row, value.r);
    kauri_string_add(row, "\t");
    add_bounds(row, value.moves[move].r);
    kauri_string_add(row, "\t%s\n", kauri_position_format(&played->before, position));
    tally->marks++;
    tally->verdicts[verdict]++;
    if (played->ply.marks[0] == '!') {
        tally->good++;
        tally->only += standard.worth == KAURI_WORTH_ONLY ? 1 : 0;
        tally->not_only += (standard.worth == KAURI_WORTH_KEEPS && standard.only_known) ||
                                   standard.worth == KAURI_WORTH_LOSES
                               ? 1
                               : 0;
    }
    tally->nodes += value.nodes;
    tally->searched = tally->searched || value.searched;
    return KAURI_OK;
}

static unsigned count_marks(const struct kauri_claim_case *set)
{
    unsigned marks = 0;
    for (size_t i = 0; i < set->records.count; i++) {
        for (size_t p = 0; p < set->replays[i].count; p++) {
            marks += set->replays[i].plies[p].ply.marks[0] != '\0' ? 1 : 0;
        }
    }
    return marks;
}

enum kauri_status kauri_claim_marks(struct kauri_claim_case *set, struct kauri_claim *claim,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct tally tally = {.left = count_marks(set)};
    claim->claim = "The marks ! and ? in games 1 to 4 are right.";
    kauri_string_add(&claim->reading,
                     "! says that the move keeps the result with best play under the rules in "
                     "force (standard), ? that it loses the result or seeds; whether it is the "
                     "only move that keeps the result, and the same under the tie-breaker, stand "
                     "beside it; r is for the player who moves");
    kauri_string_add(&claim->table, "game\tmove\tmark\tseeds\tstandard\tthe move\ttie-breaker\t"
                                    "the move there\tr before\tr of the move\tposition\n");
    // From the end: late positions have fewer seeds and are the ones that can be decided, so the
    // time goes where it helps.
    for (size_t i = set->records.count; i-- > 0;) {
        for (size_t p = set->replays[i].count; p-- > 0 && tally.rows < MARKS_MAX;) {
            const struct kauri_replay_ply *played = &set->replays[i].plies[p];
            if (played->ply.marks[0] != '\0') {
                KAURI_TRY(check_mark(set, &set->records.records[i], played, &tally, error));
            }
        }
    }
    for (unsigned i = tally.rows; i-- > 0;) {
        KAURI_TRY(kauri_string_check(&tally.row[i], error));
        kauri_string_add(&claim->table, "%s", kauri_string_text(&tally.row[i]));
    }
    kauri_string_add(&claim->notes, "of %u marks %u are right, %u wrong, %u undecided\n",
                     tally.marks, tally.verdicts[KAURI_VERDICT_CONFIRMED],
                     tally.verdicts[KAURI_VERDICT_REFUTED],
                     tally.verdicts[KAURI_VERDICT_UNDECIDED]);
    kauri_string_add(&claim->notes,
                     "of %u moves marked ! %u are the only ones that keep the result, %u are not, "
                     "%u undecided (standard rules)\n",
                     tally.good, tally.only, tally.not_only,
                     tally.good - tally.only - tally.not_only);
    kauri_claim_add_used(&claim->used, set, tally.nodes, tally.searched);
    claim->verdict = tally.verdicts[KAURI_VERDICT_REFUTED] > 0     ? KAURI_VERDICT_REFUTED
                     : tally.verdicts[KAURI_VERDICT_UNDECIDED] > 0 ? KAURI_VERDICT_UNDECIDED
                                                                   : KAURI_VERDICT_CONFIRMED;
cleanup:
    for (unsigned i = 0; i < tally.rows; i++) {
        kauri_string_clear(&tally.row[i]);
    }
    return status;
}
