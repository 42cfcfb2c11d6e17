// A position as JSON (docs/JSON.md, "show").
#ifndef KAURI_CLI_LOOKUP_SHOW_JSON_H
#define KAURI_CLI_LOOKUP_SHOW_JSON_H

#include "cli/lookup/show_view.h"

// Prints the object of a position on a line. `svg` is its drawing.
void kauri_show_print_json(const struct kauri_show_view *view, const char *svg);

#endif
