// The words for values, the same in all commands: "win 30:30 by the cowries", "capture in 63
// plies", "net +2, cowrie phase won (r = +7)".
#ifndef KAURI_CLI_VALUE_WORDS_H
#define KAURI_CLI_VALUE_WORDS_H

#include "common/string_buffer.h"
#include "queries/lookup/bounds.h"
#include "rules/board.h"
#include "rules/value.h"

#include <stdbool.h>
#include <stdint.h>

// Adds the result for the player to move when r, for this player, has these bounds: "win", "draw or
// win", "open"; with `named`, "South wins", "South draws or wins". Where r is exact, the final
// captures South:North follow if they are known, and "by the cowries" if these decide.
void kauri_words_result(struct kauri_string *out, const struct kauri_position *position,
                        enum kauri_ruleset rules, struct kauri_bounds r, bool named);

// Adds "capture in 63 plies", or when no seeds are left ("phase"), "end in 63 plies".
void kauri_words_distance(struct kauri_string *out, bool phase, uint32_t dtc);

// Adds both parts of r: "net +2, cowrie phase won (r = +7)"; if r is not exact, "r = +2 to +7".
void kauri_words_value(struct kauri_string *out, struct kauri_bounds r);

// "30:18": captures of South and North. Returns `text`.
enum { KAURI_SCORE_TEXT_BYTES = 8 };
const char *kauri_score_text(const uint8_t score[2], char text[KAURI_SCORE_TEXT_BYTES]);

// The outcome t of the cowrie phase (rules/value.h) for its player: "won", "lost", or "endless"
// when play never ends. Static storage.
const char *kauri_phase_name(int t);

#endif
