// The endpoints of the API (docs/HTTP.md). Each adds its object and a newline to `out`, or fails
// with the errors of its parameters and of the tables. Those that search or read whole layers call
// kauri_api_begin.
//
// Implemented in cli/serve/api_lookup.c, cli/serve/api_engine.c, cli/serve/api_find.c and
// cli/serve/api_record.c.
#ifndef KAURI_CLI_SERVE_API_ENDPOINTS_H
#define KAURI_CLI_SERVE_API_ENDPOINTS_H

#include "cli/serve/api_call.h"

typedef enum kauri_status kauri_api_endpoint(struct kauri_api_call *call, struct kauri_string *out,
                                             struct kauri_error *error);

// Look-ups in the tables. `moves` are all legal moves with what is known without a search: the
// object of `search`.
kauri_api_endpoint kauri_api_probe, kauri_api_moves, kauri_api_line;

// Texts that are put together by kauri_api_lists_make, and the description of the API.
kauri_api_endpoint kauri_api_layers, kauri_api_rules, kauri_api_openapi;

// The search above the tables, whose events are `bounds`: objects of `search` without a line.
kauri_api_endpoint kauri_api_search;

// The engine's estimate, whose events are `depth`: objects of `analyse` so far. And a move, chosen
// as the computer of `kauri play` does.
kauri_api_endpoint kauri_api_analyse, kauri_api_reply;

// All games of the body, with their faults; the annotation of its first game, or of the one with
// the number of the parameter `game`.
kauri_api_endpoint kauri_api_replay, kauri_api_annotate;

// Remarkable positions of a layer, as by `kauri find`. They are kept, so that a layer is read once
// for each kind.
kauri_api_endpoint kauri_api_find;

// Puts together the answers of `layers` and `rules`, and the digest of program and tables. Reads
// the header of each table. KAURI_RESOURCE.
enum kauri_status kauri_api_lists_make(struct kauri_api *api, struct kauri_error *error);

// Frees what `find` has kept.
void kauri_api_found_clear(struct kauri_api *api);

#endif
