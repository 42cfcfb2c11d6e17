// The output of `kauri replay`: a game as text or as JSON (docs/JSON.md).
#ifndef KAURI_CLI_GAMES_REPLAY_VIEW_H
#define KAURI_CLI_GAMES_REPLAY_VIEW_H

#include "common/json.h"
#include "common/string_buffer.h"
#include "records/replay.h"

// Prints a replayed game on standard output. `fault` is NULL, or the error of kauri_replay_record
// for a record that cannot be played to its end; the plies before the break are printed then.
void kauri_replay_print(const struct kauri_record *record, const struct kauri_replay *replay,
                        const struct kauri_error *fault);

// Adds the same as one JSON object and a newline.
void kauri_json_replay(struct kauri_string *out, const struct kauri_record *record,
                       const struct kauri_replay *replay, const struct kauri_error *fault);

// Begins the object of a game, with "game", "south", "north" and "date".
void kauri_json_begin_game(struct kauri_json *json, const struct kauri_record *record);

// Adds the members "number", "side", "move" (if wanted), "pass", "inserted" and "marks" of a ply.
void kauri_json_add_ply(struct kauri_json *json, const struct kauri_replayed_ply *played,
                        bool with_move);

#endif
