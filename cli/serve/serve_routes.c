#include "cli/serve/serve_routes.h"

#include "cli/serve/static_files.h"

#include <string.h>

static const char api_root[] = "/api/v1/";

// Scripts, styles and pictures come from this server only, and no other page may frame it.
static const char content_policy[] =
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

static void add_safety(struct kauri_http_answer *answer)
{
    kauri_http_answer_header(answer, "X-Content-Type-Options", "nosniff");
    kauri_http_answer_header(answer, "Referrer-Policy", "no-referrer");
    kauri_http_answer_header(answer, "Content-Security-Policy", "%s", content_policy);
}

static void refuse(void *context, unsigned status, const char *message,
                   struct kauri_http_answer *answer)
{
    (void)context;
    answer->status = status;
    kauri_string_add(&answer->body, "%s\n", message);
    kauri_http_answer_header(answer, "Content-Type", "text/plain; charset=utf-8");
    kauri_http_answer_header(answer, "Cache-Control", "no-store");
    add_safety(answer);
}

static const struct kauri_static_file *find_file(const char *path)
{
    for (size_t i = 0; i < kauri_static_file_count; i++) {
        if (strcmp(kauri_static_files[i].path, path) == 0) {
            return &kauri_static_files[i];
        }
    }
    return NULL;
}

static void answer_file(const struct kauri_http_request *request, struct kauri_http_answer *answer)
{
    const struct kauri_static_file *file = find_file(request->target->path);
    if (file == NULL) {
        refuse(NULL, 404, "there is nothing at this address", answer);
        return;
    }
    if (strcmp(request->method, "GET") != 0 && strcmp(request->method, "HEAD") != 0) {
        refuse(NULL, 405, "this address takes GET and HEAD only", answer);
        kauri_http_answer_header(answer, "Allow", "GET, HEAD");
        return;
    }
    const bool gzip = kauri_http_accepts(request->accept_encoding, "gzip");
    const struct kauri_static_form *form = gzip ? &file->gzip : &file->plain;
    // Asked for again each time, but sent again only when it changed: with the program.
    kauri_http_answer_header(answer, "ETag", "%s", form->etag);
    kauri_http_answer_header(answer, "Cache-Control", "no-cache");
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

static void answer_request(void *context, const struct kauri_http_request *request,
                           struct kauri_http_answer *answer)
{
    (void)context;
    if (strncmp(request->target->path, api_root, sizeof api_root - 1) == 0) {
        refuse(NULL, 404, "there is nothing at this address", answer);
        return;
    }
    answer_file(request, answer);
}

struct kauri_http_handler kauri_serve_handler(struct kauri_serve *serve)
{
    return (struct kauri_http_handler){
        .context = serve,
        .answer = answer_request,
        .refuse = refuse,
    };
}
