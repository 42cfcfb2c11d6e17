#include "cli/serve/serve_routes.h"

#include "cli/serve/static_files.h"

#include <string.h>

static const char api_root[] = "/api/v1/";
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

// Turns an answer of the API, which it empties, into one of HTTP.
static void take_answer(const struct kauri_serve *serve, struct kauri_api_answer *given,
                        struct kauri_http_answer *answer)
{
    answer->status = given->http_status;
    answer->stream = given->stream;
    answer->body = given->body;
    memset(&given->body, 0, sizeof given->body);
    if (given->type != NULL) {
        kauri_http_answer_header(answer, "Content-Type", "%s", given->type);
    }
    if (given->cache_seconds > 0) {
        kauri_http_answer_header(answer, "Cache-Control", "public, max-age=%u",
                                 given->cache_seconds);
    } else {
        const bool kept = given->etag[0] != '\0'; // and asked for again each time
        kauri_http_answer_header(answer, "Cache-Control", kept ? "no-cache" : "no-store");
    }
    if (given->etag[0] != '\0') {
        kauri_http_answer_header(answer, "ETag", "%s", given->etag);
        if (given->by_accept) {
            kauri_http_answer_header(answer, "Vary", "Accept");
        }
    }
    if (given->allow != NULL) {
        kauri_http_answer_header(answer, "Allow", "%s", given->allow);
    }
    if (given->retry_seconds > 0) {
        kauri_http_answer_header(answer, "Retry-After", "%u", given->retry_seconds);
    }
    if (given->stream) {
        // A comment of server-sent events. Proxies (nginx) pass events on at once.
        answer->heartbeat = ":\n\n";
        kauri_http_answer_header(answer, "X-Accel-Buffering", "no");
    }
    add_safety(answer);
    add_origin(serve, answer);
    kauri_api_answer_clear(given);
}

static void refuse(void *context, unsigned status, const char *message,
                   struct kauri_http_answer *answer)
{
    struct kauri_api_answer fault = {.job = NULL};
    kauri_api_answer_fault(&fault, status, status >= 500 ? KAURI_RESOURCE : KAURI_USAGE, message);
    take_answer(context, &fault, answer);
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
    add_safety(answer);
    add_origin(serve, answer);
}

static void answer_api(struct kauri_serve *serve, const struct kauri_http_request *request,
                       struct kauri_http_answer *answer)
{
    struct kauri_api_parameter parameters[KAURI_HTTP_PARAMETERS_MAX];
    struct kauri_api_answer given = {.job = NULL};
    const struct kauri_http_target *target = request->target;
    for (size_t i = 0; i < target->parameter_count; i++) {
        parameters[i].name = target->parameters[i].name;
        parameters[i].value = target->parameters[i].value;
    }
    const struct kauri_api_request asked = {
        .method = request->method,
        .path = target->path + sizeof api_root - 1,
        .parameters = parameters,
        .parameter_count = target->parameter_count,
        .body = request->body,
        .body_size = request->body_size,
        .events = kauri_http_accepts(request->accept, "text/event-stream"),
        .if_none_match = request->if_none_match,
        .client = request->client,
    };
    kauri_api_answer(serve->api, &asked, &given);
    if (given.job != NULL) {
        answer->job = given.job;
        given.job = NULL;
        kauri_api_answer_clear(&given);
    } else {
        take_answer(serve, &given, answer);
    }
}

static void answer_request(void *context, const struct kauri_http_request *request,
                           struct kauri_http_answer *answer)
{
    struct kauri_serve *serve = context;
    const char *message = NULL;
    const unsigned status = kauri_serve_guard_check(&serve->guard, request, &message);
    if (status != 0) {
        refuse(serve, status, message, answer);
    } else if (strncmp(request->target->path, api_root, sizeof api_root - 1) != 0) {
        answer_file(serve, request, answer);
    } else if (strcmp(request->method, "OPTIONS") == 0) {
        answer_options(serve, answer);
    } else {
        answer_api(serve, request, answer);
    }
}

static void watch(void *context, void *job, void (*wake)(void *waker), void *waker)
{
    (void)context;
    kauri_api_job_watch(job, wake, waker);
}

static bool finish(void *context, void *job, struct kauri_http_answer *answer)
{
    struct kauri_api_answer given = {.job = NULL};
    if (!kauri_api_job_take(job, &given)) {
        return false;
    }
    take_answer(context, &given, answer);
    return true;
}

static bool read_events(void *context, void *job, struct kauri_string *text)
{
    (void)context;
    return kauri_api_job_read(job, text);
}

static void drop(void *context, void *job)
{
    (void)context;
    kauri_api_job_free(job);
}

struct kauri_http_handler kauri_serve_handler(struct kauri_serve *serve)
{
    return (struct kauri_http_handler){
        .context = serve,
        .answer = answer_request,
        .refuse = refuse,
        .watch = watch,
        .finish = finish,
        .read = read_events,
        .drop = drop,
    };
}
