// What the JSON of several commands is made of. Only files named *json.c know json-c.
//
// json-c passes a NULL object on as null, so that running out of memory shows in the output instead
// of stopping the program. Objects made here belong to the caller until they are added to another.
#ifndef KAURI_CLI_PARTS_JSON_H
#define KAURI_CLI_PARTS_JSON_H

#include "queries/lookup/line.h"
#include "rules/board.h"

struct json_object;

// Gives `value` (NULL: null) to the object under a name.
void kauri_json_add(struct json_object *object, const char *name, struct json_object *value);

// Text from outside, which may be no UTF-8, while JSON must be: other bytes than ASCII become '?'.
// Cut to KAURI_ERROR_MESSAGE_BYTES.
struct json_object *kauri_json_foreign_text(const char *text);

// A number of seconds, to the millisecond.
struct json_object *kauri_json_seconds(double seconds);

// "SOUTH/NORTH SIDE SCORE".
struct json_object *kauri_json_position(const struct kauri_position *position);

// [first, second].
struct json_object *kauri_json_pair(int first, int second);

// Adds "move", the letter of a hole of `side`, and "captured", [own, opponent].
void kauri_json_add_move(struct json_object *object, unsigned side, int hole,
                         const struct kauri_capture *captured);

// Adds "line", "plies", "plies_with_seeds", "end" (null where more is not known) and
// "repeats_from".
void kauri_json_add_line(struct json_object *object, const struct kauri_line *line);

// Prints the object and a newline on standard output and frees it.
void kauri_json_print(struct json_object *object);

#endif
