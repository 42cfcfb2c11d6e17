// What a server is given: the functions that answer, and its limits.
#ifndef KAURI_WEB_HTTP_HTTP_HANDLER_H
#define KAURI_WEB_HTTP_HTTP_HANDLER_H

#include "web/http/http_answer.h"

#include <stdbool.h>
#include <stddef.h>

// Called from the threads of the server, several at a time. None may wait for long.
struct kauri_http_handler {
    void *context;
    // Answers a request. Sets answer->job if the answer is not there yet.
    void (*answer)(void *context, const struct kauri_http_request *request,
                   struct kauri_http_answer *answer);
    // Answers a request that the server itself refuses, with this status and message: headers and
    // a `body`.
    void (*refuse)(void *context, unsigned status, const char *message,
                   struct kauri_http_answer *answer);

    // The job of an answer. Calls wake(waker) once when there is news of it, maybe at once; not
    // after `drop` has returned. Of several calls the last one counts.
    void (*watch)(void *context, void *job, void (*wake)(void *waker), void *waker);
    // Completes the answer, or returns false if it is still not there.
    bool (*finish)(void *context, void *job, struct kauri_http_answer *answer);
    // Adds what has come to the body of a stream. Returns false if nothing will follow.
    bool (*read)(void *context, void *job, struct kauri_string *text);
    // The job is not needed any more. Called once for each job.
    void (*drop)(void *context, void *job);
};

// Times are in milliseconds.
struct kauri_http_limits {
    unsigned connections;             // at a time
    unsigned connections_per_address; // at a time; an IPv6 /64 is one, this machine has no limit
    size_t header_bytes;              // request line and headers
    size_t body_bytes;                // of a request
    size_t all_bodies_bytes;          // of all requests together
    unsigned idle_time;               // between two requests
    unsigned header_time;             // from the request line to the end of the headers
    unsigned body_time;               // to the end of the body
    unsigned answer_time;             // until the client has taken an answer that is there
    unsigned stream_time;             // of a stream
    unsigned heartbeat_time;          // between two heartbeats of a stream that is silent
};

#endif
