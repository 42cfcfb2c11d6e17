// The answer of `kauri search` as text and as JSON.
//
// Implemented in search_json.c and search_text.c.
#ifndef KAURI_CLI_SEARCH_SEARCH_VIEW_H
#define KAURI_CLI_SEARCH_SEARCH_VIEW_H

#include "common/string_buffer.h"
#include "queries/search/search.h"

// Adds the answer as text for people. `layers` is the number of table layers in use.
void kauri_text_search(struct kauri_string *out, const struct kauri_search *search,
                       unsigned layers);

// Adds two lines: the possible results under both rules when r for the player to move is from `low`
// to `high`.
void kauri_text_results(struct kauri_string *out, const struct kauri_position *position, int low,
                        int high);

// Adds one JSON object (docs/JSON.md) and a newline.
void kauri_json_search(struct kauri_string *out, const struct kauri_search *search);

#endif
