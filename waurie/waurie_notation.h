// Positions and rules of Waurie as text.
//
// A position is "SOUTH/NORTH SIDE": the seeds in each pit of both rows, each from its owner's left
// (the last pit is next to the owner's store), and S or N for the player to move, such as
// "4,4,4,4,4,4/4,4,4,4,4,4 S".
//
// All functions are pure and thread-safe.
#ifndef KAURI_WAURIE_WAURIE_NOTATION_H
#define KAURI_WAURIE_WAURIE_NOTATION_H

#include "common/status.h"
#include "waurie/pits.h"

struct waurie_position {
    struct waurie_board board; // as the player to move sees it
    bool north;                // North is to move
};

enum { WAURIE_POSITION_TEXT_BYTES = 48 }; // of the longest text, with its NUL

// Reads a position. KAURI_BAD_INPUT says what is wrong: other than 1 to 6 pits, rows of different
// lengths, more than WAURIE_SEEDS_MAX seeds, or no seeds at all.
enum kauri_status waurie_position_parse(const char *text, struct waurie_position *position,
                                        struct kauri_error *error);

// Writes a position and returns `text`.
const char *waurie_position_format(const struct waurie_position *position,
                                   char text[WAURIE_POSITION_TEXT_BYTES]);

// The words of the rules, "at-once" or "at-turn", "into" or "skip"; static storage.
const char *waurie_win_word(const struct waurie_rules *rules);
const char *waurie_lap_word(const struct waurie_rules *rules);

// "South" or "North"; static storage.
const char *waurie_side_name(bool north);

#endif
