// Parts of the JSON output that several commands share. Only files named *json.c include json-c.
//
// json-c writes a NULL object as null, so when memory runs out the output has a null and the
// program goes on. The caller owns the objects made here until they are added to another object.
#ifndef KAURI_CLI_PARTS_JSON_H
#define KAURI_CLI_PARTS_JSON_H

#include "common/string_buffer.h"
#include "queries/lookup/line.h"
#include "rules/board.h"

struct json_object;

// Sets the member `name` of the object to `value`, which may be NULL.
void kauri_json_add(struct json_object *object, const char *name, struct json_object *value);

// Text from outside may not be UTF-8, and JSON has to be: every byte that is not ASCII becomes '?'.
// The text is cut to KAURI_ERROR_MESSAGE_BYTES.
struct json_object *kauri_json_foreign_text(const char *text);

// A number of seconds, rounded to milliseconds.
struct json_object *kauri_json_seconds(double seconds);

// A measured number, with six significant digits.
struct json_object *kauri_json_real(double value);

// "SOUTH/NORTH SIDE SCORE".
struct json_object *kauri_json_position(const struct kauri_position *position);

// [first, second].
struct json_object *kauri_json_pair(int first, int second);

// Adds "net", "tiebreak" and "r", all null if `r` is NULL, and "dtc", null if `dtc` is NULL or r is
// 0.
void kauri_json_add_value(struct json_object *object, const int32_t *r, const uint32_t *dtc);

// {"result", "score"} under one of the rules. Either is null if the argument is NULL; `score` is
// indexed by enum kauri_side.
struct json_object *kauri_json_outcome(const enum kauri_result *result, const uint8_t *score);

// Adds "move", the letter of a hole of `side`, and "captured", [own, opponent].
void kauri_json_add_move(struct json_object *object, unsigned side, int hole,
                         const struct kauri_capture *captured);

// Adds "line", "plies", "plies_with_seeds", "end" (null if the end is not known) and
// "repeats_from".
void kauri_json_add_line(struct json_object *object, const struct kauri_best_line *line);

// Adds the object as text and a newline to `out`, and frees the object.
void kauri_json_write(struct kauri_string *out, struct json_object *object);

// Prints the object and a newline on standard output, and frees the object.
void kauri_json_print(struct json_object *object);

#endif
