// A replayed game as JSON (docs/reference/JSON.md).
#ifndef KAURI_QUERIES_ANSWERS_REPLAY_JSON_H
#define KAURI_QUERIES_ANSWERS_REPLAY_JSON_H

#include "common/json.h"
#include "common/string_buffer.h"
#include "rules/records/replay.h"

// A game that was replayed.
struct kauri_replayed {
    const struct kauri_record *record;
    const struct kauri_replay *replay;
    const struct kauri_error *fault; // of kauri_replay_record, if the record breaks; otherwise NULL
};

// Adds the game as one JSON object and a newline, the plies before a break included. `file`: the
// name of the text, or NULL if there is only one.
void kauri_json_replay(struct kauri_string *out, const char *file,
                       const struct kauri_replayed *game);

// Begins the object of a game, with "file" unless it is NULL, "game", "south", "north" and "date".
void kauri_json_begin_game(struct kauri_json *json, const char *file,
                           const struct kauri_record *record);

// Adds the members "number", "side", "move" (if wanted), "pass", "inserted" and "marks" of a ply.
void kauri_json_add_ply(struct kauri_json *json, const struct kauri_replayed_ply *played,
                        bool with_move);

#endif
