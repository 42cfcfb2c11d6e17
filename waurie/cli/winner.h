// What a search finds out about a position, and its form as text. winner_json.h has the JSON.
//
// Implemented in winner.c and winner_text.c.
#ifndef KAURI_WAURIE_CLI_WINNER_H
#define KAURI_WAURIE_CLI_WINNER_H

#include "common/string_buffer.h"
#include "waurie/waurie_notation.h"
#include "waurie/winner_search.h"

struct waurie_found_move {
    uint8_t pit; // 0..5
    bool again;  // a bonus move
    bool ends;   // the mover has won
    enum waurie_result result;
};

struct waurie_found {
    struct waurie_position position;
    enum waurie_result result; // for the player to move
    bool stopped;              // by the time or the progress, with something left open
    int known_seeds;           // of the tables; -1: none
    unsigned count;            // of moves; 0 when the game is over
    struct waurie_found_move moves[WAURIE_PITS_MAX]; // by pit
    struct kauri_string line; // in the notation of the article; empty without a line
    double seconds;
    struct waurie_search_counts counts;
};

// Decides the position, then its moves, then (waurie_find) a line of play, until `seconds` (0: no
// limit) are over or the progress asks to stop. Of several moves, those whose results are
// remembered or in tables come before those that must be searched: a search may forget what it
// remembers. The line ends with the game, or where the next position is not decided. `known_seeds`
// is left to the caller, who frees the line with waurie_found_clear.
void waurie_find(struct waurie_search *search, const struct waurie_rules *rules,
                 const struct waurie_position *position, double seconds,
                 const struct kauri_progress *progress, struct waurie_found *found);
void waurie_find_moves(struct waurie_search *search, const struct waurie_rules *rules,
                       const struct waurie_position *position, double seconds,
                       const struct kauri_progress *progress, struct waurie_found *found);
void waurie_found_clear(struct waurie_found *found);

void waurie_found_text(const struct waurie_found *found, struct kauri_string *out);

#endif
