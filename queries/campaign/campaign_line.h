// The lines of a frontier file (docs/reference/CAMPAIGN.md).
//
// A line is a word and its fields, with one space between them, in one form only: what is read is
// written in the same way.
//
//     ask POSITION X                          a root: POSITION has side and score
//     open ROWS X PHI DELTA POSITIONS         a leaf
//     split ROWS X POSITIONS                  a question that was split into those after its moves
//     yes|no ROWS X LOW HIGH DIGEST POSITIONS an answer
//     fact ROWS LOW HIGH DIGEST               a bound that answers no question of the frontier
//
// Pure functions: thread-safe.
#ifndef KAURI_QUERIES_CAMPAIGN_CAMPAIGN_LINE_H
#define KAURI_QUERIES_CAMPAIGN_CAMPAIGN_LINE_H

#include "common/status.h"
#include "common/string_buffer.h"
#include "queries/lookup/bounds.h"
#include "queries/prover/question.h"
#include "rules/board.h"

#include <stdint.h>

enum kauri_campaign_word {
    KAURI_CAMPAIGN_LINE_ASK,
    KAURI_CAMPAIGN_LINE_OPEN,
    KAURI_CAMPAIGN_LINE_SPLIT,
    KAURI_CAMPAIGN_LINE_YES,
    KAURI_CAMPAIGN_LINE_NO,
    KAURI_CAMPAIGN_LINE_FACT,
};

// The fields that the word has; the others are 0.
struct kauri_campaign_line {
    enum kauri_campaign_word word;
    struct kauri_position position; // ROWS: South to move, score 0:0
    int x;
    struct kauri_efforts efforts; // both 1 to KAURI_REFUTED - 1
    struct kauri_bounds r;        // tighter than the trivial bounds
    uint64_t digest;
    uint64_t positions;
};

// Reads a line, which ends with the text. With KAURI_BAD_INPUT, the message says what is wrong.
enum kauri_status kauri_campaign_line_read(const char *text, struct kauri_campaign_line *line,
                                           struct kauri_error *error);

// Adds a line with its newline.
void kauri_campaign_line_write(const struct kauri_campaign_line *line, struct kauri_string *out);

#endif
