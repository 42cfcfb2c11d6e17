// Parts of the JSON output that several commands of `kauri` share. Only files named *json.c include
// json-c; see cli/base_json.h for what happens when memory runs out.
#ifndef KAURI_CLI_PARTS_JSON_H
#define KAURI_CLI_PARTS_JSON_H

#include "cli/base_json.h"
#include "queries/lookup/line.h"
#include "rules/board.h"

struct json_object;

// "SOUTH/NORTH SIDE SCORE".
struct json_object *kauri_json_position(const struct kauri_position *position);

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

#endif
