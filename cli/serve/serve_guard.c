#include "cli/serve/serve_guard.h"

#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

enum { MISDIRECTED = 421, FORBIDDEN = 403 };

static bool is(const char *text, const char *other)
{
    return text != NULL && other != NULL && strcasecmp(text, other) == 0;
}

// Whether the header Host names this server. Addresses do: names alone can be resolved wrongly.
static bool is_own_name(const struct kauri_serve_guard *guard, const char *host)
{
    static const char local[] = ".localhost"; // such names are this machine (RFC 6761)
    char name[KAURI_HTTP_HOST_BYTES];
    struct in6_addr address;
    if (!kauri_http_host_name(host, name)) {
        return false;
    }
    const size_t bytes = strlen(name);
    const size_t end = sizeof local - 1;
    return is(name, local + 1) || (bytes > end && is(name + bytes - end, local)) ||
           inet_pton(AF_INET, name, &address) == 1 || inet_pton(AF_INET6, name, &address) == 1 ||
           is(name, guard->host);
}

// Whether a page of another site sent the request, according to the browser. Links (GET or HEAD
// that navigate) are allowed; forms that post are not, because they may carry a body. Old browsers
// send only Origin.
static bool is_foreign(const struct kauri_http_request *request)
{
    const char *site = request->fetch_site;
    const char *origin = request->origin;
    if (site != NULL) {
        const bool link = (is(request->method, "GET") || is(request->method, "HEAD")) &&
                          is(request->fetch_mode, "navigate") &&
                          is(request->fetch_dest, "document");
        return !is(site, "same-origin") && !is(site, "none") && !link;
    }
    if (origin == NULL || request->host == NULL) {
        return false;
    }
    const char *name = strstr(origin, "://");
    return name == NULL || !is(name + 3, request->host);
}

unsigned kauri_serve_guard_check(const struct kauri_serve_guard *guard,
                                 const struct kauri_http_request *request, const char **message)
{
    const char *allowed = guard->allow_origin;
    const bool names = guard->local || guard->host != NULL;
    if (names && request->host != NULL && request->host[0] != '\0' &&
        !is_own_name(guard, request->host)) {
        *message = "this server has another name: localhost, or that of its option --host";
        return MISDIRECTED;
    }
    if (is_foreign(request) && !is(allowed, "*") && !is(allowed, request->origin)) {
        *message = "pages of other sites may not ask this server (see its option --allow-origin)";
        return FORBIDDEN;
    }
    return 0;
}
