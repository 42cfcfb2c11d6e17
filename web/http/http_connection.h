// The connections of a server, with the phase that each of them is in, and answers that are written
// to the socket, past libmicrohttpd: refusals, and streams, which are sent while the handler makes
// them.
#ifndef KAURI_WEB_HTTP_HTTP_CONNECTION_H
#define KAURI_WEB_HTTP_HTTP_CONNECTION_H

#include "web/http/http_answer.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct MHD_Connection;
struct MHD_Daemon;
struct kauri_microhttpd;

enum kauri_http_phase {
    KAURI_HTTP_READING, // there is no request, or a part of one
    KAURI_HTTP_WORK,    // the handler is at work
    KAURI_HTTP_ANSWER,  // an answer, or a part of a stream, is on its way to the client
};

struct kauri_http_connection {
    struct kauri_http_server *server;
    struct kauri_http_connection *next, **link; // links in the server's list, under its mutex
    struct MHD_Connection *handle;
    int socket;
    _Atomic(enum kauri_http_phase) phase;
    _Atomic(uint64_t) since; // when the phase began, in milliseconds
    bool gave_way; // the connection was shut down to make room; protected by the server's mutex

    // The rest is used by the thread of the connection only.
    bool served;       // the thread has begun a request
    bool headers_read; // the headers of the request have been read
    bool refused;      // kauri_http_write_refusal was called
    bool chunked;      // the body of the request is chunked
    bool gone;         // the client has left
    bool streaming;
    bool in_chunks; // the stream is sent in chunks
    // When the client was looked for, and when the stream last sent something.
    uint64_t looked, spoke;
    const char *heartbeat;   // heartbeat of the stream
    const char *sent_target; // target as sent, in the memory of libmicrohttpd
    size_t sent_target_bytes;
    struct kauri_http_target target;
    char *body;
    size_t body_size;
    struct kauri_http_answer answer;
};

struct kauri_http_server {
    struct kauri_http_handler handler;
    struct kauri_http_limits limits;
    struct kauri_microhttpd *mhd;
    struct MHD_Daemon *daemon;
    pthread_mutex_t mutex; // protects the next two
    struct kauri_http_connection *first;
    unsigned count;
    atomic_bool leaving; // each answer is the last one of its connection
};

// Milliseconds of a monotonic clock.
uint64_t kauri_http_now(void);

void kauri_http_set_phase(struct kauri_http_connection *connection, enum kauri_http_phase phase);

// Adds a connection to the list; returns NULL if memory runs out. When less than an eighth of all
// connections is left, the one that has been in its phase for longest is shut down, unless its
// handler is at work: a new client does not wait until silent or slow ones have used up their time.
struct kauri_http_connection *kauri_http_connection_open(struct kauri_http_server *server,
                                                         struct MHD_Connection *handle, int socket);

// Takes the connection from the list and frees it.
void kauri_http_connection_close(struct kauri_http_connection *connection);

// Forgets the request.
void kauri_http_connection_reset(struct kauri_http_connection *connection);

// Return how many connections are open, and whether an answer is under way on one of them.
unsigned kauri_http_connections(struct kauri_http_server *server);
bool kauri_http_is_busy(struct kauri_http_server *server);

// ---------------------------------------------- for the handler, on the thread of the connection

// Returns whether the answer is not needed any more: the client has left, which is noticed within a
// tenth of a second, or the server is about to end. It may be asked very often. During a stream it
// sends the heartbeats.
bool kauri_http_is_over(struct kauri_http_connection *connection);

// Begins an answer that is sent while it is being made: `head` has the status and the headers. The
// server then ignores what else the handler answers, and closes the connection after it. When a
// stream is silent for a while, `heartbeat` is sent, so that the client and proxies see that the
// server is there; static storage.
void kauri_http_stream_begin(struct kauri_http_connection *connection,
                             const struct kauri_http_answer *head, const char *heartbeat);

// Sends a part of the stream; waits if the client does not keep up. Does nothing after the client
// has left.
void kauri_http_stream_send(struct kauri_http_connection *connection, const char *bytes,
                            size_t size);

// ----------------------------------------------- for the server, on the thread of the connection

// Ends a stream and shuts the connection down.
void kauri_http_stream_end(struct kauri_http_connection *connection);

// Writes what the handler answers to a request that is refused, unless another answer waits in the
// send buffer. Does not close the connection.
void kauri_http_write_refusal(struct kauri_http_connection *connection, unsigned status,
                              const char *message);

#endif
