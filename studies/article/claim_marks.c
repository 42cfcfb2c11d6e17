// Claim 8: the marks ! and ? of the four games.
#include "rules/notation.h"
#include "studies/article/claim_case.h"

// One criterion for both marks, the result: '!' says that the move keeps it, '?' that it loses it.
static enum kauri_verdict judge(const struct kauri_judgement *judgement, bool good)
{
    if (judgement->worth == KAURI_WORTH_UNKNOWN) {
        return KAURI_VERDICT_UNDECIDED;
    }
    return (judgement->worth == KAURI_WORTH_LOSES) == good ? KAURI_VERDICT_REFUTED
                                                           : KAURI_VERDICT_CONFIRMED;
}

// Whether the move keeps the result, and whether it is the only one that does, as two cells.
static void add_worth(struct kauri_string *row, const struct kauri_judgement *judgement,
                      unsigned moves)
{
    switch (judgement->worth) {
    case KAURI_WORTH_UNKNOWN:
        kauri_string_add(row, "undecided\tundecided");
        break;
    case KAURI_WORTH_ONLY:
        kauri_string_add(row, "yes\tyes");
        break;
    case KAURI_WORTH_KEEPS:
        kauri_string_add(row, "yes\t%s",
                         moves == 1              ? "yes"
                         : judgement->only_known ? "no"
                                                 : "undecided");
        break;
    case KAURI_WORTH_LOSES:
        kauri_string_add(row, "no\tno");
        break;
    }
}

enum { MARKS_MAX = 64 };

struct tally {
    unsigned marks;
    unsigned left;        // not looked at yet
    unsigned verdicts[3]; // by enum kauri_verdict
    unsigned giving;      // moves that give seeds away for certain
    unsigned keeping;     // moves that give none away
    unsigned good;        // marks !
    unsigned only;        // of these, known to be the only moves that keep the result
    unsigned not_only;    // and those known not to be
    uint64_t nodes;
    bool searched;
    unsigned rows;
    struct kauri_string row[MARKS_MAX]; // owned
};

static const struct kauri_claim_column columns[] = {
    {"game", "game", KAURI_CELL_NUMBER, false},
    {"move", "move", KAURI_CELL_TEXT, false},
    {"mark", "mark", KAURI_CELL_TEXT, false},
    {"verdict", "verdict", KAURI_CELL_TEXT, false},
    {"seeds", "seeds", KAURI_CELL_NUMBER, false},
    {"gives away", "gives_away", KAURI_CELL_BOUNDS, false},
    {"standard", "standard", KAURI_CELL_TEXT, true},
    {"keeps it", "keeps_standard", KAURI_CELL_YES_NO, false},
    {"alone", "only_standard", KAURI_CELL_YES_NO, false},
    {"tie-breaker", "tie_breaker", KAURI_CELL_TEXT, true},
    {"keeps it there", "keeps_tie_breaker", KAURI_CELL_YES_NO, false},
    {"alone there", "only_tie_breaker", KAURI_CELL_YES_NO, false},
    {"r before", "r_before", KAURI_CELL_BOUNDS, true},
    {"r of the move", "r_of_move", KAURI_CELL_BOUNDS, false},
    {"position", "position", KAURI_CELL_TEXT, true},
};

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
    const struct kauri_bounds loss = kauri_evaluation_loss(&value, move);
    const bool good = played->ply.marks[0] == '!';
    const enum kauri_verdict verdict = judge(&standard, good);
    struct kauri_string *row = &tally->row[tally->rows++];
    char position[KAURI_POSITION_TEXT_BYTES];
    kauri_string_add(row, "%u\t%u%s%c\t%s\t%s\t%u\t", record->number, played->ply.number,
                     played->ply.side == KAURI_SOUTH ? ". " : "... ",
                     kauri_move_letter((enum kauri_side)played->ply.side, played->ply.hole),
                     played->ply.marks, kauri_verdict_name(verdict), value.seeds);
    kauri_claim_add_bounds(row, loss);
    kauri_string_add(row, "\t");
    kauri_claim_add_results(row, &value, false);
    kauri_string_add(row, "\t");
    add_worth(row, &standard, value.move_count);
    kauri_string_add(row, "\t");
    kauri_claim_add_results(row, &value, true);
    kauri_string_add(row, "\t");
    add_worth(row, &tiebreaker, value.move_count);
    kauri_string_add(row, "\t");
    kauri_claim_add_bounds(row, value.r);
    kauri_string_add(row, "\t");
    kauri_claim_add_bounds(row, value.moves[move].r);
    kauri_string_add(row, "\t%s\n", kauri_position_format(&played->before, position));
    tally->marks++;
    tally->verdicts[verdict]++;
    tally->giving += loss.low > 0 ? 1 : 0;
    tally->keeping += loss.high == 0 ? 1 : 0;
    if (good) {
        const bool forced = value.move_count == 1;
        tally->good++;
        tally->only += standard.worth == KAURI_WORTH_ONLY || forced ? 1 : 0;
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
                     "force (standard), ? that it loses the result; whether it is the only move "
                     "that keeps it (\"alone\"), the seeds that it gives away, and the same under "
                     "the tie-breaker stand beside it; r is for the player who moves");
    claim->columns = columns;
    claim->column_count = sizeof columns / sizeof columns[0];
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
    kauri_string_add(
        &claim->notes,
        "seeds given away by the %u marked moves: some by %u, none by %u, %u undecided\n",
        tally.marks, tally.giving, tally.keeping, tally.marks - tally.giving - tally.keeping);
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
