#include "web/http/http_server.h"

#include "web/http/http_connection.h"
#include "web/http/http_exchange.h"
#include "web/http/http_watch.h"

#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// A connection's memory, as a multiple of its header_bytes: libmicrohttpd reads into half of it,
// and keeps a copy of cookies, entries for headers and the start of the answer in the other half.
enum { MEMORY_FACTOR = 4 };

struct kauri_http_limits kauri_http_limits_default(void)
{
    return (struct kauri_http_limits){
        .connections = 512,
        .connections_per_address = 64,
        .header_bytes = 16384,
        .body_bytes = 1 << 20,
        .all_bodies_bytes = 32 << 20,
        .idle_time = 20000,
        .header_time = 10000,
        .body_time = 30000,
        .answer_time = 60000,
        .stream_time = 3600000,
        .heartbeat_time = 5000,
    };
}

static enum kauri_status start_daemon(struct kauri_http_server *server, int listener,
                                      unsigned threads, struct kauri_error *error)
{
    const struct kauri_http_limits *limits = &server->limits;
    // The daemon closes its listener in the end, the caller the one it gave.
    const int own = fcntl(listener, F_DUPFD_CLOEXEC, 0);
    if (own < 0) {
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot listen");
    }
    // The pool begins at two threads.
    const struct MHD_OptionItem pool[] = {
        {.option = threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END,
         .value = (intptr_t)threads},
        {.option = MHD_OPTION_END},
    };
    server->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, kauri_http_on_accept, server,
        kauri_http_on_request, server, MHD_OPTION_LISTEN_SOCKET, own, MHD_OPTION_CONNECTION_LIMIT,
        limits->connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        limits->header_bytes * MEMORY_FACTOR, MHD_OPTION_CONNECTION_TIMEOUT,
        (limits->idle_time + 999) / 1000, MHD_OPTION_NOTIFY_CONNECTION, kauri_http_on_connection,
        server, MHD_OPTION_URI_LOG_CALLBACK, kauri_http_on_target, server,
        MHD_OPTION_NOTIFY_COMPLETED, kauri_http_on_completed, server, MHD_OPTION_STRICT_FOR_CLIENT,
        1, MHD_OPTION_ARRAY, pool, MHD_OPTION_END);
    if (server->daemon == NULL) {
        (void)kauri_fail_errno(error, KAURI_RESOURCE, "cannot start the server with %u threads",
                               threads);
        (void)close(own); // unless the daemon came as far as closing it
        return KAURI_RESOURCE;
    }
    return KAURI_OK;
}

static bool make_condition(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0) {
        return false;
    }
    const bool made = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                      pthread_cond_init(condition, &attributes) == 0;
    (void)pthread_condattr_destroy(&attributes);
    return made;
}

enum kauri_status kauri_http_start(int listener, unsigned threads,
                                   const struct kauri_http_limits *limits,
                                   const struct kauri_http_handler *handler,
                                   struct kauri_http_server **server, struct kauri_error *error)
{
    *server = NULL;
    struct kauri_http_server *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the server");
    }
    made->handler = *handler;
    made->limits = *limits;
    if (pthread_mutex_init(&made->mutex, NULL) != 0) {
        free(made);
        return kauri_fail(error, KAURI_RESOURCE, "cannot make a mutex for the server");
    }
    if (!make_condition(&made->change)) {
        (void)pthread_mutex_destroy(&made->mutex);
        free(made);
        return kauri_fail(error, KAURI_RESOURCE, "cannot make a condition for the server");
    }
    enum kauri_status status = kauri_http_watch_start(made, error);
    if (status == KAURI_OK) {
        status = start_daemon(made, listener, threads, error);
        if (status != KAURI_OK) {
            kauri_http_watch_stop(made);
        }
    }
    if (status != KAURI_OK) {
        (void)pthread_cond_destroy(&made->change);
        (void)pthread_mutex_destroy(&made->mutex);
        free(made);
        return status;
    }
    *server = made;
    return KAURI_OK;
}

// Whether an answer is under way.
static bool is_busy(struct kauri_http_server *server)
{
    bool busy = false;
    (void)pthread_mutex_lock(&server->mutex);
    for (struct kauri_http_connection *at = server->first; at != NULL; at = at->next) {
        busy = busy || !kauri_http_awaits_request(atomic_load(&at->phase));
    }
    (void)pthread_mutex_unlock(&server->mutex);
    return busy;
}

void kauri_http_stop(struct kauri_http_server *server, unsigned milliseconds)
{
    if (server == NULL) {
        return;
    }
    // Not by MHD_quiesce_daemon: with epoll it races with the threads of the daemon for the
    // listener, and whoever comes second ends the program ("Failed to remove listen FD from epoll
    // set").
    atomic_store(&server->leaving, true);
    const uint64_t began = kauri_http_now();
    while (is_busy(server) && kauri_http_now() - began < milliseconds) {
        const struct timespec pause = {.tv_nsec = 10 * 1000000L};
        (void)nanosleep(&pause, NULL);
    }
    // Connections that are suspended get resumed.
    atomic_store(&server->stopping, true);
    (void)pthread_mutex_lock(&server->mutex);
    for (struct kauri_http_connection *at = server->first; at != NULL; at = at->next) {
        kauri_http_connection_check(at, kauri_http_now());
    }
    (void)pthread_mutex_unlock(&server->mutex);
    MHD_stop_daemon(server->daemon);
    kauri_http_watch_stop(server);
    (void)pthread_cond_destroy(&server->change);
    (void)pthread_mutex_destroy(&server->mutex);
    free(server);
}

unsigned kauri_http_connections(struct kauri_http_server *server)
{
    (void)pthread_mutex_lock(&server->mutex);
    const unsigned count = server->count;
    (void)pthread_mutex_unlock(&server->mutex);
    return count;
}
