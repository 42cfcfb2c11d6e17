// The parts that the JSON objects of `kauri replay` and `kauri annotate` share. A game's object is
// printed ply by ply, so that it never stands in memory as a whole:
//
//     {"game":4,"south":...  |  ,"plies":[ {...} , {...} ]  |  ,"end":...}
//       print_head                     print_ply                print_tail
#ifndef KAURI_CLI_GAMES_GAME_JSON_H
#define KAURI_CLI_GAMES_GAME_JSON_H

#include "records/record.h"

struct json_object;

// A string, or NULL (null) for "".
struct json_object *kauri_game_json_text(const char *text);

// An object with "game", "south", "north" and "date". The caller may add to it.
struct json_object *kauri_game_json_head(const struct kauri_record *record);

// Print on standard output, and free the object: the head and the beginning of "plies"; a ply, with
// its index; the end of "plies", the members of the tail (at least one) and a newline.
void kauri_game_json_print_head(struct json_object *head);
void kauri_game_json_print_ply(struct json_object *ply, size_t index);
void kauri_game_json_print_tail(struct json_object *tail);

#endif
