// The endpoint of the API that finds remarkable positions of a layer.
#ifndef KAURI_WEB_SERVE_API_FIND_H
#define KAURI_WEB_SERVE_API_FIND_H

#include "web/serve/api_call.h"

// Remarkable positions of a layer, as by `kauri find`. The results are kept, so that a layer is
// read only once for each kind.
kauri_api_endpoint kauri_api_find;

// Frees what `find` has kept.
void kauri_api_found_clear(struct kauri_api *api);

#endif
