// Where a game is drawn: what the files of the plot share. Private to cli/plot*.c.
//
// Implemented in plot.c and plot_turns.c.
#ifndef KAURI_CLI_GAMES_PLOT_FRAME_H
#define KAURI_CLI_GAMES_PLOT_FRAME_H

#include "cli/games/annotate_view.h"
#include "common/string_buffer.h"

// Units of the drawing; the page is 180 mm wide, so that a font of 14 is 2.5 mm high.
enum {
    KAURI_PLOT_PAGE = 1000,
    KAURI_PLOT_LEFT = 108,
    KAURI_PLOT_RIGHT = 985,
    KAURI_PLOT_TOP = 66, // below the title of the game, as is the next
    KAURI_PLOT_HEIGHT = 300,
    KAURI_PLOT_BOARDS = 530,
};

struct kauri_plot_frame {
    struct kauri_string *svg;
    const struct kauri_annotated_view *view;
    double top;
    int range; // of the margin: -range..range
};

// Where the position after `position` plies is.
double kauri_plot_x(const struct kauri_plot_frame *frame, double position);

// The turning points: numbered marks in the plot, and a board for each below.
void kauri_plot_turns(const struct kauri_plot_frame *frame);
// Height of all the boards.
double kauri_plot_turns_height(const struct kauri_annotated_game *game);

#endif
