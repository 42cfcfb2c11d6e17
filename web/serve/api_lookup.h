// Endpoints of the API that look positions up, and its lists.
#ifndef KAURI_WEB_SERVE_API_LOOKUP_H
#define KAURI_WEB_SERVE_API_LOOKUP_H

#include "web/serve/api_call.h"

// `moves` are all legal moves with what is known without a search: the object of `search`.
kauri_api_endpoint kauri_api_probe, kauri_api_moves, kauri_api_line;

// The list of the layers, the rules, and the description of the API.
kauri_api_endpoint kauri_api_layers, kauri_api_rules, kauri_api_openapi;

#endif
