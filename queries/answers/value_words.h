// Values, results, moves and lines, the same in the answers of all commands: as words ("win 30:30
// by the cowries", "capture in 63 plies", "net +2, cowrie phase won (r = +7)") and as JSON.
#ifndef KAURI_QUERIES_ANSWERS_VALUE_WORDS_H
#define KAURI_QUERIES_ANSWERS_VALUE_WORDS_H

#include "common/json.h"
#include "common/string_buffer.h"
#include "queries/lookup/bounds.h"
#include "queries/lookup/line.h"
#include "rules/board.h"
#include "rules/value.h"

#include <stdbool.h>
#include <stdint.h>

// Adds the result for the player to move if r for this player has these bounds: "win", "draw or
// win", "open"; with `named`, "South wins", "South draws or wins". Where r is exact, the final
// captures South:North follow if they are known, and "by the cowries" if these decide.
void kauri_words_result(struct kauri_string *out, const struct kauri_position *position,
                        enum kauri_ruleset rules, struct kauri_bounds r, bool named);

// Adds "capture in 63 plies", or when no seeds are left ("phase"), "end in 63 plies".
void kauri_words_distance(struct kauri_string *out, bool phase, uint32_t dtc);

// Adds "+4", or "-10 to +4" where r is not exact.
void kauri_words_bounds(struct kauri_string *out, struct kauri_bounds r);

// Adds both parts of r: "net +2, cowrie phase won (r = +7)"; if r is not exact, "r = +2 to +7".
void kauri_words_value(struct kauri_string *out, struct kauri_bounds r);

// Adds what bounds of r say of the net captures in a position with so many seeds, such as "+6",
// "+1 to +22" or "+1 or more"; nothing if they say no more than the number of seeds.
void kauri_words_net(struct kauri_string *out, unsigned seeds, struct kauri_bounds r);

// Writes the captures of South and North, such as "30:18". Returns `text`.
enum { KAURI_SCORE_TEXT_BYTES = 8 };
const char *kauri_score_text(const uint8_t score[2], char text[KAURI_SCORE_TEXT_BYTES]);

// The outcome t of the cowrie phase (rules/value.h) for its player: "won", "lost", or "endless"
// when play never ends. Static storage.
const char *kauri_phase_name(int t);

// Parts of the JSON of several commands of `kauri`. Each function adds the members that its comment
// names to an object.

// The name of a source: "rules", "search", "book" or "tables". Static.
const char *kauri_source_name(enum kauri_bounds_source source);

// A position: "SOUTH/NORTH SIDE SCORE".
void kauri_json_add_position(struct kauri_json *json, const char *name,
                             const struct kauri_position *position);

// Adds "net", "tiebreak" and "r", all null if `r` is NULL, and "dtc", null if `dtc` is NULL or
// unknown or r is 0.
void kauri_json_add_value(struct kauri_json *json, const int32_t *r, const uint32_t *dtc);

// A result, or null if it is not known.
void kauri_json_add_result(struct kauri_json *json, const char *name, bool known,
                           enum kauri_result result);

// "standard" and "tie_breaker", {"result", "score"} under these rules, for a position whose r has
// these bounds. What they do not decide is null.
void kauri_json_add_outcomes(struct kauri_json *json, const struct kauri_position *position,
                             struct kauri_bounds r);

// The letter of a hole of `side`.
void kauri_json_add_hole(struct kauri_json *json, const char *name, unsigned side, int hole);

// "move", the letter of a hole of `side`, and "captured", [own, opponent].
void kauri_json_add_move(struct kauri_json *json, unsigned side, int hole,
                         const struct kauri_capture *captured);

// Adds "line", "plies", "plies_with_seeds", "end" (null if the end is not known) and
// "repeats_from".
void kauri_json_add_line(struct kauri_json *json, const struct kauri_best_line *line);

#endif
