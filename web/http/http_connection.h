// The connections of a server: their list, the time that each has spent in its phase, and the
// thread that ends those which take too long.
#ifndef KAURI_WEB_HTTP_HTTP_CONNECTION_H
#define KAURI_WEB_HTTP_HTTP_CONNECTION_H

#include "common/status.h"
#include "web/http/http_answer.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct MHD_Connection;
struct MHD_Daemon;

// The state of a connection, for its limits of time.
enum kauri_http_phase {
    KAURI_HTTP_IDLE,    // no request, or the beginning of one
    KAURI_HTTP_HEADERS, // the request line has come
    KAURI_HTTP_BODY,    // the headers have come
    KAURI_HTTP_WORK,    // the handler is at work
    KAURI_HTTP_ANSWER,  // an answer, or a part of a stream, is on its way to the client
};

struct kauri_http_connection {
    struct kauri_http_server *server;
    struct kauri_http_connection *next, **link; // in the server's list, under its mutex
    struct MHD_Connection *handle;
    int socket;
    _Atomic(enum kauri_http_phase) phase;
    _Atomic(uint64_t) since; // of the phase, milliseconds
    bool gave_way;           // was shut down to make room; protected by the server's mutex

    // The rest is used by the thread of the connection only.
    bool served;       // the thread has begun a request
    bool headers_read; // those of the request
    bool refused;      // kauri_http_write_refusal
    bool chunked;      // the body of the request is
    bool gone;         // the client has left
    bool streaming;
    bool in_chunks;          // the stream is
    uint64_t looked, spoke;  // when the client was looked for, and the stream last said something
    const char *heartbeat;   // of the stream
    const char *sent_target; // in the memory of libmicrohttpd
    size_t sent_target_bytes;
    struct kauri_http_target target;
    char *body;
    size_t body_size;
    struct kauri_http_answer answer;
};

struct kauri_http_server {
    struct kauri_http_handler handler;
    struct kauri_http_limits limits;
    struct MHD_Daemon *daemon;
    pthread_t watcher;
    pthread_mutex_t mutex; // for the next four
    pthread_cond_t change; // a connection was opened, or the watcher is to end
    struct kauri_http_connection *first;
    unsigned count;
    bool watcher_ends;
    atomic_bool leaving; // each answer is the last one of its connection
};

// Milliseconds of a monotonic clock.
uint64_t kauri_http_now(void);

void kauri_http_set_phase(struct kauri_http_connection *connection, enum kauri_http_phase phase);

// Adds a connection to the list; NULL without memory. When less than an eighth of all connections
// is left, the one that has been in its phase for longest is shut down, unless its handler is at
// work: a new client does not wait until silent or slow ones have used up their time.
struct kauri_http_connection *kauri_http_connection_open(struct kauri_http_server *server,
                                                         struct MHD_Connection *handle, int socket);

// Takes it from the list and frees it.
void kauri_http_connection_close(struct kauri_http_connection *connection);

// Forgets the request.
void kauri_http_connection_reset(struct kauri_http_connection *connection);

// How many connections are open, and whether an answer is under way on one of them.
unsigned kauri_http_connections(struct kauri_http_server *server);
bool kauri_http_is_busy(struct kauri_http_server *server);

// Starts server->watcher. KAURI_RESOURCE.
enum kauri_status kauri_http_watch_start(struct kauri_http_server *server,
                                         struct kauri_error *error);

// Ends the thread and waits for it.
void kauri_http_watch_stop(struct kauri_http_server *server);

#endif
