#include "studies/article/claims.h"

#include "rules/notation.h"
#include "studies/article/checks.h"

#include <stdlib.h>
#include <string.h>

const struct kauri_claim kauri_claims[KAURI_CLAIMS] = {
    {
        .sentence = "The position at move 35 of game 4 is a draw under the rules in force.",
        .quote = "According to the new rules: draw!",
        .reading = "best play by both sides from the position before South's move 35; the move "
                   "missing from the record is restored",
        .place = {.game = 4, .move = 35, .side = KAURI_SOUTH},
        .rules = KAURI_STANDARD,
        .result = KAURI_DRAW,
        .check = kauri_check_result,
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
        .check = kauri_check_result,
    },
    {
        .sentence = "The 32 numbers can be played and leave South without a move.",
        .quote = "The strongest continuation is",
        .reading = "played from the end of game 4, the numbers are the mover's holes from the "
                   "mover's left, a to f and A to F",
        .place = {.game = 4},
        .moves = "55443223155445513544552334455265",
        .check = kauri_check_numbers_legal,
    },
    {
        .sentence = "The 32 numbers are the strongest continuation.",
        .quote = "The strongest continuation is",
        .reading = "every ply keeps the result of the cowrie phase; the winner wins as soon as "
                   "possible and the loser holds out as long as possible",
        .place = {.game = 4},
        .moves = "55443223155445513544552334455265",
        .check = kauri_check_numbers_best,
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
                   "(another multiple of 3); every position is read; this does not decide "
                   "positions with more seeds",
        .rules = KAURI_TIEBREAKER,
        .check = kauri_check_no_draws,
    },
    {
        .sentence = "The marks ! and ? in games 1 to 4 are right.",
        .reading = "! claims that the move keeps the result with best play under the rules in "
                   "force (standard), ? that it loses the result; r is for the player who moves",
        .rules = KAURI_STANDARD,
        .check = kauri_check_marks,
    },
};

const char *kauri_verdict_name(enum kauri_verdict verdict)
{
    static const char *const names[] = {
        [KAURI_VERDICT_UNDECIDED] = "undecided",
        [KAURI_VERDICT_CONFIRMED] = "confirmed",
        [KAURI_VERDICT_REFUTED] = "refuted",
    };
    return names[verdict];
}

void kauri_facts_add_results(struct kauri_facts *facts, const char *name,
                             const struct kauri_position *position, enum kauri_ruleset rules,
                             struct kauri_bounds r)
{
    static const char *const verbs[] = {"loses", "draws", "wins"};
    const int low = kauri_result_under(rules, position, r.low);
    const int high = kauri_result_under(rules, position, r.high);
    struct kauri_string *words = kauri_facts_add_words(facts, name);
    kauri_string_add(words, "%s %s", kauri_side_name(position->side), verbs[low + 1]);
    for (int result = low + 1; result <= high; result++) {
        kauri_string_add(words, "%s %s", result < high ? "," : " or", verbs[result + 1]);
    }
}

void kauri_facts_add_basis(struct kauri_facts *facts, unsigned layers, uint64_t nodes)
{
    if (layers > 0) {
        kauri_facts_add_bounds(facts, "seeds_in_tables",
                               (struct kauri_bounds){0, (int32_t)layers - 1});
    }
    if (nodes > 0) {
        kauri_facts_add_number(facts, "searched_positions", nodes);
    }
}

void kauri_string_add_move(struct kauri_string *line, const struct kauri_position *position,
                           int hole)
{
    const char letter = kauri_move_letter((enum kauri_side)position->side, hole);
    const bool blank = line->length > 0 && letter != '-' && line->bytes[line->length - 1] != '-';
    kauri_string_add(line, "%s%c", blank ? " " : "", letter);
}

void kauri_string_add_line(struct kauri_string *line, struct kauri_position position,
                           unsigned count, const int16_t *holes)
{
    for (unsigned i = 0; i < count; i++) {
        kauri_string_add_move(line, &position, holes[i]);
        (void)kauri_play(&position, holes[i]);
    }
}

static enum kauri_status replay_games(struct kauri_inquiry *inquiry, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    KAURI_TRY(kauri_records_parse(inquiry->request->text, &inquiry->records, error));
    inquiry->replays = calloc(inquiry->records.count, sizeof *inquiry->replays);
    if (inquiry->replays == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the games of the article");
    }
    for (size_t i = 0; i < inquiry->records.count; i++) {
        KAURI_TRY(kauri_replay_record(&inquiry->records.records[i], &inquiry->replays[i], error));
    }
cleanup:
    return status;
}

static enum kauri_status find_place(struct kauri_inquiry *inquiry,
                                    const struct kauri_claim_place *place,
                                    struct kauri_error *error)
{
    for (size_t i = 0; i < inquiry->records.count; i++) {
        const struct kauri_replay *replay = &inquiry->replays[i];
        if (inquiry->records.records[i].number != place->game) {
            continue;
        }
        if (place->move == 0) {
            inquiry->before = inquiry->after = replay->end;
            return KAURI_OK;
        }
        for (size_t p = 0; p < replay->count; p++) {
            const struct kauri_ply *ply = &replay->plies[p].ply;
            if (ply->number == place->move && ply->side == place->side) {
                inquiry->before = replay->plies[p].before;
                inquiry->after = replay->plies[p].after;
                return KAURI_OK;
            }
        }
    }
    return kauri_fail(error, KAURI_BAD_INPUT, "the text has no game %u with move %u of %s",
                      place->game, place->move, kauri_side_name(place->side));
}

enum kauri_status kauri_claims_check(const struct kauri_claims_request *request,
                                     const struct kauri_claim *claims, size_t count,
                                     struct kauri_finding *findings, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_inquiry inquiry = {.request = request};
    memset(findings, 0, count * sizeof *findings);
    KAURI_TRY(replay_games(&inquiry, error));
    if (request->tables != NULL) {
        const struct kauri_tablebase_layer *least;
        KAURI_TRY(kauri_tablebase_layer(request->tables, 0, &least, error));
        inquiry.layers = kauri_tablebase_layer_count(request->tables);
    }
    for (size_t i = 0; i < count; i++) {
        findings[i].claim = &claims[i];
        if (claims[i].place.game != 0) {
            KAURI_TRY(find_place(&inquiry, &claims[i].place, error));
        }
        KAURI_TRY(claims[i].check(&inquiry, &findings[i], error));
        KAURI_TRY(kauri_facts_check(&findings[i].facts, error));
        KAURI_TRY(kauri_facts_check(&findings[i].table, error));
    }
cleanup:
    for (size_t i = 0; inquiry.replays != NULL && i < inquiry.records.count; i++) {
        kauri_replay_clear(&inquiry.replays[i]);
    }
    free(inquiry.replays);
    kauri_records_clear(&inquiry.records);
    return status;
}

void kauri_findings_clear(struct kauri_finding *findings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        kauri_facts_clear(&findings[i].facts);
        kauri_facts_clear(&findings[i].table);
    }
}
