// The text that `kauri annotate` prints.
#ifndef KAURI_GAMES_CLI_ANNOTATE_TEXT_H
#define KAURI_GAMES_CLI_ANNOTATE_TEXT_H

#include "games/cli/annotate_view.h"

// Add title and review; the table of all plies, in English; a section of docs/results/GAMES.md.
void kauri_annotated_text(struct kauri_string *out, const struct kauri_annotated_view *view);
void kauri_annotated_table(struct kauri_string *out, const struct kauri_annotated_view *view);
void kauri_annotated_markdown(struct kauri_string *out, const struct kauri_annotated_view *view);

#endif
