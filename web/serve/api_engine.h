// Endpoints of the API that search above the tables, and those of the engine.
#ifndef KAURI_WEB_SERVE_API_ENGINE_H
#define KAURI_WEB_SERVE_API_ENGINE_H

#include "web/serve/api_call.h"

// The search above the tables. Its events are named `bounds` and are objects of `search` without a
// line.
kauri_api_endpoint kauri_api_search;

// The engine's estimate, whose events are named `depth` and are `analyse` objects with the results
// so far; a move, chosen as the computer of `kauri play` does; and the list of its opponents.
kauri_api_endpoint kauri_api_analyse, kauri_api_reply, kauri_api_opponents;

#endif
