// An annotated game as JSON.
#ifndef KAURI_CLI_GAMES_ANNOTATE_JSON_H
#define KAURI_CLI_GAMES_ANNOTATE_JSON_H

#include "cli/games/annotate_view.h"
#include "common/string_buffer.h"

// Adds one JSON object (docs/JSON.md) and a newline.
void kauri_json_annotated(struct kauri_string *out, const struct kauri_annotated_view *view);

#endif
