// Decodes any request of `kauri serve` and lets the API answer it: the address, its parameters, the
// routing, and what each answer reads from them. Whatever is asked, there is an answer with a
// status of the API and an object, or a stream of events; work that takes long is stopped at once.
//
// The first line of the input is the method and the address, the rest the body. Needs
// kauri_api and kauri_http.
#include "web/http/http_answer.h"
#include "web/http/http_target.h"
#include "web/serve/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_MAX = 8192 };

static void must(bool condition, const char *what)
{
    if (!condition) {
        (void)fprintf(stderr, "fuzz_request: %s\n", what);
        abort();
    }
}

// Begins with the tables of a small board, which stay open.
static struct kauri_api *begin(void)
{
    const char *const folders[] = {KAURI_FUZZ_TABLES};
    const struct kauri_tablebase_options tables = {
        .struct_bytes = sizeof tables,
        .cache_bytes = 1 << 20,
    };
    static struct kauri_api api = {.memory = 1 << 20, .threads = 1};
    must(kauri_tablebase_open(folders, 1, &tables, &api.tables, NULL) == KAURI_OK,
         "the tables cannot be opened");
    return &api;
}

static void check_target(const struct kauri_http_target *target)
{
    const char *const end = target->bytes + sizeof target->bytes;
    must(target->path[0] == '/', "a path without a slash");
    for (size_t i = 0; i < target->parameter_count; i++) {
        const struct kauri_http_parameter *parameter = &target->parameters[i];
        must(parameter->name >= target->bytes && parameter->name < end, "a name outside");
        must(parameter->value > parameter->name && parameter->value < end, "a value outside");
    }
}

static void check_answer(struct kauri_http_answer *answer)
{
    static const unsigned statuses[] = {200, 400, 404, 405, 500, 503};
    const char *text = kauri_string_text(&answer->body);
    bool known = false;
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        known = known || answer->status == statuses[i];
    }
    must(known, "a status that is not documented");
    must(text[0] == '{' || text[0] == '[', "neither an object nor an array");
    must(answer->status == 200 || strncmp(text, "{\"error\":\"", 10) == 0, "no message");
    for (size_t i = 0; i < answer->header_count; i++) {
        must(strpbrk(answer->headers[i].value, "\r\n") == NULL, "a header of two lines");
    }
}

static bool is_stopped(void *context)
{
    (void)context;
    return true;
}

static void take_event(void *context, const char *name, const struct kauri_string *object)
{
    const char *text = kauri_string_text(object);
    (void)context;
    must(text[0] == '{' && object->length > 0 && text[object->length - 1] == '\n', "no object");
    must(name[0] != '\0', "an event without a name");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct kauri_api *api;
    static struct kauri_http_target target;
    char text[INPUT_MAX + 1];
    if (api == NULL) {
        api = begin();
    }
    if (size > INPUT_MAX) {
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    char *line_end = strchr(text, '\n');
    char *body = line_end == NULL ? text + size : line_end + 1;
    if (line_end != NULL) {
        *line_end = '\0';
    }
    char *blank = strchr(text, ' ');
    if (blank == NULL) {
        return 0;
    }
    *blank = '\0';
    // Headers have the same texts as addresses.
    (void)kauri_http_etag_matches(blank + 1, "\"a\"");
    (void)kauri_http_accepts(blank + 1, "text/event-stream");
    if (kauri_http_target_parse(blank + 1, &target, NULL) != KAURI_OK) {
        return 0;
    }
    check_target(&target);
    if (strncmp(target.path, KAURI_API_ROOT, sizeof KAURI_API_ROOT - 1) != 0) {
        return 0;
    }
    const size_t body_size = (size_t)(text + size - body);
    const struct kauri_http_request request = {
        .method = text,
        .target = &target,
        .body = body_size > 0 ? body : NULL,
        .body_size = body_size,
        .accept = body_size % 2 == 1 ? "text/event-stream" : NULL,
    };
    const struct kauri_api_caller caller = {.stopped = is_stopped, .event = take_event};
    struct kauri_http_answer answer = {.status = 0};
    if (kauri_api_answer(api, &request, &caller, &answer)) {
        check_answer(&answer);
    }
    kauri_string_clear(&answer.body);
    return 0;
}
