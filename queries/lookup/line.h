// A line of perfect play to the end of the game.
#ifndef KAURI_QUERIES_LOOKUP_LINE_H
#define KAURI_QUERIES_LOOKUP_LINE_H

#include "common/status.h"
#include "queries/lookup/probe.h"
#include "rules/board.h"
#include "tablebase/tables.h"

#include <stdbool.h>
#include <stddef.h>

enum kauri_line_end {
    KAURI_LINE_SEEDS,     // no seeds are left and the captures differ: over under both rules
    KAURI_LINE_STUCK,     // no seeds, equal captures, and the player to move has no cowrie
    KAURI_LINE_UNLIMITED, // a position came again: play never ends (R10)
    KAURI_LINE_OPEN,      // the game goes on, but no more is known (queries/search/search.h only)
};

struct kauri_line_step {
    struct kauri_position position; // before the move
    int hole;                       // the first of the best moves, or KAURI_MOVE_PASS
    struct kauri_capture captured;
    struct kauri_stored value; // of the position, for its player to move; zero before table_from
};

// Freed by kauri_line_clear.
struct kauri_line {
    struct kauri_line_step *steps;
    size_t count;        // plies
    size_t room;         // for so many there is memory
    size_t table_from;   // plies before the tables take over, found by a search; else 0
    size_t seed_count;   // plies after which no seed was left; count when some are left at the end
    size_t repeats_from; // for KAURI_LINE_UNLIMITED: the last position is that before this ply
    struct kauri_position last; // after the last ply
    enum kauri_line_end end;
};

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

// Safe on a zeroed line.
void kauri_line_clear(struct kauri_line *line);

#endif
