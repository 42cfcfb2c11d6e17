// What kauri show prints about a position, and its drawing.
#ifndef KAURI_CLI_LOOKUP_SHOW_VIEW_H
#define KAURI_CLI_LOOKUP_SHOW_VIEW_H

#include "kauri/kauri.h"

struct kauri_show_view {
    struct kauri_position position;
    bool moved; // a move was made first
    struct kauri_position before;
    int move;
    struct kauri_capture captured;
    struct kauri_tablebase *tables; // for the values of moves; NULL if they are not wanted
    const char *caption;            // NULL: the usual one
    enum kauri_language language;   // of the drawing
};

// Draws the position as `kauri_position_svg` does, with the last move if there is one and, if
// `tables` is not NULL, beside each hole the final score that its move leads to. The caller
// releases *svg with kauri_svg_free. Errors: those of kauri_position_svg and kauri_probe_root.
enum kauri_status kauri_show_svg(const struct kauri_show_view *view, char **svg,
                                 struct kauri_error *error);

#endif
