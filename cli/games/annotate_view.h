// An annotated game, its words, and the output of `kauri annotate`.
//
// Implemented in annotate_words.c, annotate_text.c and annotate_json.c.
#ifndef KAURI_CLI_GAMES_ANNOTATE_VIEW_H
#define KAURI_CLI_GAMES_ANNOTATE_VIEW_H

#include "common/string_buffer.h"
#include "queries/analysis/annotate.h"
#include "queries/analysis/game_estimates.h"
#include "records/replay.h"

#include <stddef.h>

// An annotated game. Everything is borrowed.
struct kauri_annotated_view {
    const struct kauri_record *record;
    const struct kauri_replay *replay;
    const struct kauri_annotated_game *game;
    const struct kauri_game_estimates *estimates;
};

// Adds "(4) South - North - date", with the players' names if they are known.
void kauri_annotated_title(struct kauri_string *text, const struct kauri_record *record,
                           enum kauri_language language);

// Adds number and letter of a ply (index < count), such as "35... F". If its player has moved just
// before and the opponent passed, those moves come first, as in a record: "18... B-B" is the second
// of North's moves in a row.
void kauri_annotated_ply(struct kauri_string *text, const struct kauri_replay *replay,
                         size_t index);

// Adds the place of a turning point: "23. e loses it", "after 3. b" or "at the start".
void kauri_annotated_turn_place(struct kauri_string *text, const struct kauri_replay *replay,
                                const struct kauri_turning_point *point,
                                enum kauri_language language);

// Adds what changes there: "standard: North wins, first proven", "standard: South wins -> draw".
void kauri_annotated_turn(struct kauri_string *text, const struct kauri_turning_point *point,
                          enum kauri_language language);

// The estimates, told apart from what is proven by a "~".

// Adds South's expected final margin in whole seeds, "~+4"; nothing where the margin is proven or
// there is no estimate.
void kauri_expected_value(struct kauri_string *text, const struct kauri_annotated_view *view,
                          size_t position);

// Adds the seeds that a move is expected to give away, "~12 ??": "?" for a likely mistake, "??" for
// one that changes the expected winner. Nothing where the loss is proven.
void kauri_expected_loss(struct kauri_string *text, const struct kauri_annotated_view *view,
                         size_t ply);

// Adds the letter of a move that is expected to be better by a seed or more, if there is one.
void kauri_expected_better(struct kauri_string *text, const struct kauri_annotated_view *view,
                           size_t ply);

// Adds a place where the expected winner changes: "after 3. b: South is expected to win by about 7,
// earlier: North".
void kauri_expected_turn_line(struct kauri_string *text, const struct kauri_annotated_view *view,
                              const struct kauri_expected_turn *turn);

// Adds the likely mistakes of a side: "2. e ~12 ?? (a is better), 5. c ~6 ?", or "none".
void kauri_expected_mistakes(struct kauri_string *text, const struct kauri_annotated_view *view,
                             enum kauri_side side);

// Print on standard output: text for people, or a section of docs/GAMES.md.
void kauri_annotated_print(const struct kauri_annotated_view *view);
void kauri_annotated_print_markdown(const struct kauri_annotated_view *view);

// Adds one JSON object (docs/JSON.md) and a newline.
void kauri_json_annotated(struct kauri_string *out, const struct kauri_annotated_view *view);

#endif
