// The answers of probe, best and line, as text and as JSON (docs/reference/JSON.md), and what the
// answer of a search has in common with them.
#ifndef KAURI_QUERIES_ANSWERS_PROBE_VIEW_H
#define KAURI_QUERIES_ANSWERS_PROBE_VIEW_H

#include "common/string_buffer.h"
#include "kauri/kauri.h"

// The convention R10 (docs/guide/RULES.md). With eight columns before it, it fits into 80 columns.
#define KAURI_UNLIMITED_TEXT                                                                       \
    "Play without end captures nothing more; in the cowrie phase it is a draw"

// Parts of an answer besides the value of the position.
enum kauri_answer_part {
    KAURI_ANSWER_MOVES = 1,
    KAURI_ANSWER_BEST = 2, // the best moves
    KAURI_ANSWER_LINE = 4, // a line of best play
};

// Add the answer to a look-up: both results and the value of the position, and one part. `line`
// begins at the position of `result`; NULL if the part is another one.
//
// Lines of text take at most `columns` columns (0: any number), as queries/answers/fitted_text.h
// describes; if the moves do not fit, their table has fewer columns. JSON is one object and a
// newline.
void kauri_text_probe(struct kauri_string *out, const struct kauri_probe_result *result,
                      enum kauri_answer_part part, const struct kauri_best_line *line, int columns);
void kauri_json_probe(struct kauri_string *out, const struct kauri_probe_result *result,
                      enum kauri_answer_part part, const struct kauri_best_line *line);

// Adds the value alone, such as "r -4 dtc 1", with a dash for dtc if r is 0, and a question
// mark if the tables have no distances.
void kauri_text_value(struct kauri_string *out, struct kauri_value value);
void kauri_json_value(struct kauri_string *out, const struct kauri_position *position,
                      struct kauri_value value);

// Adds the object for a position that could not be answered: the input as it was given, and why.
void kauri_json_fault(struct kauri_string *out, const char *input, const struct kauri_error *error);

// The following functions add parts of the text. The first one adds the position, a line with the
// player to move, the seeds and the score, and an empty line.
void kauri_text_position(struct kauri_string *out, const struct kauri_position *position);

// Adds two lines: the results under both rules when r for the player to move is from `low` to
// `high`. If r is not exact, a third line says what the bounds mean in seeds.
void kauri_text_results(struct kauri_string *out, const struct kauri_position *position, int low,
                        int high);

// Adds a move as in a sentence: "c (+1)", or "- (pass)".
void kauri_text_move(struct kauri_string *out, unsigned side, int hole,
                     struct kauri_capture captured);

// Adds the plies of a line as a game record, and how it ends.
void kauri_text_plies(struct kauri_string *out, const struct kauri_best_line *line);

#endif
