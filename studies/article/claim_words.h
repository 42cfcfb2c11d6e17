// The parts that the sentences and tables on the claims have in common.
//
// Private to studies/article/. Each function adds to `text`, whose owner checks it for memory.
#ifndef KAURI_STUDIES_ARTICLE_CLAIM_WORDS_H
#define KAURI_STUDIES_ARTICLE_CLAIM_WORDS_H

#include "common/string_buffer.h"
#include "studies/article/claim.h"

// "154" or "-4 to 154".
void kauri_claim_add_bounds(struct kauri_string *text, struct kauri_bounds bounds);

// "South draws or wins" or "South loses, draws or wins": the results from `low` to `high` for the
// player to move.
void kauri_claim_add_results(struct kauri_string *text, unsigned side, enum kauri_result low,
                             enum kauri_result high);

// The letters of the moves, "f A-B-E": divided by blanks, and by a hyphen after a pass.
void kauri_claim_add_moves(struct kauri_string *text, const struct kauri_position *position,
                           const struct kauri_claim_moves *moves);

// The meaning of W: "E", "a pass" or "nothing".
void kauri_claim_add_letter(struct kauri_string *text, enum kauri_side player, int letter);

// The end of the line with one reading of W: "ends in ..." or "breaks off at move 7 (W), because
// ...".
void kauri_claim_add_outcome(struct kauri_string *text, const struct kauri_article_line *line,
                             const struct kauri_waiting *waiting);

#endif
