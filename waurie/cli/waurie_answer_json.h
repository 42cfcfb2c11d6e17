// The answers of `waurie probe`, `best` and `line` as JSON (docs/JSON.md).
#ifndef KAURI_WAURIE_CLI_WAURIE_ANSWER_JSON_H
#define KAURI_WAURIE_CLI_WAURIE_ANSWER_JSON_H

#include "waurie/cli/waurie_answer.h"

// Each adds one line.
void waurie_json_answer(const struct waurie_answer *answer, bool best_only,
                        struct kauri_string *out);
void waurie_json_play_out(const struct waurie_answer *answer, const struct waurie_play_out *line,
                          struct kauri_string *out);

// For a position that cannot be answered.
void waurie_json_error(const char *input, const struct kauri_error *error,
                       struct kauri_string *out);

#endif
