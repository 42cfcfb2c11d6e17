// Positions and moves as text (docs/guide/RULES.md, "Notation"). The functions that read and write
// positions, moves and captures are declared in kauri/kauri.h.
#ifndef KAURI_RULES_NOTATION_H
#define KAURI_RULES_NOTATION_H

#include "common/status.h"
#include "rules/board.h"

// "South" or "North"; static storage.
const char *kauri_side_name(unsigned side);

// Returns true if a position begins the text, whatever follows it; *end is then the place after it
// and its blanks. Otherwise both are left as they are.
bool kauri_position_begins(const char *text, struct kauri_position *position, const char **end);

// The texts of kauri_position_format and kauri_capture_format in memory of the block that calls,
// for the arguments of a format.
#define KAURI_POSITION_TEXT(position)                                                              \
    kauri_position_format((position), (char[KAURI_POSITION_TEXT_BYTES]){0})
#define KAURI_CAPTURE_TEXT(captured)                                                               \
    kauri_capture_format((captured), (char[KAURI_CAPTURE_TEXT_BYTES]){0})

// The hole number (0..5) and side of a letter; false unless it is one of a..f, A..F.
bool kauri_letter_move(char letter, enum kauri_side *side, int *hole);

#endif
