#include "web/http/http_listen.h"

#include "common/size.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// Clients that wait to be accepted.
enum { BACKLOG = 512 };

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
