// The solution of the last endgame problem of the article on Waurie, as it is printed there. The
// diagram of the problem is lost.
#ifndef KAURI_WAURIE_PRINTED_H
#define KAURI_WAURIE_PRINTED_H

#include "common/status.h"
#include "waurie/waurie_notation.h"

enum waurie_printed_name {
    WAURIE_MAIN_LINE,
    WAURIE_LINE_A,
    WAURIE_LINE_B,
    WAURIE_PRINTED_LINES,
};

// Where the letter of a variation stands: after or before the turn that the variation replaces.
enum waurie_letters { WAURIE_LETTER_AFTER, WAURIE_LETTER_BEFORE };

// One printed line, completed with the moves of the main line that come before it.
struct waurie_printed_line {
    const char *name; // "main line", "(a)" or "(b)"
    const char *text; // as it is printed
    bool north_wins;
    unsigned shared; // its first sowings that are those of the main line
    struct waurie_line line;
};

// Reads the printed lines. South moves first in each.
enum kauri_status waurie_printed_read(enum waurie_letters letters,
                                      struct waurie_printed_line lines[WAURIE_PRINTED_LINES],
                                      struct kauri_error *error);

enum { WAURIE_PRINTED_ORDERS = 3, WAURIE_PRINTED_TURNS = 15 };

// Remark 1: "The first three moves of South can be: (5, 1, 2), (1, 5, 2) or (1, 2, 5)." Each as
// "5, 1, 2"; static storage, `i` below WAURIE_PRINTED_ORDERS.
const char *waurie_printed_order(unsigned i);

#endif
