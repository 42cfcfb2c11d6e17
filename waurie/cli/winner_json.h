// The answer of `waurie search` as JSON (docs/JSON.md), and its parts that `waurie starts` has too.
#ifndef KAURI_WAURIE_CLI_WINNER_JSON_H
#define KAURI_WAURIE_CLI_WINNER_JSON_H

#include "waurie/cli/winner.h"

struct json_object;

// "win", "loss", or NULL while open.
struct json_object *waurie_json_result(enum waurie_result result);

// Adds the answer of `waurie search`, one line.
void waurie_found_json(const struct waurie_found *found, struct kauri_string *out);

// The moves with their results, as an array.
struct json_object *waurie_json_moves(const struct waurie_found *found);

#endif
