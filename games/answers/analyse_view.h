// The answer of `kauri analyse` as text and as JSON.
#ifndef KAURI_GAMES_ANSWERS_ANALYSE_VIEW_H
#define KAURI_GAMES_ANSWERS_ANALYSE_VIEW_H

#include "common/status.h"
#include "common/string_buffer.h"
#include "db/tables/tablebase.h"
#include "games/engine/engine.h"

// Plays the line from the position and appends the best play of the tables, if they hold the
// position at its end, as far as there is room. `tables` may be NULL. Errors: those of the tables.
enum kauri_status kauri_analysis_line_extend(struct kauri_tablebase *tables,
                                             const struct kauri_position *position,
                                             struct kauri_engine_line *line,
                                             struct kauri_error *error);

// Adds the moves of a line with blanks between them.
void kauri_text_engine_line(struct kauri_string *out, unsigned side,
                            const struct kauri_engine_line *line);

// The estimate of the position, which has a line, in units: that of the first line, moved into the
// proven bounds of the position.
int kauri_analysis_units(const struct kauri_engine_report *report);

// Adds the answer as text for people, at most `columns` columns wide (0: any number).
void kauri_text_analysis(struct kauri_string *out, const struct kauri_engine_report *report,
                         int columns);

// Adds one JSON object (docs/reference/JSON.md) and a newline.
void kauri_json_analysis(struct kauri_string *out, const struct kauri_engine_report *report);

#endif
