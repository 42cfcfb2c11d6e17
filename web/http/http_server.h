// An HTTP/1.1 server for any handler. It decodes requests, and keeps within its limits whatever
// clients do. libmicrohttpd reads the requests and sends most answers; web/http/http_connection.h
// sends the rest.
//
// Each connection has a thread of its own, which also runs the handler; another thread accepts
// connections. All inherit the signal mask of the thread that starts the server.
// If the system has no thread for a connection, the client gets status 503.
#ifndef KAURI_WEB_HTTP_HTTP_SERVER_H
#define KAURI_WEB_HTTP_HTTP_SERVER_H

#include "common/status.h"
#include "web/http/http_answer.h"

#include <stdbool.h>

struct kauri_http_server;

enum { KAURI_HTTP_URL_BYTES = 80 };

// The defaults, as in docs/guide/SERVER.md.
struct kauri_http_limits kauri_http_limits_default(void);

// Listens at "ADDRESS:PORT": an IPv4 address, an IPv6 address in brackets, or "localhost", and a
// port, 0 for any that is free. *listener receives the socket, which the caller closes, and `url`
// the address with the port that was taken, as a browser on this machine opens it:
// "http://127.0.0.1:8642/". KAURI_USAGE for another notation; KAURI_LOCKED if the port is in use;
// KAURI_RESOURCE if the address cannot be used otherwise.
enum kauri_status kauri_http_listen(const char *address, int *listener,
                                    char url[KAURI_HTTP_URL_BYTES], struct kauri_error *error);

// Returns whether only programs on this machine can reach what listens there.
bool kauri_http_is_local(int listener);

// Serves what `listener` (kauri_http_listen) accepts. The caller stops *server with
// kauri_http_stop, and closes the listener after that. KAURI_RESOURCE if memory, threads or
// descriptors run out.
enum kauri_status kauri_http_start(int listener, const struct kauri_http_limits *limits,
                                   const struct kauri_http_handler *handler,
                                   struct kauri_http_server **server, struct kauri_error *error);

// Tells the handlers that are at work to stop (kauri_http_is_over), waits at most `milliseconds`
// for answers that are under way, after which their connections close, ends all other connections,
// and waits for the end of the threads. Accepts NULL.
void kauri_http_stop(struct kauri_http_server *server, unsigned milliseconds);

#endif
