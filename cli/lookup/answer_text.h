// The answers of probe, best and line as text for people.
#ifndef KAURI_CLI_LOOKUP_ANSWER_TEXT_H
#define KAURI_CLI_LOOKUP_ANSWER_TEXT_H

#include "common/string_buffer.h"
#include "kauri/kauri.h"
#include "queries/lookup/line.h"

// The convention R10 (docs/RULES.md). With eight columns before it, it fits into 80 columns.
#define KAURI_UNLIMITED_TEXT                                                                       \
    "Play without end captures nothing more; in the cowrie phase it is a draw"

// Adds the position and a line with the player to move, the seeds and the score, and a blank line.
void kauri_text_position(struct kauri_string *out, const struct kauri_position *position);

// Add the answer to a look-up: both results and the value of the position; then all moves (probe),
// the best moves (best), or a line of best play (line). `result` is the probe of the line's first
// position. Lines take at most `columns` columns (0: any number), as cli/fitted_text.h describes;
// if the moves do not fit, their table has fewer columns.
void kauri_text_probe(struct kauri_string *out, const struct kauri_probe_result *result,
                      int columns);
void kauri_text_best(struct kauri_string *out, const struct kauri_probe_result *result,
                     int columns);
void kauri_text_line(struct kauri_string *out, const struct kauri_probe_result *result,
                     const struct kauri_best_line *line, int columns);

// Adds r and dtc of a value on a line: "r -4 dtc 1", with a dash for dtc if r is 0.
void kauri_text_value(struct kauri_string *out, struct kauri_value value);

// Adds the plies of a line as a game record, and how it ends.
void kauri_text_plies(struct kauri_string *out, const struct kauri_best_line *line);

#endif
