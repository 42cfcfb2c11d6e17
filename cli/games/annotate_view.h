// The output of `kauri annotate`.
//
// Implemented in annotate_json.c and annotate_text.c.
#ifndef KAURI_CLI_GAMES_ANNOTATE_VIEW_H
#define KAURI_CLI_GAMES_ANNOTATE_VIEW_H

#include "cli/games/annotate_words.h"

// Print on standard output: text for people, or a section of docs/GAMES.md.
void kauri_annotated_print(const struct kauri_annotated_view *view);
void kauri_annotated_print_markdown(const struct kauri_annotated_view *view);

// Adds one JSON object (docs/JSON.md) and a newline.
void kauri_json_annotated(struct kauri_string *out, const struct kauri_annotated_view *view);

#endif
