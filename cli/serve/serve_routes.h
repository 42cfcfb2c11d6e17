// What `kauri serve` answers: the explorer's files, and the API under /api/v1/.
#ifndef KAURI_CLI_SERVE_SERVE_ROUTES_H
#define KAURI_CLI_SERVE_SERVE_ROUTES_H

#include "cli/serve/api.h"
#include "cli/serve/serve_guard.h"
#include "web/http/http_handler.h"

// The context of the handler; plain data that stays as long as the server.
struct kauri_serve {
    struct kauri_api *api;
    struct kauri_serve_guard guard;
};

// The handler of the server, whose context is `serve`.
struct kauri_http_handler kauri_serve_handler(struct kauri_serve *serve);

#endif
