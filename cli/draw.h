// The board drawn as text, as South sees it: North's row above, North's A at the right.
#ifndef KAURI_CLI_DRAW_H
#define KAURI_CLI_DRAW_H

#include "rules/board.h"

#include <stdbool.h>
#include <stdio.h>

struct kauri_draw_style {
    bool colour;  // ANSI colours; nothing depends on them
    bool unicode; // lines drawn with box characters instead of + - |
};

// Colour where `out` is a terminal and NO_COLOR is unset or empty, box characters where the
// locale's environment variables say UTF-8.
struct kauri_draw_style kauri_draw_style_for(FILE *out);

// Draws board, scores and player to move.
void kauri_draw_board(FILE *out, const struct kauri_position *position,
                      struct kauri_draw_style style);

// The same and a legend with the moves.
void kauri_draw(FILE *out, const struct kauri_position *position, struct kauri_draw_style style);

#endif
