#include "queries/claims/claims.h"

#include "queries/claims/article_note.h"
#include "queries/claims/claim_check.h"
#include "rules/notation.h"
#include "rules/records/record_reader.h"
#include "rules/records/replay.h"

#include <stdio.h>
#include <string.h>

void kauri_findings_clear(struct kauri_finding *findings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        kauri_facts_clear(&findings[i].evidence);
        kauri_facts_clear(&findings[i].table);
        findings[i] = (struct kauri_finding){.claim = NULL};
    }
}

// ------------------------------------------------ the end of game 4, and the numbers after it

// Evaluates a position into check->value, unless it is there already, in half of the time that is
// left: later positions need the rest.
static enum kauri_status evaluate(struct kauri_check *check, const struct kauri_position *position,
                                  struct kauri_error *error)
{
    if (kauri_position_equal(&check->value.position, position)) {
        return KAURI_OK;
    }
    struct kauri_effort *effort = check->inquiry->effort;
    effort->seconds_each = effort->seconds / 2;
    return kauri_evaluate(check->inquiry->tables, position, effort, &check->value, error);
}

static enum kauri_status check_result(struct kauri_check *check, struct kauri_error *error)
{
    static const char *const phases[] = {"lost", "drawn", "won"};
    static const char *const ends[] = {
        [KAURI_LINE_SEEDS] = "no seeds are left",
        [KAURI_LINE_STUCK] = "the player to move has no move",
        [KAURI_LINE_UNLIMITED] = "positions repeat for ever",
        [KAURI_LINE_OPEN] = "not known",
        [KAURI_LINE_CIRCLE] = "the tables have no distances",
    };
    const struct kauri_claim *claim = check->claim;
    const struct kauri_position *position = &check->ply->before;
    const struct kauri_evaluation *value = &check->value;
    KAURI_PASS(evaluate(check, position, error));
    kauri_facts_add_position(check->evidence, "position", position);
    kauri_facts_add_bounds(check->evidence, "r", value->r);
    if (kauri_bounds_exact(value->r)) {
        const int net = kauri_value_net(value->r.low);
        kauri_facts_add_bounds(check->evidence, "net", (struct kauri_bounds){net, net});
        kauri_facts_add_words(check->evidence, "cowrie_phase",
                              phases[kauri_value_tiebreak(value->r.low) + 1]);
    }
    if (value->line_count > 0) {
        kauri_facts_add_line(check->evidence, "line", *position, value->line_count, value->line);
        kauri_facts_add_number(check->evidence, "plies", value->line_count);
        kauri_facts_add_number(check->evidence, "searched_plies", value->line_table_from);
        kauri_facts_add_position(check->evidence, "last", &value->line_last);
        kauri_facts_add_words(check->evidence, "end", ends[value->line_end]);
    }
    kauri_facts_add_results(check->evidence, "results", position, claim->rules, value->r);
    kauri_facts_add_basis(check->evidence, check->layers, value->nodes);
    // Even if the result is not decided, the bounds may exclude the result that is claimed.
    const enum kauri_result low = kauri_result_under(claim->rules, position, value->r.low);
    const enum kauri_result high = kauri_result_under(claim->rules, position, value->r.high);
    const bool possible = low <= claim->result && claim->result <= high;
    if (low == high || !possible) {
        check->verdict = possible;
    }
    return KAURI_OK;
}

// Plays the numbers that are legal, adds them as a line, and returns how many there are.
static unsigned play_numbers(struct kauri_check *check, struct kauri_position *last)
{
    const char *numbers = check->claim->moves;
    int16_t holes[KAURI_CLAIM_LINE_MAX];
    unsigned legal = 0;
    *last = check->ply->after;
    for (; numbers[legal] != '\0' && legal < KAURI_CLAIM_LINE_MAX; legal++) {
        const unsigned hole = (unsigned)(numbers[legal] - '1');
        if (hole >= last->holes || last->cowries[kauri_own_hole(last, hole)] == 0) {
            break;
        }
        holes[legal] = (int16_t)hole;
        (void)kauri_play(last, (int)hole);
    }
    kauri_facts_add_line(check->evidence, "line", check->ply->after, legal, holes);
    return legal;
}

static enum kauri_status check_numbers_legal(struct kauri_check *check, struct kauri_error *error)
{
    (void)error;
    struct kauri_position last;
    const char *numbers = check->claim->moves;
    kauri_facts_add_position(check->evidence, "position", &check->ply->after);
    const unsigned legal = play_numbers(check, &last);
    const bool stuck = kauri_legal_moves(&last).count == 0;
    kauri_facts_add_number(check->evidence, "numbers", strlen(numbers));
    kauri_facts_add_number(check->evidence, "legal", legal);
    kauri_facts_add_position(check->evidence, "last", &last);
    kauri_facts_add_answer(check->evidence, "stuck", stuck);
    check->verdict = numbers[legal] == '\0' && stuck && last.side == KAURI_SOUTH;
    return KAURI_OK;
}

// Adds a row on one number, compared with the moves of the tables. `open` says that these do not
// know whether the move keeps the distance.
//
// The object ClaimPly:
//     ply: int - place in the line
//     side: "South" | "North"
//     number: int - the article's
//     move: text - the move
//     plies_left: int | null - with best play; null where the tables have no distances
//     plies_left_with_move: int | null - with this move
//     keeps_result: bool - the move keeps it
//     keeps_distance: bool | null - the move keeps it, too
//     best: text - the best moves
//     position: position - before the move
static void add_ply(struct kauri_facts *table, const struct kauri_probe_result *probe,
                    const struct kauri_probe_move *move, bool open)
{
    const struct kauri_position *position = &probe->position;
    char best[2 * KAURI_HOLES_MAX] = "";
    for (unsigned i = 0; i < probe->move_count && probe->moves[i].best; i++) {
        best[2 * i] = kauri_move_letter(position->side, probe->moves[i].hole);
        if (i > 0) {
            best[2 * i - 1] = ' ';
        }
    }
    kauri_facts_add_number(table, "ply", ++table->rows);
    kauri_facts_add_words(table, "side", kauri_side_name(position->side));
    kauri_facts_add_number(table, "number", (uint64_t)move->hole + 1);
    kauri_facts_add_line(table, "move", *position, 1, &(int16_t){(int16_t)move->hole});
    kauri_facts_add_plies(table, "plies_left", probe->value.dtc);
    kauri_facts_add_plies(table, "plies_left_with_move", move->value.dtc);
    kauri_facts_add_answer(table, "keeps_result", move->value.r == probe->value.r);
    kauri_facts_add_answer(table, "keeps_distance", open ? KAURI_CLAIM_UNDECIDED : move->best);
    kauri_facts_add_words(table, "best", best);
    kauri_facts_add_position(table, "position", position);
}

static enum kauri_status check_numbers_best(struct kauri_check *check, struct kauri_error *error)
{
    struct kauri_position at;
    const char *numbers = check->claim->moves;
    const size_t count = strlen(numbers);
    size_t keeping_result = 0, keeping_distance = 0, unknown = 0;
    kauri_facts_add_position(check->evidence, "position", &check->ply->after);
    kauri_facts_add_number(check->evidence, "numbers", count);
    (void)play_numbers(check, &at);
    if (check->layers == 0) {
        return KAURI_OK;
    }
    at = check->ply->after;
    for (size_t i = 0; i < count; i++) {
        struct kauri_probe_result probe;
        unsigned m = 0;
        KAURI_PASS(kauri_probe_root(check->inquiry->tables, &at, &probe, error));
        if (i == 0) {
            kauri_facts_add_bounds(check->evidence, "r",
                                   (struct kauri_bounds){probe.value.r, probe.value.r});
            kauri_facts_add_plies(check->evidence, "plies_left", probe.value.dtc);
        }
        while (m < probe.move_count && probe.moves[m].hole != numbers[i] - '1') {
            m++;
        }
        if (m == probe.move_count) {
            break;
        }
        const struct kauri_probe_move *move = &probe.moves[m];
        keeping_result += move->value.r == probe.value.r;
        const bool open = move->best && move->value.dtc == KAURI_DTC_UNKNOWN;
        keeping_distance += move->best && !open;
        unknown += open;
        add_ply(check->table, &probe, move, open);
        at = move->successor;
    }
    kauri_facts_add_number(check->evidence, "keeping_result", keeping_result);
    kauri_facts_add_number(check->evidence, "keeping_distance", keeping_distance);
    kauri_facts_add_basis(check->evidence, 1, 0);
    check->verdict = keeping_distance == count             ? KAURI_CLAIM_CONFIRMED
                     : keeping_distance + unknown == count ? KAURI_CLAIM_UNDECIDED
                                                           : KAURI_CLAIM_REFUTED;
    return KAURI_OK;
}

// ---------------------------------------------------------------------- whole layers, and marks

// Counts the positions without a winner, those whose r is a multiple of 3, by the certificates of
// the tables.
//
// The object ClaimLayer:
//     seeds, positions: int
//     r_zero: int - positions with `r` = 0
//     other_multiples_of_3: int - positions with another `r` whose cowrie phase nobody wins
static enum kauri_status check_no_draws(struct kauri_check *check, struct kauri_error *error)
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
    char text[32];
    (void)snprintf(text, sizeof text, "%u%s%c", ply->number,
                   ply->before.side == KAURI_SOUTH ? ". " : "... ",
                   kauri_move_letter((enum kauri_side)ply->before.side, ply->hole));
    kauri_facts_add_number(table, "game", game);
    kauri_facts_add_words(table, "move", text);
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

static enum kauri_status check_marks(struct kauri_check *check, struct kauri_error *error)
{
    unsigned verdicts[] = {0, 0, 0}; // by enum kauri_claim_verdict
    uint64_t nodes = 0;
    for (unsigned game = 1; game <= KAURI_CLAIM_GAMES; game++) {
        for (size_t p = 0; p < check->games[game - 1].count; p++) {
            const struct kauri_replayed_ply *played = &check->games[game - 1].plies[p];
            if (played->marks[0] == '\0') {
                continue;
            }
            KAURI_PASS(evaluate(check, &played->before, error));
            verdicts[judge_mark(game, played, &check->value, check->table)]++;
            nodes += check->value.nodes;
        }
    }
    kauri_facts_add_number(check->evidence, "right", verdicts[KAURI_CLAIM_CONFIRMED]);
    kauri_facts_add_number(check->evidence, "wrong", verdicts[KAURI_CLAIM_REFUTED]);
    kauri_facts_add_number(check->evidence, "undecided", verdicts[KAURI_CLAIM_UNDECIDED]);
    kauri_facts_add_basis(check->evidence, check->layers, nodes);
    check->verdict = verdicts[KAURI_CLAIM_REFUTED] > 0     ? KAURI_CLAIM_REFUTED
                     : verdicts[KAURI_CLAIM_UNDECIDED] > 0 ? KAURI_CLAIM_UNDECIDED
                                                           : KAURI_CLAIM_CONFIRMED;
    return KAURI_OK;
}

// --------------------------------------------------------------------------------------- claims

const struct kauri_claim kauri_claims[KAURI_CLAIMS] = {
    {
        .sentence = "The position at move 35 of game 4 is a draw under the rules in force.",
        .quote = "According to the new rules: draw!",
        .reading = "best play by both sides from the position before South's move 35; the move "
                   "missing from the record is restored",
        .place = {.game = 4, .move = 35, .side = KAURI_SOUTH},
        .rules = KAURI_STANDARD,
        .result = KAURI_DRAW,
        .check = check_result,
    },
    {
        .sentence = "In that position North has more tempi and wins under the old tie-breaker "
                    "rules.",
        .quote = "According to the old tie-breaker rules, Africa has more tempi and wins.",
        .reading = "the same position under the tie-breaker rules; \"Africa\" is not a player in "
                   "the record and is taken to be North, who wins in the article's own "
                   "continuation",
        .place = {.game = 4, .move = 35, .side = KAURI_SOUTH},
        .rules = KAURI_TIEBREAKER,
        .result = KAURI_LOSS,
        .check = check_result,
    },
    {
        .sentence = "The 32 numbers can be played and leave South without a move.",
        .quote = "The strongest continuation is",
        .reading = "played from the end of game 4, the numbers are the mover's holes from the "
                   "mover's left, a to f and A to F",
        .place = {.game = 4, .move = 40, .side = KAURI_NORTH},
        .moves = "55443223155445513544552334455265",
        .check = check_numbers_legal,
    },
    {
        .sentence = "The 32 numbers are the strongest continuation.",
        .quote = "The strongest continuation is",
        .reading = "every ply keeps the result of the cowrie phase; the winner wins as soon as "
                   "possible and the loser holds out as long as possible",
        .place = {.game = 4, .move = 40, .side = KAURI_NORTH},
        .moves = "55443223155445513544552334455265",
        .check = check_numbers_best,
    },
    {
        .sentence = "Note (A): the line, in which the letter W names no hole, leads to a draw.",
        .quote = "According to the new rules a draw could be achieved by playing "
                 "E-D-E-A-B-C-W-D-E-F!",
        .reading = "North plays the line in place of the move with the note, or after it; the "
                   "hyphens mean that South passes; W is tried as every hole, as a pass and as "
                   "nothing, against every reply that South has; a forced reading reaches equal "
                   "captures and never gives South a choice",
        .place = {.game = 4, .move = 35, .side = KAURI_NORTH},
        .moves = "EDEABCWDEF",
        .check = kauri_check_note_draws,
    },
    {
        .sentence = "Note (A): under the tie-breaker rules that line leads to a loss.",
        .quote = "However, according to the old rules (tie-breaker!) this would result in a loss!",
        .reading = "North, who plays the line, loses with best play by both sides after it, for "
                   "every forced reading of W",
        .place = {.game = 4, .move = 35, .side = KAURI_NORTH},
        .moves = "EDEABCWDEF",
        .rules = KAURI_TIEBREAKER,
        .check = kauri_check_note_loses,
    },
    {
        .sentence = "Draws are impossible under the tie-breaker rules.",
        .quote = "If both players have captured the same number, the game continues until one "
                 "player can't move. His adversary is then declared the winner of the game.",
        .reading = "no position of the tables has r = 0 or a cowrie phase that nobody wins "
                   "(another multiple of 3), by the counts of their certificates, which kauri "
                   "verify proves; this does not decide positions with more seeds",
        .check = check_no_draws,
    },
    {
        .sentence = "The marks ! and ? in games 1 to 4 are right.",
        .reading = "! claims that the move keeps the result with best play under the rules in "
                   "force (standard), ? that it loses the result; r is for the player who moves",
        .check = check_marks,
    },
};

static enum kauri_status replay_games(struct kauri_check *check, const char *text,
                                      struct kauri_error *error)
{
    struct kauri_record_reader reader = kauri_record_reader_begin(text);
    bool found = true;
    for (unsigned i = 0; i < KAURI_CLAIM_GAMES && found; i++) {
        struct kauri_record record;
        KAURI_PASS(kauri_record_next(&reader, &record, &found, error));
        const enum kauri_status status = kauri_replay_record(&record, &check->games[i], error);
        kauri_record_clear(&record);
        KAURI_PASS(status);
    }
    return KAURI_OK;
}

static enum kauri_status find_place(struct kauri_check *check, struct kauri_error *error)
{
    const struct kauri_claim *claim = check->claim;
    const unsigned game = claim->place.game, move = claim->place.move;
    for (size_t p = 0; game <= KAURI_CLAIM_GAMES && p < check->games[game - 1].count; p++) {
        check->ply = &check->games[game - 1].plies[p];
        if (check->ply->number == move && check->ply->before.side == claim->place.side) {
            return KAURI_OK;
        }
    }
    return kauri_fail(error, KAURI_BAD_INPUT, "the text has no game %u with move %u of %s", game,
                      move, kauri_side_name(claim->place.side));
}

static enum kauri_status check_claim(struct kauri_check *check, struct kauri_finding *finding,
                                     struct kauri_error *error)
{
    check->claim = finding->claim;
    check->verdict = KAURI_CLAIM_UNDECIDED;
    check->evidence = &finding->evidence;
    check->table = &finding->table;
    if (check->claim->place.game != 0) {
        KAURI_PASS(find_place(check, error));
    }
    KAURI_PASS(check->claim->check(check, error));
    finding->verdict = check->verdict;
    if (finding->evidence.failed || finding->table.failed) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the evidence on a claim");
    }
    return KAURI_OK;
}

enum kauri_status kauri_claims_check(const struct kauri_inquiry *inquiry,
                                     const struct kauri_claim *claims, size_t count,
                                     struct kauri_finding *findings, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_check check = {.inquiry = inquiry};
    memset(findings, 0, count * sizeof *findings);
    KAURI_TRY(replay_games(&check, inquiry->text, error));
    if (inquiry->tables != NULL) {
        const struct kauri_tablebase_layer *least;
        KAURI_TRY(kauri_tablebase_layer(inquiry->tables, 0, &least, error));
        check.layers = kauri_tablebase_layer_count(inquiry->tables);
    }
    for (size_t i = 0; i < count; i++) {
        findings[i] = (struct kauri_finding){.claim = &claims[i], .evidence.rows = 1};
        KAURI_TRY(check_claim(&check, &findings[i], error));
    }
cleanup:
    for (unsigned i = 0; i < KAURI_CLAIM_GAMES; i++) {
        kauri_replay_clear(&check.games[i]);
    }
    return status;
}
