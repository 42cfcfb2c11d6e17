// Lines of best play to the end of the game. struct kauri_best_line, kauri_line and
// kauri_line_clear are declared in kauri/kauri.h; the functions here are for lines whose first
// plies come from elsewhere, such as a search. A line is used by one thread at a time.
#ifndef KAURI_QUERIES_LOOKUP_LINE_H
#define KAURI_QUERIES_LOOKUP_LINE_H

#include "common/status.h"
#include "db/tables/tablebase.h"

#include <stdbool.h>
#include <stddef.h>

// Continues a line from its last position, as kauri_line does. The line was made with
// kauri_line_start and kauri_line_append. On failure it keeps the plies that it has. Errors: those
// of kauri_line.
enum kauri_status kauri_line_continue(struct kauri_tablebase *tables, struct kauri_best_line *line,
                                      struct kauri_error *error);

// Makes a line without plies. Released by kauri_line_clear.
void kauri_line_start(struct kauri_best_line *line, const struct kauri_position *position);

// Plays step.hole, which must be legal, at line->last and appends the step. Fills in the position
// and the captures of the step; the caller sets its value. Errors: KAURI_RESOURCE.
enum kauri_status kauri_line_append(struct kauri_best_line *line, struct kauri_line_step step,
                                    struct kauri_error *error);

// Returns whether line->last is also the position before an earlier ply of the line; *from then
// receives the index of that ply.
bool kauri_line_repeats(const struct kauri_best_line *line, size_t *from);

#endif
