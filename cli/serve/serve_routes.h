// Answers the requests to `kauri serve`: the explorer's files, and the API under /api/v1/. Keeps
// pages of other sites, which a user's browser shows, from using the server, and lets only so many
// searches run at a time.
#ifndef KAURI_CLI_SERVE_SERVE_ROUTES_H
#define KAURI_CLI_SERVE_SERVE_ROUTES_H

#include "web/http/http_answer.h"

#include <semaphore.h>
#include <stdatomic.h>

struct kauri_api;

struct kauri_serve_guard {
    // Only this machine reaches the server. Its name is then localhost, and a page that calls it by
    // another one has had that name resolved to this machine (DNS rebinding).
    bool local;
    // Another name of the server, such as that of a proxy; may be NULL. Names are then checked even
    // if others reach the server.
    const char *host;
    const char *allow_origin; // whose pages may ask: an origin, "*" for all; may be NULL
};

// The context of the handler. Stays as long as the server.
struct kauri_serve {
    struct kauri_api *api;
    struct kauri_serve_guard guard;
    sem_t places;        // for searches that run
    atomic_uint waiting; // for a place
};

// The handler of the server, whose context is `serve`.
struct kauri_http_handler kauri_serve_handler(struct kauri_serve *serve);

#endif
