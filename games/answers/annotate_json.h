// An annotated game as JSON (docs/reference/JSON.md).
#ifndef KAURI_GAMES_ANSWERS_ANNOTATE_JSON_H
#define KAURI_GAMES_ANSWERS_ANNOTATE_JSON_H

#include "common/string_buffer.h"
#include "games/analysis/annotate.h"
#include "games/analysis/game_estimates.h"
#include "games/records/replay.h"

// An annotated game. Everything is borrowed.
struct kauri_annotated_view {
    const struct kauri_record *record;
    const struct kauri_replay *replay;
    const struct kauri_annotated_game *game;
    const struct kauri_game_estimates *estimates;
    enum kauri_language language; // language of the review
    enum kauri_ruleset rules;     // rules that the review follows
};

// Adds one JSON object and a newline.
void kauri_json_annotated(struct kauri_string *out, const struct kauri_annotated_view *view);

#endif
