#include "web/http/http_connection.h"

#include "common/progress.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

// Milliseconds between two looks at all connections.
enum { ROUND_TIME = 100 };

uint64_t kauri_http_now(void)
{
    return (uint64_t)(kauri_clock_seconds() * 1000);
}

void kauri_http_set_phase(struct kauri_http_connection *connection, enum kauri_http_phase phase)
{
    atomic_store_explicit(&connection->since, kauri_http_now(), memory_order_relaxed);
    atomic_store_explicit(&connection->phase, phase, memory_order_release);
}

// Called with the server's mutex held, so that no socket is closed meanwhile.
static void make_room(struct kauri_http_server *server)
{
    const unsigned limit = server->limits.connections;
    struct kauri_http_connection *oldest = NULL;
    if (server->count <= limit - limit / 8) {
        return;
    }
    for (struct kauri_http_connection *at = server->first; at != NULL; at = at->next) {
        if (!at->gave_way && atomic_load(&at->phase) != KAURI_HTTP_WORK &&
            (oldest == NULL || atomic_load(&at->since) <= atomic_load(&oldest->since))) {
            oldest = at;
        }
    }
    if (oldest != NULL) {
        oldest->gave_way = true;
        (void)shutdown(oldest->socket, SHUT_RDWR);
    }
}

struct kauri_http_connection *kauri_http_connection_open(struct kauri_http_server *server,
                                                         struct MHD_Connection *handle, int socket)
{
    struct kauri_http_connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        return NULL;
    }
    connection->server = server;
    connection->handle = handle;
    connection->socket = socket;
    kauri_http_set_phase(connection, KAURI_HTTP_IDLE);
    (void)pthread_mutex_lock(&server->mutex);
    connection->next = server->first;
    connection->link = &server->first;
    if (connection->next != NULL) {
        connection->next->link = &connection->next;
    }
    make_room(server);
    server->first = connection;
    server->count++;
    (void)pthread_cond_signal(&server->change);
    (void)pthread_mutex_unlock(&server->mutex);
    return connection;
}

void kauri_http_connection_close(struct kauri_http_connection *connection)
{
    struct kauri_http_server *server = connection->server;
    (void)pthread_mutex_lock(&server->mutex);
    *connection->link = connection->next;
    if (connection->next != NULL) {
        connection->next->link = connection->link;
    }
    server->count--;
    (void)pthread_mutex_unlock(&server->mutex);
    kauri_http_connection_reset(connection);
    free(connection);
}

void kauri_http_connection_reset(struct kauri_http_connection *connection)
{
    // A body that was sent belongs to libmicrohttpd by now.
    kauri_string_clear(&connection->answer.body);
    free(connection->body);
    connection->body = NULL;
    connection->body_size = 0;
    connection->headers_read = false;
    connection->refused = false;
    connection->gone = false;
    connection->streaming = false;
}

unsigned kauri_http_connections(struct kauri_http_server *server)
{
    (void)pthread_mutex_lock(&server->mutex);
    const unsigned count = server->count;
    (void)pthread_mutex_unlock(&server->mutex);
    return count;
}

bool kauri_http_is_busy(struct kauri_http_server *server)
{
    bool busy = false;
    (void)pthread_mutex_lock(&server->mutex);
    for (struct kauri_http_connection *at = server->first; at != NULL; at = at->next) {
        const enum kauri_http_phase phase = atomic_load(&at->phase);
        busy = busy || phase == KAURI_HTTP_WORK || phase == KAURI_HTTP_ANSWER;
    }
    (void)pthread_mutex_unlock(&server->mutex);
    return busy;
}

// ----------------------------------------------------------------------------------- the watcher

// Most milliseconds that a connection may be in this phase; 0: the handler bounds the time.
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
    case KAURI_HTTP_WORK:
        break;
    }
    return 0;
}

// The caller holds the server's mutex, so the connection stays and its socket is not closed.
static void look_at(struct kauri_http_connection *connection)
{
    // The time is set before the phase, so a phase that has just begun is never taken for old.
    const enum kauri_http_phase phase =
        atomic_load_explicit(&connection->phase, memory_order_acquire);
    const uint64_t since = atomic_load_explicit(&connection->since, memory_order_relaxed);
    const unsigned limit = limit_of(&connection->server->limits, phase);
    if (limit > 0 && kauri_http_now() - since > limit) {
        // The thread of the connection sees the end of the input and closes it.
        (void)shutdown(connection->socket, SHUT_RDWR);
    }
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
        for (struct kauri_http_connection *at = server->first; at != NULL; at = at->next) {
            look_at(at);
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
