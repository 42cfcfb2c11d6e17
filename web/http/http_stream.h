// Answers that are written to the socket, past libmicrohttpd: refusals, and streams, which are sent
// while the handler makes them.
//
// Everything here is for the thread of the connection.
#ifndef KAURI_WEB_HTTP_HTTP_STREAM_H
#define KAURI_WEB_HTTP_HTTP_STREAM_H

#include "web/http/http_answer.h"

#include <stdbool.h>
#include <stddef.h>

// -------------------------------------------------------------------------------- for the handler

// Whether the answer is not needed any more: the client has left, which is noticed within a tenth
// of a second, or the server is about to end. It may be asked very often. During a stream it sends
// the heartbeats.
bool kauri_http_is_over(struct kauri_http_connection *connection);

// Begins an answer that is sent while it is being made: `head` has the status and the headers. The
// server then ignores what else the handler answers, and closes the connection after it. When a
// stream is silent for a while, `heartbeat` is sent, so that the client and proxies see that the
// server is there; static storage.
void kauri_http_stream_begin(struct kauri_http_connection *connection,
                             const struct kauri_http_answer *head, const char *heartbeat);

// Sends a part of it; waits if the client does not keep up. Does nothing after the client has left.
void kauri_http_stream_send(struct kauri_http_connection *connection, const char *bytes,
                            size_t size);

// --------------------------------------------------------------------------------- for the server

// Ends a stream and shuts the connection down.
void kauri_http_stream_end(struct kauri_http_connection *connection);

// Writes what the handler answers to a request that is refused, unless another answer waits in the
// send buffer. Does not close the connection.
void kauri_http_write_refusal(struct kauri_http_connection *connection, unsigned status,
                              const char *message);

#endif
