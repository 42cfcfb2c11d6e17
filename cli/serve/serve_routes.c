#include "cli/serve/serve_routes.h"

#include "cli/serve/api.h"
#include "cli/serve/embedded.h"
#include "common/progress.h"
#include "web/http/http_stream.h"

#include <arpa/inet.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <time.h>

enum { MISDIRECTED = 421, FORBIDDEN = 403 };

enum {
    WAITING_MOST = 64, // searches that wait for others to end
    NICENESS = 10,     // of the threads of searches
};

#define WAIT_SECONDS 30.0 // that each of them waits at most

static const char api_methods[] = "GET, HEAD, POST, OPTIONS";

// Scripts, styles and pictures come from this server only, and no other page may frame it.
static const char content_policy[] =
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

static void add_safety(struct kauri_http_answer *answer)
{
    kauri_http_answer_header(answer, "X-Content-Type-Options", "nosniff");
    kauri_http_answer_header(answer, "Referrer-Policy", "no-referrer");
    kauri_http_answer_header(answer, "Content-Security-Policy", "%s", content_policy);
}

// Whose page may read the answer depends on the page only if one origin is allowed.
static void add_origin(const struct kauri_serve *serve, struct kauri_http_answer *answer)
{
    if (serve->guard.allow_origin != NULL) {
        kauri_http_answer_header(answer, "Access-Control-Allow-Origin", "%s",
                                 serve->guard.allow_origin);
        kauri_http_answer_header(answer, "Vary", "Origin");
    }
}

// Adds the headers that all answers of the API have.
static void add_api_headers(const struct kauri_serve *serve, struct kauri_http_answer *answer)
{
    add_safety(answer);
    add_origin(serve, answer);
}

static void refuse(void *context, unsigned status, const char *message,
                   struct kauri_http_answer *answer)
{
    const enum kauri_status number = status >= 500   ? KAURI_RESOURCE
                                     : status == 413 ? KAURI_BAD_INPUT
                                                     : KAURI_USAGE;
    kauri_api_answer_fault(answer, status, number, message);
    add_api_headers(context, answer);
}

// -------------------------------------------------------------------------- pages of other sites

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

// 0, or the status of the answer that refuses the request; *message then says why, in static
// storage. Programs other than browsers are never refused for their origin. Links from other sites
// may lead here.
static unsigned check_guard(const struct kauri_serve_guard *guard,
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

// ---------------------------------------------------------------------------- the explorer's files

static const struct kauri_static_file *find_file(const char *path)
{
    for (size_t i = 0; i < kauri_static_file_count; i++) {
        if (strcmp(kauri_static_files[i].path, path) == 0) {
            return &kauri_static_files[i];
        }
    }
    return NULL;
}

static void answer_file(struct kauri_serve *serve, const struct kauri_http_request *request,
                        struct kauri_http_answer *answer)
{
    const struct kauri_static_file *file = find_file(request->target->path);
    if (file == NULL) {
        refuse(serve, 404, "there is nothing at this address", answer);
        return;
    }
    if (strcmp(request->method, "GET") != 0 && strcmp(request->method, "HEAD") != 0) {
        refuse(serve, 405, "this address takes GET and HEAD only", answer);
        kauri_http_answer_header(answer, "Allow", "GET, HEAD");
        return;
    }
    const bool gzip = kauri_http_accepts(request->accept_encoding, "gzip");
    const struct kauri_static_form *form = gzip ? &file->gzip : &file->plain;
    // The page is asked for again each time. It names the version of all other files in their
    // paths.
    const bool page = strcmp(file->path, "/") == 0;
    kauri_http_answer_header(answer, "ETag", "%s", form->etag);
    kauri_http_answer_header(answer, "Cache-Control", "%s",
                             page ? "no-cache" : "public, max-age=31536000, immutable");
    kauri_http_answer_header(answer, "Vary", "Accept-Encoding");
    if (gzip) {
        kauri_http_answer_header(answer, "Content-Encoding", "gzip");
    }
    add_safety(answer);
    // With status 304 the body is not sent; its length is stated.
    answer->status = kauri_http_etag_matches(request->if_none_match, form->etag) ? 304 : 200;
    answer->fixed = form->bytes;
    answer->fixed_size = form->size;
    kauri_http_answer_header(answer, "Content-Type", "%s", file->type);
}

// ------------------------------------------------------------------------------------- the API

// What a browser asks before it lets a page of another origin send a record.
static void answer_options(const struct kauri_serve *serve, struct kauri_http_answer *answer)
{
    answer->status = 204;
    kauri_http_answer_header(answer, "Allow", "%s", api_methods);
    if (serve->guard.allow_origin != NULL) {
        kauri_http_answer_header(answer, "Access-Control-Allow-Methods", "%s", api_methods);
        kauri_http_answer_header(answer, "Access-Control-Allow-Headers", "Content-Type");
        kauri_http_answer_header(answer, "Access-Control-Max-Age", "86400");
    }
    add_api_headers(serve, answer);
}

// A request to the API while it is being answered.
struct visit {
    struct kauri_serve *serve;
    struct kauri_http_connection *connection;
    struct kauri_http_answer *answer;
    bool admitted;
};

static bool is_over(void *context)
{
    const struct visit *visit = context;
    return kauri_http_is_over(visit->connection);
}

// Waits until fewer searches run; false if that takes too long, or the client leaves.
static bool enter(struct visit *visit)
{
    const double end = kauri_clock_seconds() + WAIT_SECONDS;
    const struct timespec pause = {.tv_nsec = 20 * 1000000L};
    while (sem_trywait(&visit->serve->places) != 0) {
        if (is_over(visit) || kauri_clock_seconds() > end) {
            return false;
        }
        (void)nanosleep(&pause, NULL);
    }
    return true;
}

static bool admit(void *context, bool events)
{
    struct visit *visit = context;
    struct kauri_serve *serve = visit->serve;
    visit->admitted = atomic_fetch_add(&serve->waiting, 1) < WAITING_MOST && enter(visit);
    (void)atomic_fetch_sub(&serve->waiting, 1);
#ifdef __linux__
    // Quick answers come first. On Linux this is the priority of the calling thread; elsewhere it
    // would be that of the process. It cannot be raised again, so the thread must end.
    if (visit->admitted) {
        (void)setpriority(PRIO_PROCESS, 0, NICENESS);
    }
#endif
    if (visit->admitted && events) {
        struct kauri_http_answer *head = visit->answer;
        head->status = 200;
        kauri_http_answer_header(head, "Content-Type", "text/event-stream");
        kauri_http_answer_header(head, "Cache-Control", "no-store");
        add_api_headers(serve, head);
        // Proxies (nginx) pass events on at once.
        kauri_http_answer_header(head, "X-Accel-Buffering", "no");
        // A comment of server-sent events.
        kauri_http_stream_begin(visit->connection, head, ":\n\n");
    }
    return visit->admitted;
}

static void send_event(void *context, const char *name, const struct kauri_string *object)
{
    const struct visit *visit = context;
    struct kauri_string text = {.bytes = NULL};
    kauri_string_add(&text, "event: %s\ndata: ", name);
    kauri_string_add_bytes(&text, kauri_string_text(object), object->length);
    kauri_string_add_text(&text, "\n"); // after that of the object
    if (!text.failed) {
        kauri_http_stream_send(visit->connection, text.bytes, text.length);
    }
    kauri_string_clear(&text);
}

static void answer_api(struct kauri_serve *serve, const struct kauri_http_request *request,
                       struct kauri_http_answer *answer)
{
    struct visit visit = {.serve = serve, .connection = request->connection, .answer = answer};
    const struct kauri_api_caller caller = {
        .context = &visit, .stopped = is_over, .admit = admit, .event = send_event};
    const bool answered = kauri_api_answer(serve->api, request, &caller, answer);
    if (visit.admitted) {
        (void)sem_post(&serve->places);
    }
    if (answered) {
        add_api_headers(serve, answer);
        answer->last = visit.admitted;
    }
}

static void answer_request(void *context, const struct kauri_http_request *request,
                           struct kauri_http_answer *answer)
{
    struct kauri_serve *serve = context;
    const char *message = NULL;
    const unsigned status = check_guard(&serve->guard, request, &message);
    if (status != 0) {
        refuse(serve, status, message, answer);
    } else if (strncmp(request->target->path, KAURI_API_ROOT, sizeof KAURI_API_ROOT - 1) != 0) {
        answer_file(serve, request, answer);
    } else if (strcmp(request->method, "OPTIONS") == 0) {
        answer_options(serve, answer);
    } else {
        answer_api(serve, request, answer);
    }
}

struct kauri_http_handler kauri_serve_handler(struct kauri_serve *serve)
{
    return (struct kauri_http_handler){
        .context = serve, .answer = answer_request, .refuse = refuse};
}
