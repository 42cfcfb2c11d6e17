// A small board in an SVG drawing.
#ifndef KAURI_CLI_GAMES_DIAGRAM_H
#define KAURI_CLI_GAMES_DIAGRAM_H

#include "common/string_buffer.h"
#include "rules/board.h"

enum { KAURI_DIAGRAM_WIDTH = 308, KAURI_DIAGRAM_HEIGHT = 92 };

// Draws the board as South sees it, with its left upper corner at (x, y): seeds as numbers, cowries
// as numbers in black circles, captured seeds beside the rows, a triangle at the side to move.
void kauri_diagram_add(struct kauri_string *svg, double x, double y,
                       const struct kauri_position *position);

#endif
