// The review of an annotated game in sentences: its mistakes and its turning points.
#ifndef KAURI_GAMES_CLI_ANNOTATE_REVIEW_H
#define KAURI_GAMES_CLI_ANNOTATE_REVIEW_H

#include "common/string_buffer.h"
#include "games/cli/annotate_view.h"

// Adds the place of a turning point: "23. e" if that move loses, "After 3. b: " or "At the start: "
// for other turns.
void kauri_annotated_turn_place(struct kauri_string *text, const struct kauri_annotated_view *view,
                                const struct kauri_turning_point *point);

// Adds what changes there: "Standard rules: South wins (before: draw)."
void kauri_annotated_turn(struct kauri_string *text, const struct kauri_annotated_view *view,
                          const struct kauri_turning_point *point);

// Add the review with a board for each turning point, or as a part of a section of
// docs/results/GAMES.md.
void kauri_annotated_review(struct kauri_string *out, const struct kauri_annotated_view *view);
void kauri_annotated_review_markdown(struct kauri_string *out,
                                     const struct kauri_annotated_view *view);

#endif
