// Positions and moves as text (docs/RULES.md, "Notation").
#ifndef KAURI_RULES_NOTATION_H
#define KAURI_RULES_NOTATION_H

#include "common/status.h"
#include "rules/board.h"

// Longest texts of a position and of captures, with their final zeros.
#define KAURI_POSITION_TEXT_BYTES 160
#define KAURI_CAPTURE_TEXT_BYTES  16

// Reads "SOUTH/NORTH SIDE [SCORE]", e.g. "7,0,0,0,0,0+1/0,0,0+2,0+1,0+1,5+7 S 30:18"; the number of
// holes in a row (1..6) is taken from the text. KAURI_BAD_INPUT names the field that is wrong:
// rows of different length, numbers that are negative, too large or not numbers, more than 12
// cowries, more than 60 seeds on the board and in the stores, a side that is not S or N, anything
// behind the end. Leaves *position unspecified then.
enum kauri_status kauri_position_parse(const char *text, struct kauri_position *position,
                                       struct kauri_error *error);

// Writes the position, always with its score, and returns `text`.
const char *kauri_position_format(const struct kauri_position *position,
                                  char text[KAURI_POSITION_TEXT_BYTES]);

// The letter of a hole number of `side`: 'a'..'f' or 'A'..'F'; '-' for KAURI_MOVE_PASS.
char kauri_move_letter(enum kauri_side side, int hole);

// "South" or "North"; static storage.
const char *kauri_side_name(unsigned side);

// Writes captures as game records do, "(+2)", "(-1)", "(+2;-1)", or "" for none, and returns
// `text`.
const char *kauri_capture_format(struct kauri_capture captured,
                                 char text[KAURI_CAPTURE_TEXT_BYTES]);

// The hole number (0..5) and side of a letter; false when it is not one of a..f, A..F.
bool kauri_letter_move(char letter, enum kauri_side *side, int *hole);

#endif
