// A replayed game as JSON (docs/reference/JSON.md).
#ifndef KAURI_GAMES_ANSWERS_REPLAY_JSON_H
#define KAURI_GAMES_ANSWERS_REPLAY_JSON_H

#include "common/json.h"
#include "common/string_buffer.h"
#include "games/records/replay.h"

// A game that was replayed, up to its fault if the record breaks.
struct kauri_replayed {
    const char *text; // beginning of the text that has the record
    const struct kauri_record *record;
    struct kauri_replay replay; // the caller clears it
    bool breaks;
    struct kauri_error fault; // why the record breaks, if it does
};

// Replays a record of the text, which may break and which gets remarks. KAURI_RESOURCE; nothing is
// to be cleared then.
enum kauri_status kauri_replayed_make(const char *text, struct kauri_record *record,
                                      struct kauri_replayed *game, struct kauri_error *error);

// Returns true if the game has captures, but its record writes none.
bool kauri_replayed_is_silent(const struct kauri_replayed *game);

// Adds the game as an object, the plies before a break included. `file`: the name of the text, or
// NULL if there is only one.
void kauri_json_add_replay(struct kauri_json *json, const char *file,
                           const struct kauri_replayed *game);

// Begins the object of a game, with "file" unless it is NULL, "game", "south", "north" and "date".
void kauri_json_begin_game(struct kauri_json *json, const char *file,
                           const struct kauri_record *record);

// Adds the members "number", "side", "move" (if wanted), "pass", "inserted" and "marks" of a ply.
void kauri_json_add_ply(struct kauri_json *json, const struct kauri_replayed_ply *played,
                        bool with_move);

#endif
