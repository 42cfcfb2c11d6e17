// A game in progress: its moves, taking them back, when it is over, and its record.
//
// Knows the rules and nothing of tables or players. A game is used by one thread at a time.
#ifndef KAURI_RECORDS_GAME_H
#define KAURI_RECORDS_GAME_H

#include "common/status.h"
#include "records/record.h"
#include "rules/board.h"
#include "rules/value.h"

#include <stdbool.h>
#include <stddef.h>

enum kauri_game_state {
    KAURI_GAME_MOVE,      // the player to move chooses a hole
    KAURI_GAME_PASS,      // the player to move must pass (R7)
    KAURI_GAME_CAPTURED,  // over: no seeds are left, and the captures decide
    KAURI_GAME_STUCK,     // over: the player to move has no cowrie in the cowrie phase
    KAURI_GAME_UNLIMITED, // over: ended as play that never ends (R10)
    KAURI_GAME_RESIGNED,  // over: the player to move resigned
};

// One ply that was played.
struct kauri_game_ply {
    struct kauri_position before;
    int hole; // KAURI_MOVE_PASS for a pass
    struct kauri_capture captured;
};

struct kauri_game;

// Begins a game at any position. The caller frees it. KAURI_RESOURCE without memory.
enum kauri_status kauri_game_new(const struct kauri_position *start, enum kauri_ruleset rules,
                                 struct kauri_game **game, struct kauri_error *error);
// Accepts NULL.
void kauri_game_free(struct kauri_game *game);

// Where the game is now; valid until the game is changed.
const struct kauri_position *kauri_game_position(const struct kauri_game *game);
enum kauri_ruleset kauri_game_rules(const struct kauri_game *game);
enum kauri_game_state kauri_game_state(const struct kauri_game *game);
bool kauri_game_is_over(const struct kauri_game *game);

// Plies played so far, passes included, and one of them (index < count); valid until the game is
// changed.
size_t kauri_game_count(const struct kauri_game *game);
const struct kauri_game_ply *kauri_game_ply(const struct kauri_game *game, size_t index);

// The result of a game that is over, for South. KAURI_DRAW while it goes on.
enum kauri_result kauri_game_result(const struct kauri_game *game);

// Plays a hole of the player to move, or KAURI_MOVE_PASS when that is the only move.
// KAURI_BAD_INPUT with the reason for any other move, KAURI_RESOURCE without memory; the game is
// unchanged then.
enum kauri_status kauri_game_play(struct kauri_game *game, int hole, struct kauri_error *error);

// Takes back the last `plies` plies (all when there are fewer), and an end by resigning or as
// unlimited play.
void kauri_game_undo(struct kauri_game *game, size_t plies);

// Whether the present position was there before; *since is then the ply before which it was there
// last.
bool kauri_game_repeats(const struct kauri_game *game, size_t *since);

// Ends a game that goes on: the player to move gives up, or it counts as play that never ends.
void kauri_game_resign(struct kauri_game *game);
void kauri_game_end_unlimited(struct kauri_game *game);

// Adds the game to an empty record: start (when it is not the normal one), moves, captures and, if
// it is over, a sentence with the result. The record reads back (records/record_parse.h) only when
// at least one move was made; passes are no moves. KAURI_BAD_INPUT without one or with more than
// KAURI_RECORD_PLIES_MAX, KAURI_RESOURCE without memory. Names and date are left to the caller.
enum kauri_status kauri_game_record(const struct kauri_game *game, struct kauri_record *record,
                                    struct kauri_error *error);

#endif
