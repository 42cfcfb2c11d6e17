// Positions of Waurie with the player to move: as text, and with their moves and what is known
// about them.
//
// A position is "SOUTH/NORTH SIDE": the seeds in each pit of both rows, each from its owner's left
// (the last pit is next to the owner's store), and S or N for the player to move, such as
// "4,4,4,4,4,4/4,4,4,4,4,4 S".
//
// All functions are pure and thread-safe.
#ifndef KAURI_WAURIE_WAURIE_POSITION_H
#define KAURI_WAURIE_WAURIE_POSITION_H

#include "common/status.h"
#include "waurie/pits.h"

struct waurie_position {
    struct waurie_board board; // as the player to move sees it
    bool north;                // North is to move
};

enum { WAURIE_POSITION_TEXT_BYTES = 48 }; // size of the longest text, with its NUL

// Reads a position. Blanks may stand between its numbers and signs, quotation marks around it, and
// signs are read in their plain form (common/character.h); S and N may be small letters.
// KAURI_BAD_INPUT, and *position is left as it was, says what is wrong: other than 1 to 6 pits,
// rows of different lengths, more than WAURIE_SEEDS_MAX seeds, or no seeds at all.
enum kauri_status waurie_position_parse(const char *text, struct waurie_position *position,
                                        struct kauri_error *error);

// Writes a position and returns `text`.
const char *waurie_position_format(const struct waurie_position *position,
                                   char text[WAURIE_POSITION_TEXT_BYTES]);

// The names of the rules: "at-once" or "at-turn", "into" or "skip", "own" or "both"; static
// storage.
const char *waurie_win_word(const struct waurie_rules *rules);
const char *waurie_lap_word(const struct waurie_rules *rules);
const char *waurie_stores_word(const struct waurie_rules *rules);

// "South" or "North"; static storage.
const char *waurie_side_name(bool north);

struct waurie_answer_move {
    uint8_t pit; // number of the pit, 0..5
    bool again;  // a bonus move follows
    bool ends;   // the mover has won
    bool best;   // the move wins as soon, or loses as late, as any move does, in turns
    enum waurie_result result;    // result for the mover
    uint16_t turns;               // turns to the end of the game, this sowing included
    uint16_t sowings;             // sowings to the end of the game (waurie/decide.h)
    struct waurie_position after; // position after the move, unless it ends the game
};

struct waurie_answer {
    struct waurie_position position;
    enum waurie_result result; // result for the player to move
    bool distances;            // the turns and sowings are known, here and of all moves
    uint16_t turns;
    uint16_t sowings;
    unsigned count; // number of moves; 0 when the game is over
    struct waurie_answer_move moves[WAURIE_PITS_MAX];
};

// Lists the moves by pit. All results are open, except for those of moves that end the game.
// Thread-safe.
void waurie_answer_begin(const struct waurie_rules *rules, const struct waurie_position *position,
                         struct waurie_answer *answer);

// The result of a move for the mover, given that for the player who moves next. Thread-safe.
enum waurie_result waurie_result_before(const struct waurie_answer_move *move,
                                        enum waurie_result next);

#endif
