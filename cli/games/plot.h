// The value of a game from move to move, as an SVG drawing.
#ifndef KAURI_CLI_GAMES_PLOT_H
#define KAURI_CLI_GAMES_PLOT_H

#include "cli/games/annotate_view.h"
#include "common/string_buffer.h"

// Draws all games, one below the other, on a page as wide as A4 less its margins: the final margin
// with best play at each position, the captures so far, both results, and a board for each turning
// point. `svg` starts empty.
void kauri_plot(struct kauri_string *svg, const struct kauri_annotated_view *views, size_t count);

#endif
