// The turning points of a game in its drawing.
#ifndef KAURI_CLI_GAMES_PLOT_TURNS_H
#define KAURI_CLI_GAMES_PLOT_TURNS_H

#include "cli/games/plot_frame.h"

// Adds a numbered mark in the plot for each turning point, and a board with a caption below the
// plot.
void kauri_plot_turns(const struct kauri_plot_frame *frame);

// Height of all the boards of a game, in units of the drawing.
double kauri_plot_turns_height(const struct kauri_annotated_game *game);

#endif
