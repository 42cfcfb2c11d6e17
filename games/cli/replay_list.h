// The output of `kauri replay` for many games: a line for each, the sums, and the places where a
// position occurs.
#ifndef KAURI_GAMES_CLI_REPLAY_LIST_H
#define KAURI_GAMES_CLI_REPLAY_LIST_H

#include "games/answers/replay_json.h"

// Sums over all games. Zeroed at first; the caller clears `rows`.
struct kauri_replay_totals {
    struct kauri_string rows; // rows of the table of games, cells separated by tabs
    size_t texts;
    size_t empty; // texts without a game, in folders
    size_t games;
    size_t positions;   // records without moves
    size_t broken;      // games that are broken
    size_t differences; // written captures that differ from those on the board
    size_t missing;     // moves that are missing
    size_t results;     // written results that differ from how the games ended
};

void kauri_replay_count(struct kauri_replay_totals *totals, const struct kauri_replayed *game);

// Adds the game of this text to the table.
void kauri_replay_add_row(struct kauri_replay_totals *totals, const char *text,
                          const struct kauri_replayed *game);

// Adds the table, if there is one, and the sums. `many` says that there are several texts.
void kauri_replay_add_totals(struct kauri_string *out, struct kauri_replay_totals *totals,
                             bool many);

// A position that is looked for. Zeroed at first; the caller clears `rows`.
struct kauri_position_search {
    bool wanted;
    bool scored; // the score counts
    struct kauri_position position;
    struct kauri_string rows; // rows of the table, or JSON
    size_t games;             // records that were searched
    size_t found;             // records that have the position
};

// Begins a search for the position in a text. KAURI_BAD_INPUT if the text is no position.
enum kauri_status kauri_position_search_begin(struct kauri_position_search *search,
                                              const char *text, struct kauri_error *error);

// Looks for the position in a game. `text` is the name of the game's text, or NULL if there is only
// one.
void kauri_position_search_add(struct kauri_position_search *search, const char *text,
                               const struct kauri_replayed *game, bool json);

// Adds the places that were found.
void kauri_position_search_end(struct kauri_position_search *search, bool json,
                               struct kauri_string *out);

#endif
