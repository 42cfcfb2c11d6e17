// What `kauri search` prints.
//
// Implemented in search_json.c and search_text.c.
#ifndef KAURI_CLI_SEARCH_SEARCH_VIEW_H
#define KAURI_CLI_SEARCH_SEARCH_VIEW_H

#include "queries/search/search.h"

// For players, on standard output. `layers` is the number of table layers in use.
void kauri_print_search(const struct kauri_search *search, unsigned layers);

// Two lines: what is left of the result under both rules when r for the player to move is from low
// to high.
void kauri_print_results(const struct kauri_position *position, int low, int high);

// One JSON object and a newline on standard output (docs/JSON.md).
void kauri_json_search(const struct kauri_search *search);

#endif
