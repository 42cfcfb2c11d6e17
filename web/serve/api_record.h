// Endpoints of the API that read game records.
#ifndef KAURI_WEB_SERVE_API_RECORD_H
#define KAURI_WEB_SERVE_API_RECORD_H

#include "web/serve/api_call.h"

// The replay of all games of the body, with their faults; and the annotation of its first game, or
// of the one with the number of the parameter `game`.
kauri_api_endpoint kauri_api_replay, kauri_api_annotate;

#endif
