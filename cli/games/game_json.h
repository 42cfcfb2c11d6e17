// The parts that the JSON objects of `kauri replay` and `kauri annotate` share. A game's object is
// written ply by ply, because its text takes far less memory than the object would:
//
//     {"game":4,"south":...  |  ,"plies":[ {...} , {...} ]  |  ,"end":...}
//       add_head                       add_ply                  add_tail
#ifndef KAURI_CLI_GAMES_GAME_JSON_H
#define KAURI_CLI_GAMES_GAME_JSON_H

#include "common/string_buffer.h"
#include "records/record.h"

struct json_object;

// A string, or NULL (null) for "".
struct json_object *kauri_game_json_text(const char *text);

// An object with "game", "south", "north" and "date". The caller may add to it.
struct json_object *kauri_game_json_head(const struct kauri_record *record);

// Add text to `out`, and free the object: the head and the beginning of "plies"; a ply, with its
// index; the end of "plies", the members of the tail (at least one) and a newline.
void kauri_game_json_add_head(struct kauri_string *out, struct json_object *head);
void kauri_game_json_add_ply(struct kauri_string *out, struct json_object *ply, size_t index);
void kauri_game_json_add_tail(struct kauri_string *out, struct json_object *tail);

#endif
