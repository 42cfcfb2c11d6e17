// Coordinates that the parts of the drawing of a game share.
#ifndef KAURI_CLI_GAMES_PLOT_FRAME_H
#define KAURI_CLI_GAMES_PLOT_FRAME_H

#include "cli/games/annotate_view.h"
#include "common/string_buffer.h"

// In units of the drawing. The page is 1000 units or 180 mm wide, so that a font of 14 units is
// 2.5 mm high.
enum {
    KAURI_PLOT_PAGE = 1000,
    KAURI_PLOT_LEFT = 108, // edges of the plot
    KAURI_PLOT_RIGHT = 985,
    KAURI_PLOT_TOP = 66, // from the top of the frame, below the title of the game
    KAURI_PLOT_HEIGHT = 300,
    KAURI_PLOT_BOARDS = 530, // from the top of the frame: where the boards begin
};

struct kauri_plot_frame {
    struct kauri_string *svg; // receives the drawing
    const struct kauri_annotated_view *view;
    enum kauri_language language;
    double top; // of the frame on the page
    int range;  // the plot shows margins from -range to range
};

// The x coordinate of the position after `plies` plies; 0.5 is halfway between the first two.
double kauri_plot_x(const struct kauri_plot_frame *frame, double plies);

#endif
