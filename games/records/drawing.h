// Reads a position that a text draws: a board with borders as `kauri show` prints it, or a table of
// a wiki (docs/guide/RECORDS.md, "Drawings"). Thread-safe.
#ifndef KAURI_GAMES_RECORDS_DRAWING_H
#define KAURI_GAMES_RECORDS_DRAWING_H

#include "common/status.h"
#include "kauri/kauri.h"

// Reads the board that a text draws. KAURI_MISSING if it draws none of two rows with 1 to 6 cells;
// KAURI_BAD_INPUT if it does not say who is to move, or has more counters than a board;
// KAURI_RESOURCE.
enum kauri_status kauri_drawing_read(const char *source, struct kauri_position *position,
                                     struct kauri_error *error);

#endif
