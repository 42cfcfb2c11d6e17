// Positions, lines and rules of Waurie as text.
//
// A position is "SOUTH/NORTH SIDE": the seeds in each pit of both rows, each from its owner's left
// (the last pit is next to the owner's store), and S or N for the player to move, such as
// "4,4,4,4,4,4/4,4,4,4,4,4 S". A line is written as in the article on the game: the pit numbers of
// each turn from the owner's left, turns separated by slashes, the sowings of one turn joined by
// hyphens, such as "5!/3/1!/6-1".
//
// All functions are pure and thread-safe.
#ifndef KAURI_WAURIE_WAURIE_NOTATION_H
#define KAURI_WAURIE_WAURIE_NOTATION_H

#include "common/status.h"
#include "common/string_buffer.h"
#include "waurie/pits.h"

struct waurie_position {
    struct waurie_board board; // as the player to move sees it
    bool north;                // North is to move
};

enum {
    WAURIE_POSITION_TEXT_BYTES = 48, // of the longest text, with its NUL
    WAURIE_SOWINGS_MAX = 64,         // in a line that is read
};

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

struct waurie_sowing {
    uint8_t pit; // 0..5, from the owner's left
    bool joined; // a hyphen follows: the next sowing belongs to the same turn
    char mark;   // '!' or '?', or 0
    char letter; // printed after the turn, where a variation leaves the line; 0: none
};

struct waurie_line {
    unsigned count;
    struct waurie_sowing sowings[WAURIE_SOWINGS_MAX];
};

// Reads a line. Blanks are allowed around slashes and before letters. KAURI_BAD_INPUT, with the
// place of the mistake, if the text is not a line.
enum kauri_status waurie_line_parse(const char *text, struct waurie_line *line,
                                    struct kauri_error *error);

// The number of turns of a line: its sowings, without those that a hyphen joins to the one before.
unsigned waurie_line_turns(const struct waurie_line *line);

// Appends a line as text, with blanks only before letters.
void waurie_line_format(const struct waurie_line *line, struct kauri_string *out);

#endif
