#include "cli/serve/api.h"

#include "cli/serve/api_engine.h"
#include "cli/serve/api_find.h"
#include "cli/serve/api_lookup.h"
#include "cli/serve/api_record.h"
#include "cli/serve/api_search.h"
#include "cli/serve/api_state.h"
#include "common/digest.h"
#include "web/http/http_answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_BYTES = 2048 };

// ------------------------------------------------------------------------------------- endpoints

struct endpoint {
    const char *name;
    const char *parameters; // with blanks between them
    bool post;              // else GET and HEAD
    bool path;              // a position may follow the name
    bool tagged;            // a good answer has an entity tag, and may be kept
    unsigned cache_seconds; // and used so long without asking; 0: more tables may change it
    enum kauri_status (*answer)(struct kauri_api *api, const struct kauri_api_query *query,
                                struct kauri_api_answer *answer, struct kauri_error *error);
};

static const struct endpoint endpoints[] = {
    {"probe", "position", false, true, true, KAURI_API_CACHE_VALUES, kauri_api_probe},
    {"moves", "position", false, true, true, 0, kauri_api_moves},
    {"line", "position", false, true, true, KAURI_API_CACHE_VALUES, kauri_api_line},
    {"search", "position rules seconds events", false, true, false, 0, kauri_api_search},
    {"analyse", "position rules lines seconds events", false, true, false, 0, kauri_api_analyse},
    {"reply", "position moves rules strength seconds seed events", false, true, false, 0,
     kauri_api_reply},
    {"replay", "", true, false, false, 0, kauri_api_replay},
    {"annotate", "game seconds events", true, false, false, 0, kauri_api_annotate},
    {"find", "kind seeds limit events", false, false, true, KAURI_API_CACHE_VALUES, kauri_api_find},
    {"layers", "", false, false, true, 0, kauri_api_layers},
    {"openapi.json", "", false, false, true, 0, kauri_api_openapi},
    {"rules", "", false, false, true, 0, kauri_api_rules},
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

// Writes the entity tag of the request's good answer: a digest of program, tables and request. It
// stays empty for a request that is very long.
static void write_etag(const struct kauri_api *api, const struct kauri_api_request *request,
                       char etag[KAURI_API_ETAG_BYTES])
{
    char key[KEY_BYTES];
    size_t used = sizeof api->digest;
    memcpy(key, &api->digest, used);
    const size_t texts = 1 + 2 * request->parameter_count;
    for (size_t i = 0; i < texts; i++) {
        const char *text = i == 0       ? request->path
                           : i % 2 == 1 ? request->parameters[i / 2].name
                                        : request->parameters[i / 2 - 1].value;
        const size_t bytes = strlen(text) + 1;
        if (bytes > sizeof key - used) {
            return;
        }
        memcpy(key + used, text, bytes);
        used += bytes;
    }
    (void)snprintf(etag, KAURI_API_ETAG_BYTES, "\"%016llx\"",
                   (unsigned long long)kauri_digest(key, used));
}

// Whether the header Accept may ask for a stream of events.
static bool by_accept(const struct endpoint *endpoint)
{
    return strstr(endpoint->parameters, "events") != NULL;
}

static bool is_method(const struct kauri_api_request *request, const struct endpoint *endpoint)
{
    return endpoint->post
               ? strcmp(request->method, "POST") == 0
               : strcmp(request->method, "GET") == 0 || strcmp(request->method, "HEAD") == 0;
}

static void answer_from(struct kauri_api *api, const struct endpoint *endpoint,
                        const struct kauri_api_request *request, const char *rest,
                        struct kauri_api_answer *answer)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_api_query query;
    char etag[KAURI_API_ETAG_BYTES] = "";
    KAURI_TRY(kauri_api_query_read(request, rest, endpoint->parameters, &query, &error));
    if (endpoint->tagged && !query.events) { // a stream has no tag
        write_etag(api, request, etag);
    }
    // A matching tag proves that the request is valid; "*" does not, so the answer is made first.
    const bool known = etag[0] != '\0' && kauri_http_etag_matches(request->if_none_match, etag);
    if (!known || strchr(request->if_none_match, '"') == NULL) {
        KAURI_TRY(endpoint->answer(api, &query, answer, &error));
    }
    if (answer->job != NULL) {
        kauri_api_job_stamp(answer->job, endpoint->cache_seconds, etag);
    } else if (answer->http_status == 0) {
        if (known) {
            kauri_string_clear(&answer->body);
            answer->http_status = 304;
            answer->cache_seconds = endpoint->cache_seconds;
        } else {
            KAURI_TRY(kauri_string_check(&answer->body, &error));
            kauri_api_answer_object(answer, endpoint->cache_seconds);
        }
        memcpy(answer->etag, etag, sizeof answer->etag);
        answer->by_accept = by_accept(endpoint);
    }
cleanup:
    if (status != KAURI_OK) {
        kauri_api_answer_error(api->options.tables, answer, &error);
    }
}

void kauri_api_answer(struct kauri_api *api, const struct kauri_api_request *request,
                      struct kauri_api_answer *answer)
{
    char message[KAURI_ERROR_MESSAGE_BYTES];
    const char *rest = NULL;
    const struct endpoint *endpoint = find_endpoint(request->path, &rest);
    if (endpoint == NULL) {
        (void)snprintf(message, sizeof message,
                       "there is no /api/v1/%.200s; /api/v1/openapi.json lists what there is",
                       request->path);
        kauri_api_answer_fault(answer, 404, KAURI_USAGE, message);
    } else if (!is_method(request, endpoint)) {
        (void)snprintf(message, sizeof message, "/api/v1/%s takes %s, not %.20s", endpoint->name,
                       endpoint->post ? "POST" : "GET", request->method);
        kauri_api_answer_fault(answer, 405, KAURI_USAGE, message);
        answer->allow = endpoint->post ? "POST" : "GET, HEAD";
    } else if (request->body_size > KAURI_API_BODY_MOST) {
        (void)snprintf(message, sizeof message, "the body has more than %d bytes",
                       KAURI_API_BODY_MOST);
        kauri_api_answer_fault(answer, 413, KAURI_BAD_INPUT, message);
    } else {
        answer_from(api, endpoint, request, rest, answer);
    }
}

// --------------------------------------------------------------------------------------- the API

static unsigned or_default(unsigned value, unsigned otherwise)
{
    return value != 0 ? value : otherwise;
}

enum kauri_status kauri_api_new(const struct kauri_api_options *options, struct kauri_api **api,
                                struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *api = NULL;
    if (options->job_threads > KAURI_API_THREADS_MOST ||
        options->search_threads > KAURI_API_THREADS_MOST ||
        options->queue_places > KAURI_API_PLACES_MOST ||
        options->client_places > KAURI_API_PLACES_MOST ||
        options->job_seconds > KAURI_API_SECONDS_MOST) {
        return kauri_fail(error, KAURI_USAGE, "an option of the API is too great");
    }
    struct kauri_api *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the API");
    }
    made->options = (struct kauri_api_options){
        .tables = options->tables,
        .job_threads = or_default(options->job_threads, 2),
        .queue_places = or_default(options->queue_places, 64),
        .client_places = or_default(options->client_places, 8),
        .search_threads = or_default(options->search_threads, 1),
        .job_memory = options->job_memory != 0 ? options->job_memory : UINT64_C(64) << 20,
        .job_seconds = or_default(options->job_seconds, 60),
    };
    KAURI_TRY(kauri_api_lists_make(made, error));
    KAURI_TRY(kauri_api_finds_new(&made->finds, error));
    KAURI_TRY(kauri_api_queue_new(made, &made->options, &made->queue, error));
    *api = made;
    made = NULL;
cleanup:
    kauri_api_free(made);
    return status;
}

void kauri_api_stop(struct kauri_api *api)
{
    kauri_api_queue_stop(api->queue);
}

void kauri_api_free(struct kauri_api *api)
{
    if (api != NULL) {
        kauri_api_queue_free(api->queue);
        kauri_api_finds_free(api->finds);
        kauri_string_clear(&api->layers);
        kauri_string_clear(&api->rules);
        free(api);
    }
}
