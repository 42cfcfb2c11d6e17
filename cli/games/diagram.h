// A small board in an SVG drawing.
#ifndef KAURI_CLI_GAMES_DIAGRAM_H
#define KAURI_CLI_GAMES_DIAGRAM_H

#include "common/string_buffer.h"
#include "rules/board.h"

enum { KAURI_DIAGRAM_WIDTH = 308, KAURI_DIAGRAM_HEIGHT = 92 };

// Draws the board as South sees it, with its upper left corner at (x, y), in units of the drawing:
// seeds as numbers, cowries as numbers in black circles, captured seeds beside the rows, a triangle
// beside the row of the player to move.
void kauri_diagram_add(struct kauri_string *svg, double x, double y,
                       const struct kauri_position *position);

// Explains these signs in one line of letters, with its left end at x and its baseline at y.
void kauri_diagram_add_legend(struct kauri_string *svg, enum kauri_language language, double x,
                              double y);

#endif
