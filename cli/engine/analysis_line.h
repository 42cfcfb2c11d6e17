// A line of play for people: the engine's, and after it the line of the tables.
#ifndef KAURI_CLI_ENGINE_ANALYSIS_LINE_H
#define KAURI_CLI_ENGINE_ANALYSIS_LINE_H

#include "common/status.h"
#include "queries/engine/engine_line.h"
#include "tablebase/tablebase.h"

// Plays the line from the position and appends the best play of the tables, if they hold the
// position at its end, as far as there is room. `tables` may be NULL. Errors: those of the tables.
enum kauri_status kauri_analysis_line_extend(struct kauri_tablebase *tables,
                                             const struct kauri_position *position,
                                             struct kauri_engine_line *line,
                                             struct kauri_error *error);

#endif
