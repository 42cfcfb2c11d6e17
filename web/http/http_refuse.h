// Refuses a request and closes its connection.
#ifndef KAURI_WEB_HTTP_HTTP_REFUSE_H
#define KAURI_WEB_HTTP_HTTP_REFUSE_H

#include "web/http/http_connection.h"

#include <microhttpd.h>

// Writes the answer straight to the socket. libmicrohttpd cannot answer before it has read headers
// and body, nor when its memory is full; it would close the connection without an answer. Call only
// from the connection's thread, before any part of another answer has been sent. Returns MHD_NO,
// which makes libmicrohttpd close the connection.
enum MHD_Result kauri_http_refuse(struct kauri_http_connection *connection, unsigned status,
                                  const char *message);

// The same for a request whose body may still be on its way: it is read and dropped, because
// closing a connection with unread input resets it, and the client may lose the answer. Returns
// MHD_YES.
enum MHD_Result kauri_http_refuse_body(struct kauri_http_connection *connection, unsigned status,
                                       const char *message);

#endif
