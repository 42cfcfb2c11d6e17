// The endpoint of the API that looks up many positions.
#ifndef KAURI_WEB_SERVE_API_PROBE_MANY_H
#define KAURI_WEB_SERVE_API_PROBE_MANY_H

#include "web/serve/api_call.h"

// Looks up all positions of a body, a JSON array of texts: returns an array of the objects of
// `probe` and, for positions that have none, of errors.
kauri_api_endpoint kauri_api_probe_many;

#endif
