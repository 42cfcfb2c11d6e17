#include "web/http/http_watch.h"

#include <errno.h>
#include <sys/socket.h>
#include <time.h>

enum {
    ROUND_TIME = 100,    // milliseconds between two looks at all connections
    LEAVING_TIME = 1000, // for what a client sent of a request before it left
};

// Most milliseconds that a connection may be in this phase; 0: no limit.
static unsigned limit_of(const struct kauri_http_limits *limits, enum kauri_http_phase phase)
{
    switch (phase) {
    case KAURI_HTTP_IDLE:
        return limits->idle_time;
    case KAURI_HTTP_HEADERS:
        return limits->header_time;
    case KAURI_HTTP_BODY:
        return limits->body_time;
    case KAURI_HTTP_ANSWER:
        return limits->answer_time;
    case KAURI_HTTP_STREAM:
        return limits->stream_time;
    case KAURI_HTTP_JOB:
        break;
    }
    return 0;
}

// Whether the input has ended, and everything that came before was read.
static bool has_ended(int socket)
{
    char next;
    return recv(socket, &next, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

// The caller holds the server's mutex, so the connection stays and its socket is not closed.
static void look_at(struct kauri_http_connection *connection, uint64_t now)
{
    // The time is set before the phase, so a phase that has just begun is never taken for old.
    const enum kauri_http_phase phase =
        atomic_load_explicit(&connection->phase, memory_order_acquire);
    const uint64_t since = atomic_load_explicit(&connection->since, memory_order_relaxed);
    const unsigned limit = limit_of(&connection->server->limits, phase);
    const uint64_t age = now > since ? now - since : 0;
    // Of an end that comes together with the last bytes, libmicrohttpd learns only when something
    // happens after it.
    const bool left =
        kauri_http_awaits_request(phase) && age > LEAVING_TIME && has_ended(connection->socket);
    if ((limit > 0 && age > limit) || left) {
        // The thread of the connection sees the end of the input and closes it.
        (void)shutdown(connection->socket, SHUT_RDWR);
    }
    kauri_http_connection_check(connection, now);
}

static void sleep_a_round(struct kauri_http_server *server)
{
    struct timespec until;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += ROUND_TIME * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_nsec -= 1000000000L;
        until.tv_sec++;
    }
    while (!server->watcher_ends &&
           pthread_cond_timedwait(&server->change, &server->mutex, &until) != ETIMEDOUT) {
    }
}

static void *watch(void *context)
{
    struct kauri_http_server *server = context;
    (void)pthread_mutex_lock(&server->mutex);
    while (!server->watcher_ends) {
        if (server->first == NULL) {
            (void)pthread_cond_wait(&server->change, &server->mutex);
            continue;
        }
        const uint64_t now = kauri_http_now();
        for (struct kauri_http_connection *at = server->first; at != NULL; at = at->next) {
            look_at(at, now);
        }
        sleep_a_round(server);
    }
    (void)pthread_mutex_unlock(&server->mutex);
    return NULL;
}

enum kauri_status kauri_http_watch_start(struct kauri_http_server *server,
                                         struct kauri_error *error)
{
    const int code = pthread_create(&server->watcher, NULL, watch, server);
    if (code != 0) {
        errno = code;
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot start a thread for the server");
    }
    return KAURI_OK;
}

void kauri_http_watch_stop(struct kauri_http_server *server)
{
    (void)pthread_mutex_lock(&server->mutex);
    server->watcher_ends = true;
    (void)pthread_cond_signal(&server->change);
    (void)pthread_mutex_unlock(&server->mutex);
    (void)pthread_join(server->watcher, NULL);
}
