// A request that has arrived, and the answer to it: what the server and its handler exchange.
#ifndef KAURI_WEB_HTTP_HTTP_ANSWER_H
#define KAURI_WEB_HTTP_HTTP_ANSWER_H

#include "common/string_buffer.h"
#include "web/http/http_target.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kauri_http_connection;

enum {
    KAURI_HTTP_HEADERS_MAX = 16,
    KAURI_HTTP_HEADER_TEXT_BYTES = 1024, // total size of the values
};

// Valid while the handler is called. Headers are NULL if the request does not have them.
struct kauri_http_request {
    const char *method; // method as sent: "GET"
    const struct kauri_http_target *target;
    const char *body; // body, not NUL-terminated; NULL: none
    size_t body_size;
    const char *accept;
    const char *accept_encoding;
    const char *if_none_match;
    const char *host; // host of a target in absolute form, or else the header
    const char *origin;
    const char *fetch_site, *fetch_mode,
        *fetch_dest; // Sec-Fetch-...: what a browser says about its request
    struct kauri_http_connection *connection; // connection, for kauri_http_is_over and the streams
};

// The answer, which the handler fills in from zero.
struct kauri_http_answer {
    unsigned status; // HTTP status: 200, 404, ...
    // The body: `fixed`, which outlives the server; or, if `file_size` is not 0, the file of the
    // descriptor `file`, which the server closes; or else `body`, which the server frees.
    const void *fixed;
    size_t fixed_size;
    int file;
    uint64_t file_size;
    struct kauri_string body;
    bool last; // the connection is closed after the answer, and its thread ends
    // Members filled in by kauri_http_answer_header.
    size_t header_count;
    struct {
        const char *name;
        const char *value; // place in `text`
    } headers[KAURI_HTTP_HEADERS_MAX];
    char text[KAURI_HTTP_HEADER_TEXT_BYTES];
    size_t text_used;
    bool failed; // there were too many headers, so the client gets status 500
};

// Adds a header. `name` has static storage; the value is formatted as by printf.
void kauri_http_answer_header(struct kauri_http_answer *answer, const char *name,
                              const char *format, ...) __attribute__((format(printf, 3, 4)));

// Returns whether the header If-None-Match, NULL if there is none, names the entity tag, which has
// its quotation marks. Weak tags equal strong ones (RFC 9110, section 13.1.2).
bool kauri_http_etag_matches(const char *if_none_match, const char *etag);

// Returns whether a header such as Accept or Accept-Encoding, or NULL, names the type or coding,
// and not with the weight 0. Wildcards are not looked at.
bool kauri_http_accepts(const char *accept, const char *name);

// The functions and limits of a server.

// Called from the threads of the connections, several at a time.
struct kauri_http_handler {
    void *context;
    // Answers a request. It may take as long as it likes if it asks kauri_http_is_over
    // (http_connection.h) now and then, and stops when that returns true.
    void (*answer)(void *context, const struct kauri_http_request *request,
                   struct kauri_http_answer *answer);
    // Answers a request that the server itself refuses, with this status and message: headers and
    // a `body`.
    void (*refuse)(void *context, unsigned status, const char *message,
                   struct kauri_http_answer *answer);
};

struct kauri_http_limits {
    unsigned connections;    // maximum at a time
    size_t header_bytes;     // size of request line and headers
    size_t body_bytes;       // body of a request
    unsigned silence_time;   // seconds without a byte of the client, between or in requests
    unsigned answer_time;    // seconds without a byte of an answer that the client takes, or until
                             // it has taken a part of a stream
    unsigned heartbeat_time; // milliseconds between two heartbeats of a stream that is silent
};

#endif
