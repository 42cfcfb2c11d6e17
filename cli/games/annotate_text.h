// What `kauri annotate` prints.
#ifndef KAURI_CLI_GAMES_ANNOTATE_TEXT_H
#define KAURI_CLI_GAMES_ANNOTATE_TEXT_H

#include "cli/games/annotate_view.h"

// Print on standard output: title and review; the table of all plies, in English; a section of
// docs/results/GAMES.md.
void kauri_annotated_print(const struct kauri_annotated_view *view);
void kauri_annotated_print_table(const struct kauri_annotated_view *view);
void kauri_annotated_print_markdown(const struct kauri_annotated_view *view);

#endif
