// Annotated games as an SVG drawing: how the value goes from move to move.
#ifndef KAURI_GAMES_CLI_ANNOTATE_DRAWING_H
#define KAURI_GAMES_CLI_ANNOTATE_DRAWING_H

#include "games/cli/annotate_view.h"

#include <stdbool.h>

// The games drawn so far, one below the other. It begins zeroed; the caller clears `games`.
struct kauri_annotated_drawing {
    struct kauri_string games;
    double height; // total height in units of the drawing
};

// Draws a game below the others: the final margin with best play at each position, the captures so
// far, both results, and a board for each turning point.
void kauri_annotated_draw(struct kauri_annotated_drawing *drawing,
                          const struct kauri_annotated_view *view);

// Writes a page with all games, as wide as A4 less its margins, into a file
// (kauri_output_file_write). KAURI_USAGE, KAURI_RESOURCE.
enum kauri_status kauri_annotated_drawing_write(const struct kauri_annotated_drawing *drawing,
                                                const char *path, bool force,
                                                struct kauri_error *error);

#endif
