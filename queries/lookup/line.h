// A line of best play to the end of the game. struct kauri_best_line, kauri_line, which finds one,
// and kauri_line_clear are public (kauri/kauri.h); these functions are for lines that begin
// otherwise.
#ifndef KAURI_QUERIES_LOOKUP_LINE_H
#define KAURI_QUERIES_LOOKUP_LINE_H

#include "common/status.h"
#include "tablebase/tablebase.h"

#include <stdbool.h>
#include <stddef.h>

// Continues a line as kauri_line does, from its last position. The line was begun with
// kauri_line_start and kauri_line_append. On failure it keeps the plies that it has.
enum kauri_status kauri_line_continue(struct kauri_tablebase *tables, struct kauri_best_line *line,
                                      struct kauri_error *error);

// Makes a line without plies. Released by kauri_line_clear.
void kauri_line_start(struct kauri_best_line *line, const struct kauri_position *position);

// Appends the move step.hole of line->last. Fills in the position and the captures of the step; the
// caller sets the rest of it. KAURI_RESOURCE.
enum kauri_status kauri_line_append(struct kauri_best_line *line, struct kauri_line_step step,
                                    struct kauri_error *error);

// Whether line->last is the position before an earlier ply of the line, which *from then receives.
bool kauri_line_repeats(const struct kauri_best_line *line, size_t *from);

#endif
