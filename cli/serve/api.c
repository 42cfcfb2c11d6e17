#include "cli/serve/api.h"

#include "common/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BUSY_SECONDS = 5, // before a client tries again
    RETRY_SECONDS = 10,
};

// ---------------------------------------------------------------------------------------- errors

void kauri_api_answer_fault(struct kauri_http_answer *answer, unsigned http_status_number,
                            enum kauri_status status, const char *message)
{
    struct kauri_json json = {.out = &answer->body};
    kauri_string_clear(&answer->body);
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_foreign(&json, "error", message);
    kauri_json_add_int(&json, "status", status);
    kauri_json_end(&json);
    answer->status = http_status_number;
    kauri_http_answer_header(answer, "Content-Type", "application/json");
    kauri_http_answer_header(answer, "Cache-Control", "no-store");
}

static unsigned http_status(enum kauri_status status)
{
    switch (status) {
    case KAURI_USAGE:
    case KAURI_BAD_INPUT:
        return 400;
    case KAURI_NOT_COVERED:
        return 404;
    case KAURI_MISSING:
    case KAURI_CORRUPT:
    case KAURI_RESOURCE:
    case KAURI_LOCKED:
    case KAURI_INTERRUPTED:
        return 503;
    default:
        return 500;
    }
}

static bool follows(const char *message, const char *at, const char *words)
{
    const size_t bytes = strlen(words);
    return (size_t)(at - message) >= bytes && memcmp(at - bytes, words, bytes) == 0;
}

// Leaves a folder out of a message, where it stands as "FOLDER/file", "the tables in FOLDER" or
// "in FOLDER". It may have the name of any word.
static void hide_folder(char message[KAURI_ERROR_MESSAGE_BYTES], const char *folder)
{
    const size_t bytes = folder != NULL ? strlen(folder) : 0;
    char *at = bytes > 0 ? strstr(message, folder) : NULL;
    while (at != NULL) {
        char rest[KAURI_ERROR_MESSAGE_BYTES];
        const char *instead = "";
        const char *end = at + bytes;
        const bool place = strchr(" ,;:", *end) != NULL; // or the end
        if (*end == '/' && (at == message || at[-1] == ' ')) {
            end++;
        } else if (place && follows(message, at, "the tables in ")) {
            at -= strlen(" in ");
        } else if (place && follows(message, at, " in ")) {
            instead = "the tables";
        } else {
            at = strstr(at + 1, folder);
            continue;
        }
        (void)snprintf(rest, sizeof rest, "%s", end);
        (void)snprintf(at, (size_t)(message + KAURI_ERROR_MESSAGE_BYTES - at), "%s%s", instead,
                       rest);
        at = strstr(at + strlen(instead), folder);
    }
}

// The answer to an error: the HTTP status that fits it, and the message without the folders of the
// tables: where they are is nobody's business.
static void answer_error(const struct kauri_api_call *call, struct kauri_http_answer *answer,
                         const struct kauri_error *error)
{
    char message[KAURI_ERROR_MESSAGE_BYTES];
    const struct kauri_tablebase *tables = call->api->tables;
    memcpy(message, error->message, sizeof message);
    for (unsigned seeds = 0; tables != NULL && seeds <= KAURI_SEEDS_MAX; seeds++) {
        hide_folder(message, kauri_tablebase_folder_of(tables, seeds));
    }
    if (tables != NULL) {
        hide_folder(message, kauri_tablebase_folder(tables)); // all of them
    }
    // The program has no exit status of its own for a position that is not covered.
    kauri_api_answer_fault(answer, call->refused ? 429 : http_status(error->status),
                           error->status == KAURI_NOT_COVERED ? KAURI_MISSING : error->status,
                           message);
    if (error->status == KAURI_RESOURCE || error->status == KAURI_INTERRUPTED) {
        kauri_http_answer_header(answer, "Retry-After", "%d",
                                 call->refused ? BUSY_SECONDS : RETRY_SECONDS);
    }
}

// ------------------------------------------------------------------------------------- endpoints

struct endpoint {
    const char *name;
    const char *parameters; // with blanks between them
    bool post;              // else GET and HEAD
    bool path;              // a position may follow the name
    unsigned cache_seconds; // a good answer may be used so long without asking again
    kauri_api_endpoint *answer;
};

static const struct endpoint endpoints[] = {
    {"probe", "position", false, true, KAURI_API_CACHE_VALUES, kauri_api_probe},
    {"moves", "position", false, true, 0, kauri_api_moves},
    {"line", "position", false, true, KAURI_API_CACHE_VALUES, kauri_api_line},
    {"search", "position rules seconds events", false, true, 0, kauri_api_search},
    {"analyse", "position rules lines seconds events", false, true, 0, kauri_api_analyse},
    {"reply", "position moves rules strength seconds seed events", false, true, 0, kauri_api_reply},
    {"replay", "", true, false, 0, kauri_api_replay},
    {"annotate", "game seconds events", true, false, 0, kauri_api_annotate},
    {"find", "kind seeds limit events", false, false, KAURI_API_CACHE_VALUES, kauri_api_find},
    {"layers", "", false, false, 0, kauri_api_layers},
    {"openapi.json", "", false, false, 0, kauri_api_openapi},
    {"rules", "", false, false, 0, kauri_api_rules},
};

// *rest receives what follows the name in the path. NULL for an unknown path.
static const struct endpoint *find_endpoint(const char *path, const char **rest)
{
    const size_t length = strcspn(path, "/");
    for (size_t i = 0; i < sizeof endpoints / sizeof endpoints[0]; i++) {
        const struct endpoint *endpoint = &endpoints[i];
        if (strlen(endpoint->name) == length && memcmp(endpoint->name, path, length) == 0) {
            const bool ends = path[length] == '\0';
            *rest = ends ? "" : path + length + 1;
            return ends || (endpoint->path && **rest != '\0') ? endpoint : NULL;
        }
    }
    return NULL;
}

static bool is_method(const struct kauri_http_request *request, const struct endpoint *endpoint)
{
    return endpoint->post
               ? strcmp(request->method, "POST") == 0
               : strcmp(request->method, "GET") == 0 || strcmp(request->method, "HEAD") == 0;
}

// Makes a good answer of the object in its body.
static void complete(const struct endpoint *endpoint, struct kauri_http_answer *answer)
{
    answer->status = 200;
    kauri_http_answer_header(answer, "Content-Type", "application/json");
    if (endpoint->cache_seconds == 0) {
        kauri_http_answer_header(answer, "Cache-Control", "no-store");
        return;
    }
    kauri_http_answer_header(answer, "Cache-Control", "public, max-age=%u",
                             endpoint->cache_seconds);
    if (strstr(endpoint->parameters, "events") != NULL) {
        // Another header Accept may get a stream of events.
        kauri_http_answer_header(answer, "Vary", "Accept");
    }
}

// Returns false if events were sent.
static bool answer_from(const struct endpoint *endpoint, struct kauri_api_call *call,
                        struct kauri_http_answer *answer)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    KAURI_TRY(kauri_api_call_read(call, endpoint->parameters, &error));
    KAURI_TRY(endpoint->answer(call, &answer->body, &error));
    KAURI_TRY(kauri_string_check(&answer->body, &error));
cleanup:
    if (status == KAURI_INTERRUPTED && call->begun) {
        kauri_api_explain(call, &error);
    }
    if (status == KAURI_OK) {
        complete(endpoint, answer);
    } else {
        answer_error(call, answer, &error);
    }
    const bool streamed = call->begun && call->events;
    if (streamed) {
        kauri_api_tell(call, status == KAURI_OK ? "result" : "error", &answer->body);
        kauri_string_clear(&answer->body);
    }
    return !streamed;
}

bool kauri_api_answer(struct kauri_api *api, const struct kauri_http_request *request,
                      const struct kauri_api_caller *caller, struct kauri_http_answer *answer)
{
    char message[KAURI_ERROR_MESSAGE_BYTES];
    const char *path = request->target->path + sizeof KAURI_API_ROOT - 1;
    const char *rest = NULL;
    const struct endpoint *endpoint = find_endpoint(path, &rest);
    struct kauri_api_call call = {.api = api, .request = request, .caller = caller, .rest = rest};
    if (endpoint == NULL) {
        (void)snprintf(message, sizeof message,
                       "there is no " KAURI_API_ROOT "%.200s; " KAURI_API_ROOT
                       "openapi.json lists what there is",
                       path);
        kauri_api_answer_fault(answer, 404, KAURI_USAGE, message);
    } else if (!is_method(request, endpoint)) {
        (void)snprintf(message, sizeof message, KAURI_API_ROOT "%s takes %s, not %.20s",
                       endpoint->name, endpoint->post ? "POST" : "GET", request->method);
        kauri_api_answer_fault(answer, 405, KAURI_USAGE, message);
        kauri_http_answer_header(answer, "Allow", "%s", endpoint->post ? "POST" : "GET, HEAD");
    } else {
        return answer_from(endpoint, &call, answer);
    }
    return true;
}

// --------------------------------------------------------------------------------------- the API

enum kauri_status kauri_api_new(struct kauri_tablebase *tables, uint64_t memory,
                                struct kauri_api **api, struct kauri_error *error)
{
    *api = calloc(1, sizeof **api);
    if (*api == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the API");
    }
    (*api)->tables = tables;
    (*api)->memory = memory;
    return KAURI_OK;
}

void kauri_api_free(struct kauri_api *api)
{
    if (api != NULL) {
        kauri_api_found_clear(api);
        free(api);
    }
}
