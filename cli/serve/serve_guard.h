// Keeps pages of other sites, which a user's browser shows, from using the server.
#ifndef KAURI_CLI_SERVE_SERVE_GUARD_H
#define KAURI_CLI_SERVE_SERVE_GUARD_H

#include "web/http/http_answer.h"

struct kauri_serve_guard {
    // Only this machine reaches the server. Its name is then localhost, and a page that calls it by
    // another one has had that name resolved to this machine (DNS rebinding).
    bool local;
    // Another name of the server, such as that of a proxy; may be NULL. Names are then checked even
    // if others reach the server.
    const char *host;
    const char *allow_origin; // whose pages may ask: an origin, "*" for all; may be NULL
};

// 0, or the status of the answer that refuses the request; *message then says why, in static
// storage. Programs other than browsers are never refused for their origin. Links from other sites
// may lead here. Thread-safe.
unsigned kauri_serve_guard_check(const struct kauri_serve_guard *guard,
                                 const struct kauri_http_request *request, const char **message);

#endif
