// Opens the socket that a server listens at.
#ifndef KAURI_WEB_HTTP_HTTP_LISTEN_H
#define KAURI_WEB_HTTP_HTTP_LISTEN_H

#include "common/status.h"

#include <stdbool.h>

enum { KAURI_HTTP_URL_BYTES = 80 };

// Listens at "ADDRESS:PORT": an IPv4 address, an IPv6 address in brackets, or "localhost", and a
// port, 0 for any that is free. *listener receives the socket, which the caller closes, and `url`
// the address with the port that was taken, as a browser on this machine opens it:
// "http://127.0.0.1:8642/". KAURI_USAGE for another notation; KAURI_LOCKED if the port is in use;
// KAURI_RESOURCE if the address cannot be used otherwise.
enum kauri_status kauri_http_listen(const char *address, int *listener,
                                    char url[KAURI_HTTP_URL_BYTES], struct kauri_error *error);

// Whether only programs on this machine can reach what listens there.
bool kauri_http_is_local(int listener);

#endif
