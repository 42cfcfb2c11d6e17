#include "web/serve/api.h"

#include "common/json.h"
#include "web/serve/api_endpoints.h"

#include <stdio.h>
#include <string.h>

// -------------------------------------------------------------------------------- the parameters

// Returns whether `names`, separated by blanks, has the name.
static bool is_one_of(const char *names, const char *name)
{
    char word[32];
    while (kauri_next_word(&names, word, sizeof word)) {
        if (strcmp(word, name) == 0) {
            return true;
        }
    }
    return false;
}

// A HEAD request asks for no events.
static enum kauri_status read_events(struct kauri_api_call *call, struct kauri_error *error)
{
    const char *events = kauri_api_text(call, "events");
    if (events != NULL && strcmp(events, "0") != 0 && strcmp(events, "1") != 0) {
        return kauri_fail(error, KAURI_USAGE, "events takes 0 or 1, not '%.80s'", events);
    }
    const bool asked = events != NULL
                           ? events[0] == '1'
                           : kauri_http_accepts(call->request->accept, "text/event-stream");
    call->events =
        asked && call->caller->event != NULL && strcmp(call->request->method, "HEAD") != 0;
    return KAURI_OK;
}

// Begins a call: checks the names of the parameters. The names in `names` and `more_names` are
// separated by blanks. KAURI_USAGE.
static enum kauri_status read_call(struct kauri_api_call *call, const char *names,
                                   const char *more_names, struct kauri_error *error)
{
    const struct kauri_http_target *target = call->request->target;
    for (size_t i = 0; i < target->parameter_count; i++) {
        const char *name = target->parameters[i].name;
        if (!is_one_of(names, name) && !is_one_of(more_names, name)) {
            return kauri_fail(error, KAURI_USAGE, "there is no parameter '%.80s' here, only: %s",
                              name, names[0] != '\0' ? names : "none");
        }
        for (size_t j = 0; j < i; j++) {
            if (strcmp(target->parameters[j].name, name) == 0) {
                return kauri_fail(error, KAURI_USAGE, "the parameter %s is given twice", name);
            }
        }
    }
    return read_events(call, error);
}

enum {
    CACHE_VALUES = 86400, // seconds that values of positions may be kept: they are fixed
    BUSY_SECONDS = 5,     // time before a client tries again
    RETRY_SECONDS = 10,
};

// ---------------------------------------------------------------------------------------- errors

// The object Error:
//     error: text - one line that says what is wrong
//     status: int 1..9 - the exit status of a command with this error
//         (`docs/reference/COMMANDS.md`)
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

// The answer to an error, with the HTTP status that fits it.
static void answer_error(const struct kauri_api_call *call, struct kauri_http_answer *answer,
                         struct kauri_error *error)
{
    // The program has no exit status of its own for a position that is not covered.
    kauri_api_answer_fault(answer, call->refused ? 429 : http_status(error->status),
                           error->status == KAURI_NOT_COVERED ? KAURI_MISSING : error->status,
                           error->message);
    if (error->status == KAURI_RESOURCE || error->status == KAURI_INTERRUPTED) {
        kauri_http_answer_header(answer, "Retry-After", "%d",
                                 call->refused ? BUSY_SECONDS : RETRY_SECONDS);
    }
}

// ------------------------------------------------------------------------------------- endpoints

struct endpoint {
    const char *name;
    const char *parameters; // names with blanks between them
    bool post;              // POST; otherwise GET and HEAD
    bool path;              // a position may follow the name
    unsigned cache_seconds; // how long a good answer may be used without asking again
    kauri_api_endpoint *answer;
};

// Conditions of `find`, which only a single client may give: each answer reads a layer.
static const char find_conditions[] =
    "r net dtc mover-seeds opponent-seeds mover-cowries opponent-cowries moves keeping zugzwang "
    "line rules score result holding shortest";

// Above each endpoint stand the object that it answers, HTTP statuses besides those that all share,
// and what it answers (scripts/documents/json_documents.py).
//
// The parameters:
//     position: text - required: SOUTH/NORTH SIDE [SCORE]
//     rules: "standard" | "tiebreak" | "tie-breaker" - a search ends when the result under these
//         rules is decided or, without `rules`, when the value is known; elsewhere the default is
//         `standard`
//     ask: text - the search only decides one question about the player to move: `net+20`, whether
//         it captures at least 20 seeds more than the opponent from here on, `net-6`, whether at
//         most 6 fewer, `win`, `draw` (under the standard rules), or a number X, whether r >= X;
//         without `rules`
//     seconds: number > 0 - time for searching, with up to three decimals, at most 60; without it,
//         10 for search, search-proof, problem and annotate, 2 for analyse and 1 for reply
//     nodes: int 1..1000000000000 - most positions that each search expands, so that it finds the
//         same wherever it has the time for them; `seconds` then ends no analysis and no reply,
//         but an answer that takes 20 more fails. Without `nodes`, only time ends a search
//     events: int 0..1 - 1: the answer is a stream of events, as with the header `Accept:
//         text/event-stream`
//     lines: int 1..6 - how many moves are analysed; default 1
//     strength: int 1..11 - that of an opponent, 1 no better than chance; default 11
//     moves: text - the moves played since `position`, one letter each and `-` for a pass; the
//         reply is to the position after them. If the player to move is ahead, the reply does not
//         repeat a position of the game; at most 1000 characters
//     seed: int 0..4294967295 - seed of chance below strength 11: the same seed gives the same move
//     game: int 1..99999 - number of the game in its header, `(4)`; without it, the first
//     kind: "longest" | "zugzwangs" | "only" - required: `longest`: wins of the greatest distance,
//         which tables of r alone do not have; `zugzwangs`: mutual zugzwangs; `only`: wins with
//         several legal moves of which exactly one keeps `r` (`docs/guide/FIND.md`). The greatest
//         distances come first. libkauri also finds by conditions instead, those of `kauri find`,
//         such as `r`, `mover-seeds` and `zugzwang`
//     seeds: int 0..60 - required: the layer
//     file: text - required: name of a proof without its ending, such as `start/0123456789abcdef`
//     limit: int 1..100 - how many positions are listed; default 20
static const struct endpoint endpoints[] = {
    // Probe, 404, 503: The exact value of a position and of all its moves, from the tables.
    {"probe", "position", false, true, CACHE_VALUES, kauri_api_probe},
    // Probe: The exact values of many positions and of all their moves, in their order. A position
    // without an answer has an error instead.
    {"probe", "", true, false, 0, kauri_api_probe_many},
    // Moves, 503: Every legal move with what tables, book and rules alone say about it.
    {"moves", "position", false, true, 0, kauri_api_moves},
    // Solution, 503: Who wins a position, and by which move, or by which answer to each move.
    {"solution", "position rules", false, false, 0, kauri_api_solution},
    // Line, 404, 503: Best play by both sides to the end of the game.
    {"line", "position", false, true, CACHE_VALUES, kauri_api_line},
    // Search, 503: The exact value of a position above the tables, or proven bounds.
    {"search", "position rules ask seconds nodes events", false, true, 0, kauri_api_search},
    // Analysis, 503: The engine's estimates and lines.
    {"analyse", "position rules lines seconds nodes events", false, true, 0, kauri_api_analyse},
    // Reply, 503: A move, as the computer of kauri play chooses it.
    {"reply", "position moves rules strength seconds nodes seed events", false, true, 0,
     kauri_api_reply},
    // file, 404, 503: A proof of the bounds that a search finds, without proofs of openings.
    {"search-proof", "position rules ask seconds nodes", false, false, 0, kauri_api_search_proof},
    // OnlyMove, 503: Whether a single move gets the result, and the problem that the position then
    // is.
    {"problem", "position rules seconds nodes events", false, true, 0, kauri_api_problem},
    // Proof, 404, 503: What a proof in a file of the server states (`docs/reference/PROOF.md`).
    {"proof", "file", false, false, 0, kauri_api_proof},
    // file, 404, 503: The file of such a proof.
    {"proof-file", "file", false, false, 0, kauri_api_proof_file},
    // Replay: Checks and repairs the game records of a text.
    {"replay", "", true, false, 0, kauri_api_replay},
    // AnnotatedGame, 503: Values every position and move of a game record.
    {"annotate", "game seconds nodes events", true, false, 0, kauri_api_annotate},
    // Find, 404, 503: Remarkable positions of a layer.
    {"find", "kind seeds limit events", false, false, CACHE_VALUES, kauri_api_find},
    // Layers: The tables of the server.
    {"layers", "", false, false, 0, kauri_api_layers},
    // object: This document.
    {"openapi.json", "", false, false, 0, kauri_api_openapi},
    // Rules: The rules in short.
    {"rules", "", false, false, 0, kauri_api_rules},
    // Opponents: The opponents, weakest first.
    {"opponents", "", false, false, 0, kauri_api_opponents},
};

static bool is_method(const char *method, const struct endpoint *endpoint)
{
    return endpoint->post ? strcmp(method, "POST") == 0
                          : strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
}

// The endpoints with the path of a request.
struct api_path {
    const struct endpoint *endpoint; // endpoint for the path and the method; NULL: there is none
    const char *rest;                // rest of the path after the name
    const char *name;                // NULL for an unknown path
    bool get, post;                  // methods of the path
};

static struct api_path find_endpoint(const char *path, const char *method)
{
    const size_t length = strcspn(path, "/");
    const bool ends = path[length] == '\0';
    struct api_path found = {.rest = ends ? "" : path + length + 1};
    for (size_t i = 0; i < sizeof endpoints / sizeof endpoints[0]; i++) {
        const struct endpoint *endpoint = &endpoints[i];
        if (strlen(endpoint->name) == length && memcmp(endpoint->name, path, length) == 0 &&
            (ends || (endpoint->path && found.rest[0] != '\0'))) {
            found.name = endpoint->name;
            found.get = found.get || !endpoint->post;
            found.post = found.post || endpoint->post;
            found.endpoint = is_method(method, endpoint) ? endpoint : found.endpoint;
        }
    }
    return found;
}

// Makes a good answer of the object in its body, or of a file.
static void complete(const struct endpoint *endpoint, const struct kauri_api_call *call,
                     struct kauri_http_answer *answer)
{
    answer->status = 200;
    answer->file = call->file;
    answer->file_size = call->file_size;
    kauri_http_answer_header(answer, "Content-Type", "%s",
                             call->is_file ? "application/octet-stream" : "application/json");
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

// Finds the answer, which stays empty on failure.
static enum kauri_status find_answer(const struct endpoint *endpoint, struct kauri_api_call *call,
                                     struct kauri_string *out, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const bool more = endpoint->answer == kauri_api_find && call->api->serves_one;
    KAURI_TRY(read_call(call, endpoint->parameters, more ? find_conditions : "", error));
    KAURI_TRY(endpoint->answer(call, out, error));
    KAURI_TRY(kauri_string_check(out, error));
cleanup:
    if (status == KAURI_INTERRUPTED && call->begun) {
        kauri_api_explain(call, error);
    }
    if (status != KAURI_OK) {
        kauri_string_clear(out);
    }
    return status;
}

// Returns false if events were sent.
static bool answer_from(const struct endpoint *endpoint, struct kauri_api_call *call,
                        struct kauri_http_answer *answer)
{
    struct kauri_error error;
    const enum kauri_status status = find_answer(endpoint, call, &answer->body, &error);
    if (status == KAURI_OK) {
        complete(endpoint, call, answer);
    } else {
        answer_error(call, answer, &error);
    }
    const bool streamed = call->begun && call->events;
    if (streamed) {
        kauri_api_tell(call, status == KAURI_OK ? "result" : "error", &answer->body);
    }
    return !streamed;
}

bool kauri_api_answer(struct kauri_api *api, const struct kauri_http_request *request,
                      const struct kauri_api_caller *caller, struct kauri_http_answer *answer)
{
    char message[KAURI_ERROR_MESSAGE_BYTES];
    const char *path = request->target->path + sizeof KAURI_API_ROOT - 1;
    const struct api_path found = find_endpoint(path, request->method);
    struct kauri_api_call call = {
        .api = api, .request = request, .caller = caller, .rest = found.rest};
    if (found.endpoint != NULL) {
        return answer_from(found.endpoint, &call, answer);
    }
    if (found.name == NULL) {
        (void)snprintf(message, sizeof message,
                       "there is no " KAURI_API_ROOT "%.200s; " KAURI_API_ROOT
                       "openapi.json lists what there is",
                       path);
        kauri_api_answer_fault(answer, 404, KAURI_USAGE, message);
    } else {
        const char *both = found.get && found.post ? " and " : "";
        (void)snprintf(message, sizeof message, KAURI_API_ROOT "%s takes %s%s%s, not %.20s",
                       found.name, found.get ? "GET" : "", both, found.post ? "POST" : "",
                       request->method);
        kauri_api_answer_fault(answer, 405, KAURI_USAGE, message);
        kauri_http_answer_header(answer, "Allow", "%s%s%s", found.get ? "GET, HEAD" : "",
                                 both[0] != '\0' ? ", " : "", found.post ? "POST" : "");
    }
    return true;
}

enum kauri_status kauri_api_ask(struct kauri_api *api, const struct kauri_http_request *request,
                                const struct kauri_api_caller *caller, struct kauri_string *out,
                                struct kauri_error *error)
{
    const char *path = request->target->path + sizeof KAURI_API_ROOT - 1;
    const struct api_path found = find_endpoint(path, request->method);
    struct kauri_api_call call = {
        .api = api, .request = request, .caller = caller, .rest = found.rest};
    if (found.endpoint == NULL) {
        return kauri_fail(error, KAURI_USAGE,
                          found.name == NULL ? "there is no question '%.200s'"
                          : found.post       ? "'%.200s' needs a body"
                                             : "'%.200s' takes no body",
                          path);
    }
    return find_answer(found.endpoint, &call, out, error);
}

void kauri_api_clear(struct kauri_api *api)
{
    kauri_api_found_clear(api);
}
