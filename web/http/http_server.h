// An HTTP/1.1 server that knows nothing of what it serves. It decodes requests, keeps within its
// limits whatever clients do, and lets answers come later without a thread that waits for them.
//
// Threads share all connections; a further one watches the time and clients that leave. All
// inherit the signal mask of the thread that starts the server.
#ifndef KAURI_WEB_HTTP_HTTP_SERVER_H
#define KAURI_WEB_HTTP_HTTP_SERVER_H

#include "web/http/http_handler.h"

struct kauri_http_server;

// The defaults, as in docs/SERVER.md.
struct kauri_http_limits kauri_http_limits_default(void);

// Serves what `listener` (kauri_http_listen) accepts with `threads` threads, at least 1. The caller
// stops *server with kauri_http_stop, and closes the listener after that. KAURI_RESOURCE if memory,
// threads or descriptors run out.
enum kauri_status kauri_http_start(int listener, unsigned threads,
                                   const struct kauri_http_limits *limits,
                                   const struct kauri_http_handler *handler,
                                   struct kauri_http_server **server, struct kauri_error *error);

// Turns away who connects now, waits at most `milliseconds` for answers that are under way, closes
// all connections and ends the threads. Accepts NULL.
void kauri_http_stop(struct kauri_http_server *server, unsigned milliseconds);

// The connections that are open.
unsigned kauri_http_connections(struct kauri_http_server *server);

#endif
