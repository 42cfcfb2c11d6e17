// What a server is given: the functions that answer, and its limits.
#ifndef KAURI_WEB_HTTP_HTTP_HANDLER_H
#define KAURI_WEB_HTTP_HTTP_HANDLER_H

#include "web/http/http_answer.h"

#include <stddef.h>

// Called from the threads of the connections, several at a time.
struct kauri_http_handler {
    void *context;
    // Answers a request. It may take as long as it likes if it asks kauri_http_is_over
    // (http_stream.h) now and then, and stops when that is so.
    void (*answer)(void *context, const struct kauri_http_request *request,
                   struct kauri_http_answer *answer);
    // Answers a request that the server itself refuses, with this status and message: headers and
    // a `body`.
    void (*refuse)(void *context, unsigned status, const char *message,
                   struct kauri_http_answer *answer);
};

// Times are in milliseconds.
struct kauri_http_limits {
    unsigned connections;    // at a time
    size_t header_bytes;     // request line and headers
    size_t body_bytes;       // of a request
    unsigned idle_time;      // between two requests
    unsigned header_time;    // from the request line to the end of the headers
    unsigned body_time;      // to the end of the body
    unsigned answer_time;    // until the client has taken an answer, or a part of a stream
    unsigned heartbeat_time; // between two heartbeats of a stream that is silent
};

#endif
