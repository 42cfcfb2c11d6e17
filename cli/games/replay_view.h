// The output of `kauri replay`: a game as text or as JSON (docs/JSON.md).
#ifndef KAURI_CLI_GAMES_REPLAY_VIEW_H
#define KAURI_CLI_GAMES_REPLAY_VIEW_H

#include "common/json.h"
#include "common/string_buffer.h"
#include "records/replay.h"

// A game that was replayed.
struct kauri_replayed {
    const struct kauri_record *record;
    const struct kauri_replay *replay;
    const struct kauri_error *fault; // of kauri_replay_record, if the record breaks; otherwise NULL
};

// Prints the game on standard output, the plies before a break included.
void kauri_replay_print(const struct kauri_replayed *game);

// Adds the same as one JSON object and a newline. `file`: the name of the text, or NULL if there is
// only one.
void kauri_json_replay(struct kauri_string *out, const char *file,
                       const struct kauri_replayed *game);

// Begins the object of a game, with "file" unless it is NULL, "game", "south", "north" and "date".
void kauri_json_begin_game(struct kauri_json *json, const char *file,
                           const struct kauri_record *record);

// Adds the members "number", "side", "move" (if wanted), "pass", "inserted" and "marks" of a ply.
void kauri_json_add_ply(struct kauri_json *json, const struct kauri_replayed_ply *played,
                        bool with_move);

#endif
