// SPDX-License-Identifier: MIT AND CC-BY-SA-2.5
#include "games/claims/claims.h"

#include "games/claims/article_ending.h"
#include "games/claims/article_marks.h"
#include "games/claims/article_note.h"
#include "games/claims/article_options.h"
#include "games/claims/article_results.h"
#include "games/claims/claim_check.h"
#include "games/records/record_reader.h"
#include "games/records/replay.h"
#include "rules/notation.h"

#include <string.h>

void kauri_findings_clear(struct kauri_finding *findings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        kauri_facts_clear(&findings[i].evidence);
        kauri_facts_clear(&findings[i].table);
        findings[i] = (struct kauri_finding){.claim = NULL};
    }
}

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
                   "mover's left, a to f and A to F; four places of game 4 and four numberings "
                   "are tried",
        .place = {.game = 4, .move = 40, .side = KAURI_NORTH},
        .moves = "55443223155445513544552334455265",
        .check = kauri_check_numbers_legal,
    },
    {
        .sentence = "The 32 numbers are the strongest continuation.",
        .quote = "The strongest continuation is",
        .reading = "every ply keeps the result of the cowrie phase; the winner wins as soon as "
                   "possible and the loser holds out as long as possible",
        .place = {.game = 4, .move = 40, .side = KAURI_NORTH},
        .moves = "55443223155445513544552334455265",
        .check = kauri_check_numbers_best,
    },
    {
        .sentence = "Note (A): the line leads to a draw.",
        .quote = "According to the new rules a draw could be achieved by playing "
                 "E-D-E-A-B-C-W-D-E-F!",
        .reading = "North plays the line in place of the move with the note, or after it; the "
                   "hyphens mean that South passes; the letter W names no hole and is tried as "
                   "every hole, as a pass and as "
                   "nothing, against every reply that South has; a forced reading reaches equal "
                   "captures and never gives South a choice",
        .place = {.game = 4, .move = 35, .side = KAURI_NORTH},
        .moves = "EDEABCWDEF",
        .check = kauri_check_note_draws,
    },
    {
        .sentence = "Note (A): under the tie-breaker rules that line loses.",
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
        .check = kauri_check_no_draws,
    },
    {
        .sentence = "The marks ! and ? in games 1 to 4 are right.",
        .reading = "! claims that the move keeps the result with best play under the rules in "
                   "force (standard), ? that it loses the result; r is for the player who moves",
        .check = kauri_check_marks,
    },
    {
        .sentence = "A player can have more than 200 options.",
        .quote = "a player can have more than 200 options to move, when the adversary is "
                 "temporarily blocked",
        .reading =
            "an option is a sequence of moves until the opponent can move or no seeds are left, as "
            "the article counts d-a-f in game 3 as one move; one position is enough",
        .place = {.game = 4, .move = 40, .side = KAURI_NORTH},
        .check = kauri_check_most_options,
    },
    {
        .sentence = "The printed results of games 1 to 4 are right.",
        .quote = "Gering won by 31\302\240: 8 points",
        .reading = "the captures after the recorded moves, of game 4 with the missing move; its "
                   "printed result is the draw of claim 1",
        .check = kauri_check_printed_results,
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
    check->scope = finding->scope;
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
