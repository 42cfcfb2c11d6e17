// Draws the board as text, as South sees it: North's row is above, with North's A at the right.
#ifndef KAURI_CLI_DRAW_H
#define KAURI_CLI_DRAW_H

#include "kauri/kauri.h"
#include "rules/board.h"

#include <stdbool.h>
#include <stdio.h>

struct kauri_draw_style {
    bool colour;                  // ANSI colours; the drawing can be read without them
    bool unicode;                 // lines drawn with box characters instead of + - |
    enum kauri_language language; // of the words of kauri_draw_board
};

// Colours if `out` is a terminal and NO_COLOR is unset or empty; box characters if the environment
// variables of the locale say UTF-8.
struct kauri_draw_style kauri_draw_style_for(FILE *out);

// Draws the board, the scores and the player to move.
void kauri_draw_board(FILE *out, const struct kauri_position *position,
                      struct kauri_draw_style style);

// Draws the same and a legend with the moves.
void kauri_draw(FILE *out, const struct kauri_position *position, struct kauri_draw_style style);

#endif
