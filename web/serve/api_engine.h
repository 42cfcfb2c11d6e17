// Endpoints of the API that search above the tables, and those of the engine.
#ifndef KAURI_WEB_SERVE_API_ENGINE_H
#define KAURI_WEB_SERVE_API_ENGINE_H

#include "queries/search/search.h"
#include "web/serve/api_call.h"

// Searches what the request asks for by `position`, `rules` and `seconds`, on one thread, and sets
// these limits. `more` is the time in seconds that the work after the search may take. The caller
// frees *search also after an error. Errors: those of the parameters, of kauri_api_begin and of the
// search.
enum kauri_status kauri_api_search_asked(struct kauri_api_call *call,
                                         struct kauri_search_limits *limits, double more,
                                         struct kauri_search_answer **search,
                                         struct kauri_error *error);

// The search above the tables. Its events are named `bounds` and are objects of `search` without a
// line.
kauri_api_endpoint kauri_api_search;

// The engine's estimate, whose events are named `depth` and are `analyse` objects with the results
// so far; a move, chosen as the computer of `kauri play` does; and the list of its opponents.
kauri_api_endpoint kauri_api_analyse, kauri_api_reply, kauri_api_opponents;

#endif
