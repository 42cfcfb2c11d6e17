// Positions and results in JSON (docs/reference/JSON.md).
#ifndef KAURI_WAURIE_CLI_ANSWER_JSON_H
#define KAURI_WAURIE_CLI_ANSWER_JSON_H

#include "common/json.h"
#include "waurie/waurie_position.h"

void waurie_json_position(struct kauri_json *json, const char *name,
                          const struct waurie_position *position);
// Adds `result`: "win", "loss", or null while it is open.
void waurie_json_result(struct kauri_json *json, enum waurie_result result);

#endif
