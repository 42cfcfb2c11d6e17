// A line of perfect play to the end of the game.
#ifndef KAURI_QUERIES_LINE_H
#define KAURI_QUERIES_LINE_H

#include "common/status.h"
#include "db/tables.h"
#include "queries/probe.h"
#include "rules/board.h"

#include <stddef.h>

enum kauri_line_end {
    KAURI_LINE_SEEDS,     // no seeds are left and the captures differ: over under both rules
    KAURI_LINE_STUCK,     // no seeds, equal captures, and the player to move has no cowrie
    KAURI_LINE_UNLIMITED, // a position came again: play never ends (R10)
};

struct kauri_line_step {
    struct kauri_position position; // before the move
    int hole;                       // the first of the best moves, or KAURI_MOVE_PASS
    struct kauri_capture captured;
    struct kauri_stored value; // of the position, for its player to move
};

// Freed by kauri_line_clear.
struct kauri_line {
    struct kauri_line_step *steps;
    size_t count;        // plies
    size_t seed_count;   // plies after which no seed was left; count when some are left at the end
    size_t repeats_from; // for KAURI_LINE_UNLIMITED: the last position is that before this ply
    struct kauri_position last; // after the last ply
    enum kauri_line_end end;
};

// Plays the first best move (queries/probe.h) again and again: until the seeds are gone when the
// captures then differ, else through the cowrie phase to its end. Where r = 0 the play may go
// on for ever: the line stops when a position comes again. Errors as kauri_probe, and
// KAURI_RESOURCE when memory runs out; *line is empty then. Thread-safe.
enum kauri_status kauri_line_find(struct kauri_tables *tables,
                                  const struct kauri_position *position, struct kauri_line *line,
                                  struct kauri_error *error);

// Safe on a zeroed line.
void kauri_line_clear(struct kauri_line *line);

#endif
