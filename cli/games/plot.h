// The value of a game from move to move, as an SVG drawing.
#ifndef KAURI_CLI_GAMES_PLOT_H
#define KAURI_CLI_GAMES_PLOT_H

#include "cli/games/annotate_view.h"
#include "common/string_buffer.h"

// Adds the drawing of a game, `top` units below the edge of the page: the final margin with best
// play at each position, the captures so far, both results, and a board for each turning point.
// Returns its height, which is where the next drawing begins.
double kauri_plot_game(struct kauri_string *svg, const struct kauri_annotated_view *view,
                       enum kauri_language language, double top);

// The beginning of a page with drawings of this height altogether, as wide as A4 less its margins,
// and its end.
void kauri_plot_begin(struct kauri_string *svg, double height);
void kauri_plot_end(struct kauri_string *svg);

#endif
