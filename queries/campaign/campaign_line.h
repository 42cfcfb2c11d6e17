// The lines of a frontier file (docs/reference/CAMPAIGN.md), which are also the messages between
// the coordinator of a campaign and its searchers.
//
// A line is a word and its fields, with one space between them, in one form only: what is read is
// written in the same way.
//
//     ask POSITION X                          a root: POSITION has side and score
//     open ROWS X PHI DELTA POSITIONS         a leaf
//     split ROWS X POSITIONS                  a question that was split into those after its moves
//     yes|no ROWS X LOW HIGH DIGEST POSITIONS an answer
//     fact ROWS LOW HIGH DIGEST               a bound that answers no question of the frontier
//     search ROWS X POSITIONS                 to a worker: a job, and the positions it may expand
//     used|stopped ROWS X PHI DELTA POSITIONS from a worker: the end of a job without an answer;
//                                             before it come `open` lines, one for each move that
//                                             may still matter, and at most
//                                             KAURI_CAMPAIGN_LINE_PLIES times a `split` line, about
//                                             one of these questions, with `open` lines of its own
//     at POSITIONS                            from a worker: positions expanded so far
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

enum { KAURI_CAMPAIGN_LINE_PLIES = 32 };

enum kauri_campaign_word {
    KAURI_CAMPAIGN_LINE_ASK,
    KAURI_CAMPAIGN_LINE_OPEN,
    KAURI_CAMPAIGN_LINE_SPLIT,
    KAURI_CAMPAIGN_LINE_YES,
    KAURI_CAMPAIGN_LINE_NO,
    KAURI_CAMPAIGN_LINE_FACT,
    KAURI_CAMPAIGN_LINE_SEARCH,
    KAURI_CAMPAIGN_LINE_USED,    // all positions that the job might expand were used
    KAURI_CAMPAIGN_LINE_STOPPED, // the job was stopped before that
    KAURI_CAMPAIGN_LINE_AT,
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
