// The connections of a server: their list, the time of each, and waiting for news of a job.
#ifndef KAURI_WEB_HTTP_HTTP_CONNECTION_H
#define KAURI_WEB_HTTP_HTTP_CONNECTION_H

#include "web/http/http_handler.h"

#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/socket.h>

struct MHD_Connection;
struct MHD_Daemon;

// What a connection does, for its limits of time.
enum kauri_http_phase {
    KAURI_HTTP_IDLE,    // no request, or the beginning of one
    KAURI_HTTP_HEADERS, // the request line has come
    KAURI_HTTP_BODY,    // the headers have come
    KAURI_HTTP_JOB,     // the answer is being made; the job bounds the time
    KAURI_HTTP_ANSWER,
    KAURI_HTTP_STREAM,
};

// Whether the server is waiting for a request or the rest of one.
static inline bool kauri_http_awaits_request(enum kauri_http_phase phase)
{
    return phase == KAURI_HTTP_IDLE || phase == KAURI_HTTP_HEADERS || phase == KAURI_HTTP_BODY;
}

// What the next call of libmicrohttpd for the request means.
enum kauri_http_stage {
    KAURI_HTTP_STAGE_BEGIN, // the headers are there
    KAURI_HTTP_STAGE_READ,  // more of the body, or its end
    KAURI_HTTP_STAGE_WAIT,  // the job may have news
};

struct kauri_http_connection {
    struct kauri_http_server *server;
    struct kauri_http_connection *next, **link; // in the server's list, under its mutex
    struct MHD_Connection *handle;
    int socket;
    struct in6_addr address; // IPv4 as ::ffff:a.b.c.d
    bool local;              // the client is on this machine
    char client[KAURI_HTTP_CLIENT_BYTES];
    _Atomic(enum kauri_http_phase) phase;
    _Atomic(uint64_t) since; // of the phase, milliseconds
    bool gave_way;           // was shut down to make room; protected by the server's mutex

    pthread_mutex_t mutex; // for the next four
    bool suspended;        // libmicrohttpd leaves the connection alone until it is resumed
    bool news;             // came while it was not suspended
    bool gone;             // the client has left
    bool heartbeat;        // is due
    uint64_t spoke;        // when the stream last had a text, milliseconds

    // The request; used by the thread of the connection only.
    enum kauri_http_stage stage;
    bool refused;            // kauri_http_refuse
    bool chunked;            // the body is
    const char *sent_target; // in the memory of libmicrohttpd
    size_t sent_target_bytes;
    struct kauri_http_target target;
    char *body;
    size_t body_size, body_room;
    void *job;
    struct kauri_http_answer answer;
    struct kauri_string text; // of a stream
    size_t text_sent;
    bool text_ended;
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
    atomic_bool leaving;  // no further connection is accepted, and each answer is the last one
    atomic_bool stopping; // no connection is suspended any more
    atomic_size_t bodies; // bytes allocated for bodies
};

// Milliseconds of a monotonic clock.
uint64_t kauri_http_now(void);

void kauri_http_set_phase(struct kauri_http_connection *connection, enum kauri_http_phase phase);

// Whether a further connection from this address is within the limits, and the server is not about
// to stop.
bool kauri_http_may_connect(struct kauri_http_server *server, const struct sockaddr *address);

// Adds a connection to the list; NULL without memory. When less than an eighth of all connections
// is left, the one that has been in its phase for longest is shut down, unless it has a job: a new
// client does not wait until silent or slow ones have used up their time.
struct kauri_http_connection *kauri_http_connection_open(struct kauri_http_server *server,
                                                         struct MHD_Connection *handle, int socket,
                                                         const struct sockaddr *address);

// Takes it from the list. Accepts NULL.
void kauri_http_connection_close(struct kauri_http_connection *connection);

// Forgets the request, and drops its job.
void kauri_http_connection_reset(struct kauri_http_connection *connection);

// Whether the answer is not needed any more: the client has left or the server ends.
bool kauri_http_connection_over(struct kauri_http_connection *connection);

// Suspends the connection until its job has news. Returns false without doing so if there is some
// already. Only from callbacks of libmicrohttpd that may suspend.
bool kauri_http_connection_wait(struct kauri_http_connection *connection);

// The job of the connection has news. Thread-safe.
void kauri_http_connection_wake(void *connection);

// Resumes a connection that waits if it must look up: because its client has left, its heartbeat is
// due, or the server ends. The caller holds the server's mutex.
void kauri_http_connection_check(struct kauri_http_connection *connection, uint64_t now);

#endif
