// The kinds of checks, and what they share. A check fills in a finding that has only its claim.
//
// Private to studies/article/. Implemented in check_ending.c, check_games.c, check_note.c and
// claims.c.
#ifndef KAURI_STUDIES_ARTICLE_CHECKS_H
#define KAURI_STUDIES_ARTICLE_CHECKS_H

#include "records/record_reader.h"
#include "records/replay.h"
#include "studies/article/claims.h"

struct kauri_inquiry {
    const struct kauri_claims_request *request;
    struct kauri_records records;
    struct kauri_replay *replays; // one per record; a missing move is restored
    unsigned layers;              // that the tables hold; 0 without tables
    struct kauri_position before; // the move at the claim's place, or the end of the game
    struct kauri_position after;
    struct kauri_evaluation value; // of the position that was evaluated last
};

// The position has the result that the article gives it under the claim's rules.
kauri_claim_check kauri_check_result;
// The article's numbers are legal moves after which South cannot move.
kauri_claim_check kauri_check_numbers_legal;
// Each of them is a best move.
kauri_claim_check kauri_check_numbers_best;
// The line of the note forces equal captures, with some reading of its letter W.
kauri_claim_check kauri_check_note_draws;
// Its player then loses the cowrie phase.
kauri_claim_check kauri_check_note_loses;
// No position of the tables lacks a winner.
kauri_claim_check kauri_check_no_draws;
// The moves marked ! keep the result, and those marked ? lose it.
kauri_claim_check kauri_check_marks;

// Adds the results of a position that the bounds of its r allow: "South draws or wins".
void kauri_facts_add_results(struct kauri_facts *facts, const char *name,
                             const struct kauri_position *position, enum kauri_ruleset rules,
                             struct kauri_bounds r);

// Adds the means by which a verdict was reached: tables of 0 to `layers` - 1 seeds, and searches
// that expanded `nodes` positions.
void kauri_facts_add_basis(struct kauri_facts *facts, unsigned layers, uint64_t nodes);

// Appends a move of the player to move to a line: "f A-B", with a hyphen for a pass.
void kauri_string_add_move(struct kauri_string *line, const struct kauri_position *position,
                           int hole);
// Appends moves by both players in turn.
void kauri_string_add_line(struct kauri_string *line, struct kauri_position position,
                           unsigned count, const int16_t *holes);

#endif
