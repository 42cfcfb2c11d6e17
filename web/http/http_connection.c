#include "web/http/http_connection.h"

#include "common/progress.h"

#include <stdlib.h>
#include <sys/socket.h>

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
    kauri_http_set_phase(connection, KAURI_HTTP_READING);
    (void)pthread_mutex_lock(&server->mutex);
    connection->next = server->first;
    connection->link = &server->first;
    if (connection->next != NULL) {
        connection->next->link = &connection->next;
    }
    make_room(server);
    server->first = connection;
    server->count++;
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
