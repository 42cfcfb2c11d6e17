// Draws the board as text for standard output, as South sees it: North's row is above, with North's
// A at the right. In colour on a terminal, unless NO_COLOR is set and not empty; with box
// characters if the environment variables of the locale say UTF-8.
#ifndef KAURI_CLI_DRAW_H
#define KAURI_CLI_DRAW_H

#include "common/string_buffer.h"
#include "kauri/kauri.h"
#include "rules/board.h"

// Adds the board, the scores and the player to move.
void kauri_draw_board(struct kauri_string *out, const struct kauri_position *position,
                      enum kauri_language language);

// Adds the same in English, and a legend with the moves.
void kauri_draw(struct kauri_string *out, const struct kauri_position *position);

#endif
