// Parts of the JSON of several commands of `kauri`. Each function adds members to an object.
#ifndef KAURI_CLI_PARTS_JSON_H
#define KAURI_CLI_PARTS_JSON_H

#include "common/json.h"
#include "queries/lookup/bounds.h"
#include "queries/lookup/line.h"
#include "rules/board.h"

// A position: "SOUTH/NORTH SIDE SCORE".
void kauri_json_add_position(struct kauri_json *json, const char *name,
                             const struct kauri_position *position);

// "net", "tiebreak" and "r", all null if `r` is NULL, and "dtc", null if `dtc` is NULL or r is 0.
void kauri_json_add_value(struct kauri_json *json, const int32_t *r, const uint32_t *dtc);

// A result, or null if it is not known.
void kauri_json_add_result(struct kauri_json *json, const char *name, bool known,
                           enum kauri_result result);

// {"result", "score"} under one of the rules. Either is null if the argument is NULL; `score` is
// indexed by enum kauri_side.
void kauri_json_add_outcome(struct kauri_json *json, const char *name,
                            const enum kauri_result *result, const uint8_t *score);

// "standard" and "tie_breaker": these objects for a position whose r has these bounds.
void kauri_json_add_outcomes(struct kauri_json *json, const struct kauri_position *position,
                             struct kauri_bounds r);

// "move", the letter of a hole of `side`, and "captured", [own, opponent].
void kauri_json_add_move(struct kauri_json *json, unsigned side, int hole,
                         const struct kauri_capture *captured);

// "line", "plies", "plies_with_seeds", "end" (null if the end is not known) and "repeats_from".
void kauri_json_add_line(struct kauri_json *json, const struct kauri_best_line *line);

#endif
