// A line of perfect play to the end of the game.
#ifndef KAURI_QUERIES_LOOKUP_LINE_H
#define KAURI_QUERIES_LOOKUP_LINE_H

#include "common/status.h"
#include "queries/lookup/probe.h"
#include "rules/board.h"
#include "tablebase/tables.h"

#include <stdbool.h>
#include <stddef.h>

// Plays the first best move (queries/lookup/probe.h) again and again: until the seeds are gone when
// the captures then differ, else through the cowrie phase to its end. Where r = 0 the play may go
// on for ever: the line stops when a position comes again. Errors as kauri_probe, and
// KAURI_RESOURCE when memory runs out; *line is empty then. Thread-safe.
enum kauri_status kauri_line_find(struct kauri_tables *tables,
                                  const struct kauri_position *position, struct kauri_line *line,
                                  struct kauri_error *error);

// Plays on in the same way from the last position of a line that was begun with kauri_line_start
// and kauri_line_append. What was appended stays on failure.
enum kauri_status kauri_line_continue(struct kauri_tables *tables, struct kauri_line *line,
                                      struct kauri_error *error);

// A line without plies.
void kauri_line_start(struct kauri_line *line, const struct kauri_position *position);

// Adds a move of line->last, whose position and captures it fills in; the rest of *step is the
// caller's. KAURI_RESOURCE.
enum kauri_status kauri_line_append(struct kauri_line *line, struct kauri_line_step step,
                                    struct kauri_error *error);

// Whether line->last is there before; *from then receives the ply that it was before.
bool kauri_line_repeats(const struct kauri_line *line, size_t *from);

#endif
