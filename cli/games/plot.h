// The values of games from move to move, as an SVG drawing.
#ifndef KAURI_CLI_GAMES_PLOT_H
#define KAURI_CLI_GAMES_PLOT_H

#include "cli/games/annotate_view.h"
#include "common/string_buffer.h"

#include <stdbool.h>

// The drawings so far, one below the other. The caller sets the language and zeroes the rest.
struct kauri_plot {
    enum kauri_language language;
    struct kauri_string drawings;
    double height; // of them altogether, in units of the drawing
};

// Draws a game below the others: the final margin with best play at each position, the captures so
// far, both results, and a board for each turning point.
void kauri_plot_add(struct kauri_plot *plot, const struct kauri_annotated_view *view);

// Writes a page with all drawings, as wide as A4 less its margins, into a file
// (kauri_output_file_write). KAURI_USAGE, KAURI_RESOURCE.
enum kauri_status kauri_plot_write(const struct kauri_plot *plot, const char *path, bool force,
                                   struct kauri_error *error);

void kauri_plot_clear(struct kauri_plot *plot);

#endif
