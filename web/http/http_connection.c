#include "web/http/http_connection.h"

#include "common/progress.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

// An IPv6 network is given to one customer.
enum { NETWORK_BYTES = 8 };

uint64_t kauri_http_now(void)
{
    return (uint64_t)(kauri_clock_seconds() * 1000);
}

void kauri_http_set_phase(struct kauri_http_connection *connection, enum kauri_http_phase phase)
{
    atomic_store_explicit(&connection->since, kauri_http_now(), memory_order_relaxed);
    atomic_store_explicit(&connection->phase, phase, memory_order_release);
}

// IPv4 addresses become ::ffff:a.b.c.d.
static struct in6_addr address_of(const struct sockaddr *address)
{
    struct in6_addr result;
    memset(&result, 0, sizeof result);
    if (address->sa_family == AF_INET6) {
        struct sockaddr_in6 ipv6;
        memcpy(&ipv6, address, sizeof ipv6);
        result = ipv6.sin6_addr;
    } else if (address->sa_family == AF_INET) {
        struct sockaddr_in ipv4;
        memcpy(&ipv4, address, sizeof ipv4);
        memset(result.s6_addr + 10, 0xff, 2);
        memcpy(result.s6_addr + 12, &ipv4.sin_addr, 4);
    }
    return result;
}

static bool is_loopback(const struct in6_addr *address)
{
    return IN6_IS_ADDR_LOOPBACK(address) ||
           (IN6_IS_ADDR_V4MAPPED(address) && address->s6_addr[12] == 127);
}

static bool same_client(const struct in6_addr *a, const struct in6_addr *b)
{
    const bool ipv4 = IN6_IS_ADDR_V4MAPPED(a) || IN6_IS_ADDR_V4MAPPED(b);
    return memcmp(a, b, ipv4 ? sizeof *a : NETWORK_BYTES) == 0;
}

bool kauri_http_may_connect(struct kauri_http_server *server, const struct sockaddr *address)
{
    const struct in6_addr asked = address_of(address);
    if (atomic_load(&server->leaving)) {
        return false;
    }
    if (is_loopback(&asked)) {
        return true;
    }
    unsigned count = 0;
    (void)pthread_mutex_lock(&server->mutex);
    for (const struct kauri_http_connection *at = server->first; at != NULL; at = at->next) {
        count += same_client(&at->address, &asked) ? 1 : 0;
    }
    (void)pthread_mutex_unlock(&server->mutex);
    return count < server->limits.connections_per_address;
}

// Called with the server's mutex held, so that no socket is closed meanwhile. If few connections
// are left, shuts down the one without a job that has been longest in its phase.
static void make_room(struct kauri_http_server *server)
{
    const unsigned limit = server->limits.connections;
    struct kauri_http_connection *oldest = NULL;
    if (server->count <= limit - limit / 8) {
        return;
    }
    for (struct kauri_http_connection *at = server->first; at != NULL; at = at->next) {
        const enum kauri_http_phase phase = atomic_load(&at->phase);
        if (!at->gave_way && phase != KAURI_HTTP_JOB && phase != KAURI_HTTP_STREAM &&
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
                                                         struct MHD_Connection *handle, int socket,
                                                         const struct sockaddr *address)
{
    struct kauri_http_connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        return NULL;
    }
    if (pthread_mutex_init(&connection->mutex, NULL) != 0) {
        free(connection);
        return NULL;
    }
    connection->server = server;
    connection->handle = handle;
    connection->socket = socket;
    connection->address = address_of(address);
    connection->local = is_loopback(&connection->address);
    if (IN6_IS_ADDR_V4MAPPED(&connection->address)) {
        (void)inet_ntop(AF_INET, connection->address.s6_addr + 12, connection->client,
                        sizeof connection->client);
    } else {
        (void)inet_ntop(AF_INET6, &connection->address, connection->client,
                        sizeof connection->client);
    }
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
    if (connection == NULL) {
        return;
    }
    struct kauri_http_server *server = connection->server;
    (void)pthread_mutex_lock(&server->mutex);
    *connection->link = connection->next;
    if (connection->next != NULL) {
        connection->next->link = connection->link;
    }
    server->count--;
    (void)pthread_mutex_unlock(&server->mutex);
    kauri_http_connection_reset(connection);
    (void)pthread_mutex_destroy(&connection->mutex);
    free(connection);
}

void kauri_http_connection_reset(struct kauri_http_connection *connection)
{
    const struct kauri_http_handler *handler = &connection->server->handler;
    if (connection->job != NULL) {
        handler->drop(handler->context, connection->job);
        connection->job = NULL;
    }
    // A body that was sent belongs to libmicrohttpd by now.
    kauri_string_clear(&connection->answer.body);
    kauri_string_clear(&connection->text);
    free(connection->body);
    (void)atomic_fetch_sub(&connection->server->bodies, connection->body_room);
    connection->body = NULL;
    connection->body_size = 0;
    connection->body_room = 0;
    connection->refused = false;
    connection->text_sent = 0;
    connection->text_ended = false;
    connection->stage = KAURI_HTTP_STAGE_BEGIN;
    (void)pthread_mutex_lock(&connection->mutex);
    connection->news = false;
    connection->heartbeat = false;
    (void)pthread_mutex_unlock(&connection->mutex);
}

bool kauri_http_connection_over(struct kauri_http_connection *connection)
{
    if (atomic_load(&connection->server->stopping)) {
        return true;
    }
    (void)pthread_mutex_lock(&connection->mutex);
    const bool gone = connection->gone;
    (void)pthread_mutex_unlock(&connection->mutex);
    return gone;
}

bool kauri_http_connection_wait(struct kauri_http_connection *connection)
{
    (void)pthread_mutex_lock(&connection->mutex);
    const bool wait =
        !connection->news && !connection->gone && !atomic_load(&connection->server->stopping);
    connection->news = false;
    if (wait) {
        connection->suspended = true;
        MHD_suspend_connection(connection->handle);
    }
    (void)pthread_mutex_unlock(&connection->mutex);
    return wait;
}

// The caller holds the connection's mutex.
static void resume(struct kauri_http_connection *connection)
{
    if (connection->suspended) {
        connection->suspended = false;
        MHD_resume_connection(connection->handle);
    }
}

void kauri_http_connection_wake(void *connection)
{
    struct kauri_http_connection *woken = connection;
    (void)pthread_mutex_lock(&woken->mutex);
    woken->news = !woken->suspended;
    resume(woken);
    (void)pthread_mutex_unlock(&woken->mutex);
}

// Whether the client has closed its end, also if it has sent something in advance.
static bool has_left(int socket)
{
    struct pollfd look = {.fd = socket, .events = POLLRDHUP};
    return poll(&look, 1, 0) == 1 && (look.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

void kauri_http_connection_check(struct kauri_http_connection *connection, uint64_t now)
{
    const bool stream =
        atomic_load_explicit(&connection->phase, memory_order_relaxed) == KAURI_HTTP_STREAM;
    (void)pthread_mutex_lock(&connection->mutex);
    if (connection->suspended) {
        connection->gone = connection->gone || has_left(connection->socket);
        connection->heartbeat =
            stream && now - connection->spoke >= connection->server->limits.heartbeat_time;
        if (connection->gone || connection->heartbeat ||
            atomic_load(&connection->server->stopping)) {
            resume(connection);
        }
    }
    (void)pthread_mutex_unlock(&connection->mutex);
}
