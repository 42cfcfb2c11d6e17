// The words of an annotated game, and what `kauri annotate` prints.
//
// Implemented in annotate_text.c and annotate_review.c.
#ifndef KAURI_CLI_GAMES_ANNOTATE_VIEW_H
#define KAURI_CLI_GAMES_ANNOTATE_VIEW_H

#include "answers/annotate_json.h"
#include "common/string_buffer.h"
#include "queries/analysis/annotate.h"
#include "records/replay.h"

#include <stddef.h>

// Adds "(4) South - North - date", with the players' names if they are known.
void kauri_annotated_title(struct kauri_string *text, const struct kauri_record *record,
                           enum kauri_language language);

// Adds the place of a turning point: "23. e" if that move loses, "After 3. b: " or "At the start: "
// for other turns.
void kauri_annotated_turn_place(struct kauri_string *text, const struct kauri_annotated_view *view,
                                const struct kauri_turning_point *point);

// Adds what changes there: "Standard rules: South wins (before: draw)."
void kauri_annotated_turn(struct kauri_string *text, const struct kauri_annotated_view *view,
                          const struct kauri_turning_point *point);

// Adds number and letter of a ply (index < count), such as "35... F". If its player has moved just
// before and the opponent passed, those moves come first, as in a record: "18... B-B" is the second
// of North's moves in a row.
void kauri_annotated_ply(struct kauri_string *text, const struct kauri_replay *replay,
                         size_t index);

// Print on standard output: title and review; the review alone, with a board for each turning
// point; the table of all plies, in English; a section of docs/GAMES.md, and the reviews in it.
void kauri_annotated_print(const struct kauri_annotated_view *view);
void kauri_annotated_print_review(const struct kauri_annotated_view *view);
void kauri_annotated_print_table(const struct kauri_annotated_view *view);
void kauri_annotated_print_markdown(const struct kauri_annotated_view *view);
void kauri_annotated_print_review_markdown(const struct kauri_annotated_view *view);

#endif
