#include "web/http/http_server.h"

#include "common/size.h"
#include "web/http/http_connection.h"
#include "web/http/http_exchange.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    BACKLOG = 512, // clients that wait to be accepted
    // A connection's memory, as a multiple of its header_bytes: libmicrohttpd reads into half of
    // it, and keeps a copy of cookies, entries for headers and the start of the answer in the other
    // half.
    MEMORY_FACTOR = 4,
};

// ------------------------------------------------------------------------------------- the address

union address {
    struct sockaddr any;
    struct sockaddr_in ipv4;
    struct sockaddr_in6 ipv6;
};

static enum kauri_status parse(const char *text, union address *address, socklen_t *bytes,
                               struct kauri_error *error)
{
    char host[INET6_ADDRSTRLEN + 1];
    uint64_t port;
    const char *colon = strrchr(text, ':');
    const bool brackets = text[0] == '[';
    const char *begin = text + (brackets ? 1 : 0);
    const char *end = colon;
    if (colon != NULL && brackets) {
        end = colon > begin && colon[-1] == ']' ? colon - 1 : NULL;
    }
    if (end == NULL || (size_t)(end - begin) >= sizeof host ||
        !kauri_parse_number(colon + 1, 0, UINT16_MAX, &port)) {
        return kauri_fail(error, KAURI_USAGE,
                          "'%.80s' is not an address and a port, such as 127.0.0.1:8642 or "
                          "[::1]:8642",
                          text);
    }
    memcpy(host, begin, (size_t)(end - begin));
    host[end - begin] = '\0';
    memset(address, 0, sizeof *address);
    if (brackets && inet_pton(AF_INET6, host, &address->ipv6.sin6_addr) == 1) {
        address->ipv6.sin6_family = AF_INET6;
        address->ipv6.sin6_port = htons((uint16_t)port);
        *bytes = sizeof address->ipv6;
        return KAURI_OK;
    }
    const char *name = strcmp(host, "localhost") == 0 ? "127.0.0.1" : host;
    if (!brackets && inet_pton(AF_INET, name, &address->ipv4.sin_addr) == 1) {
        address->ipv4.sin_family = AF_INET;
        address->ipv4.sin_port = htons((uint16_t)port);
        *bytes = sizeof address->ipv4;
        return KAURI_OK;
    }
    return kauri_fail(error, KAURI_USAGE,
                      "'%.80s' is not an IPv4 address, an IPv6 address in brackets, or localhost",
                      text);
}

// A browser cannot open the address that stands for all of this machine's.
static void write_url(const union address *address, char url[KAURI_HTTP_URL_BYTES])
{
    char host[INET6_ADDRSTRLEN] = "";
    if (address->any.sa_family == AF_INET6) {
        const struct in6_addr *any = &address->ipv6.sin6_addr;
        (void)inet_ntop(AF_INET6, IN6_IS_ADDR_UNSPECIFIED(any) ? &in6addr_loopback : any, host,
                        sizeof host);
        (void)snprintf(url, KAURI_HTTP_URL_BYTES, "http://[%s]:%u/", host,
                       ntohs(address->ipv6.sin6_port));
    } else {
        struct in_addr shown = address->ipv4.sin_addr;
        if (shown.s_addr == htonl(INADDR_ANY)) {
            shown.s_addr = htonl(INADDR_LOOPBACK);
        }
        (void)inet_ntop(AF_INET, &shown, host, sizeof host);
        (void)snprintf(url, KAURI_HTTP_URL_BYTES, "http://%s:%u/", host,
                       ntohs(address->ipv4.sin_port));
    }
}

static bool set(int listener, int level, int option, int value)
{
    return setsockopt(listener, level, option, &value, sizeof value) == 0;
}

enum kauri_status kauri_http_listen(const char *address, int *listener,
                                    char url[KAURI_HTTP_URL_BYTES], struct kauri_error *error)
{
    union address place;
    socklen_t bytes = 0;
    enum kauri_status status = KAURI_OK;
    *listener = -1;
    KAURI_TRY(parse(address, &place, &bytes, error));
    *listener = socket(place.any.sa_family, SOCK_STREAM, 0);
    // The port of a server that has just ended may be taken again. An IPv6 server that listens at
    // all addresses takes IPv4 as well.
    const bool made =
        *listener >= 0 && fcntl(*listener, F_SETFD, FD_CLOEXEC) == 0 &&
        fcntl(*listener, F_SETFL, O_NONBLOCK) == 0 && set(*listener, SOL_SOCKET, SO_REUSEADDR, 1) &&
        (place.any.sa_family != AF_INET6 || set(*listener, IPPROTO_IPV6, IPV6_V6ONLY, 0));
    if (!made || bind(*listener, &place.any, bytes) != 0 || listen(*listener, BACKLOG) != 0 ||
        getsockname(*listener, &place.any, &bytes) != 0) {
        status = errno == EADDRINUSE ? KAURI_LOCKED : KAURI_RESOURCE;
        (void)kauri_fail_errno(error, status, "cannot listen at %s", address);
        goto cleanup;
    }
    write_url(&place, url);
cleanup:
    if (status != KAURI_OK && *listener >= 0) {
        (void)close(*listener);
        *listener = -1;
    }
    return status;
}

bool kauri_http_is_local(int listener)
{
    union address place;
    socklen_t bytes = sizeof place;
    memset(&place, 0, sizeof place);
    if (getsockname(listener, &place.any, &bytes) != 0) {
        return false;
    }
    return place.any.sa_family == AF_INET
               ? ntohl(place.ipv4.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET
               : IN6_IS_ADDR_LOOPBACK(&place.ipv6.sin6_addr);
}

// -------------------------------------------------------------------------------------- the server

struct kauri_http_limits kauri_http_limits_default(void)
{
    return (struct kauri_http_limits){
        .connections = 512,
        .header_bytes = 16384,
        .body_bytes = 1 << 16,
        .idle_time = 20000,
        .header_time = 10000,
        .body_time = 30000,
        .answer_time = 60000,
        .heartbeat_time = 5000,
    };
}

static enum kauri_status start_daemon(struct kauri_http_server *server, int listener,
                                      struct kauri_error *error)
{
    const struct kauri_http_limits *limits = &server->limits;
    // The daemon closes its listener in the end, the caller the one it gave.
    const int own = fcntl(listener, F_DUPFD_CLOEXEC, 0);
    if (own < 0) {
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot listen");
    }
    // With select(), and MHD_USE_ITC, by which the thread that accepts connections hears at once of
    // those that have ended, clients wait when there are too many; with poll(), libmicrohttpd would
    // close their connections. There is no MHD_OPTION_CONNECTION_TIMEOUT: it would count the time
    // of the handler as well.
    server->daemon = MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_ITC, 0, NULL,
        NULL, kauri_http_on_request, server, MHD_OPTION_LISTEN_SOCKET, own,
        MHD_OPTION_CONNECTION_LIMIT, limits->connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        limits->header_bytes * MEMORY_FACTOR, MHD_OPTION_NOTIFY_CONNECTION,
        kauri_http_on_connection, server, MHD_OPTION_URI_LOG_CALLBACK, kauri_http_on_target, server,
        MHD_OPTION_NOTIFY_COMPLETED, kauri_http_on_completed, server, MHD_OPTION_STRICT_FOR_CLIENT,
        1, MHD_OPTION_END);
    if (server->daemon == NULL) {
        (void)kauri_fail_errno(error, KAURI_RESOURCE, "cannot start the server");
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

enum kauri_status kauri_http_start(int listener, const struct kauri_http_limits *limits,
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
        status = start_daemon(made, listener, error);
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

void kauri_http_stop(struct kauri_http_server *server, unsigned milliseconds)
{
    if (server == NULL) {
        return;
    }
    atomic_store(&server->leaving, true);
    const uint64_t began = kauri_http_now();
    while (kauri_http_is_busy(server) && kauri_http_now() - began < milliseconds) {
        const struct timespec pause = {.tv_nsec = 10 * 1000000L};
        (void)nanosleep(&pause, NULL);
    }
    MHD_stop_daemon(server->daemon);
    kauri_http_watch_stop(server);
    (void)pthread_cond_destroy(&server->change);
    (void)pthread_mutex_destroy(&server->mutex);
    free(server);
}
