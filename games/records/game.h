// A game in progress: playing moves and taking them back, the end of the game, and its record.
//
// A game knows the rules, but nothing about tables or players. It is used by one thread at a time.
#ifndef KAURI_GAMES_RECORDS_GAME_H
#define KAURI_GAMES_RECORDS_GAME_H

#include "common/status.h"
#include "games/records/record.h"
#include "rules/board.h"
#include "rules/value.h"

#include <stdbool.h>
#include <stddef.h>

enum kauri_game_state {
    KAURI_GAME_MOVE,      // the player to move has to choose a hole
    KAURI_GAME_PASS,      // the player to move must pass (R7)
    KAURI_GAME_CAPTURED,  // over: no seeds are left, the captures decide (R8, R9)
    KAURI_GAME_STUCK,     // over: in the cowrie phase, the player to move has no cowrie (R9)
    KAURI_GAME_UNLIMITED, // over: declared to be play that never ends (R10)
    KAURI_GAME_RESIGNED,  // over: the player to move has resigned
};

// One ply of the game.
struct kauri_game_ply {
    struct kauri_position before;
    int hole; // KAURI_MOVE_PASS for a pass
    struct kauri_capture captured;
};

struct kauri_game;

// Begins a game at any valid position. The caller frees it. Errors: KAURI_RESOURCE; *game is then
// NULL.
enum kauri_status kauri_game_new(const struct kauri_position *start, enum kauri_ruleset rules,
                                 struct kauri_game **game, struct kauri_error *error);
// Accepts NULL.
void kauri_game_free(struct kauri_game *game);

// The current position; valid until the game is changed.
const struct kauri_position *kauri_game_position(const struct kauri_game *game);
enum kauri_ruleset kauri_game_rules(const struct kauri_game *game);
enum kauri_game_state kauri_game_state(const struct kauri_game *game);
bool kauri_game_is_over(const struct kauri_game *game);

// Plies played so far, passes included, and one of them (index < count); valid until the game is
// changed.
size_t kauri_game_count(const struct kauri_game *game);
const struct kauri_game_ply *kauri_game_ply(const struct kauri_game *game, size_t index);

// The positions before the present one, oldest first; the caller frees *history. KAURI_RESOURCE.
enum kauri_status kauri_game_history(const struct kauri_game *game, struct kauri_position **history,
                                     struct kauri_error *error);

// The result for South; KAURI_DRAW if the game is not over.
enum kauri_result kauri_game_result(const struct kauri_game *game);

// Plays a hole of the player to move, or KAURI_MOVE_PASS if the player must pass. Errors:
// KAURI_BAD_INPUT, with the reason, for an illegal move; KAURI_RESOURCE. On failure the game is
// unchanged.
enum kauri_status kauri_game_play(struct kauri_game *game, int hole, struct kauri_error *error);

// Takes back the last `plies` plies, or all if there are fewer. Also takes back a resignation or
// the end by unlimited play.
void kauri_game_undo(struct kauri_game *game, size_t plies);

// Returns true if the current position has occurred before; *since is then the index of the ply
// before which it last occurred.
bool kauri_game_repeats(const struct kauri_game *game, size_t *since);

// These end the game unless it is over: the player to move resigns, or the game is declared
// unlimited play (R10).
void kauri_game_resign(struct kauri_game *game);
void kauri_game_end_unlimited(struct kauri_game *game);

// Adds the game to an empty record: the start, if it is not the normal one, moves, captures and, if
// the game is over, a sentence with the result. Names and date are left to the caller. Errors:
// KAURI_BAD_INPUT for a game without moves (passes do not count) or with more than
// KAURI_RECORD_PLIES_MAX; KAURI_RESOURCE.
enum kauri_status kauri_game_record(const struct kauri_game *game, struct kauri_record *record,
                                    struct kauri_error *error);

#endif
