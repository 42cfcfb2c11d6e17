#include "web/serve/api_endpoints.h"

#include "indexer/convention.h"
#include "queries/answers/layer_summary.h"
#include "queries/answers/probe_view.h"
#include "queries/answers/rules_text.h"
#include "queries/answers/search_view.h"
#include "queries/answers/value_words.h"
#include "queries/search/search.h"
#include "web/serve/openapi.h"

// The position of the request and its values.
static enum kauri_status look_up(const struct kauri_api_call *call,
                                 struct kauri_probe_result *result, struct kauri_error *error)
{
    struct kauri_position position;
    KAURI_PASS(kauri_api_position(call, &position, error));
    if (call->api->tables == NULL) {
        return kauri_fail(error, KAURI_NOT_COVERED, "there are no tables here");
    }
    return kauri_probe_root(call->api->tables, &position, result, error);
}

enum kauri_status kauri_api_probe(struct kauri_api_call *call, struct kauri_string *out,
                                  struct kauri_error *error)
{
    struct kauri_probe_result result;
    KAURI_PASS(look_up(call, &result, error));
    kauri_json_probe(out, &result, KAURI_ANSWER_MOVES, NULL);
    return KAURI_OK;
}

enum kauri_status kauri_api_moves(struct kauri_api_call *call, struct kauri_string *out,
                                  struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_position position;
    struct kauri_search_answer *search = NULL;
    // The limits allow neither memory nor time, so only tables, book and rules are used.
    const struct kauri_search_limits limits = {.value_only = true, .book = call->api->book};
    KAURI_TRY(kauri_api_position(call, &position, error));
    KAURI_TRY(kauri_search_answer_find(kauri_api_tables_for(call, &position), &position,
                                       KAURI_GOAL_VALUE, &limits, &search, error));
    if (search->status == KAURI_SEARCH_BOUNDS) {
        search->stop = KAURI_SEARCH_STOP_TIME;
    }
    kauri_json_search(out, search, KAURI_ANSWER_MOVES, NULL);
cleanup:
    kauri_search_answer_free(search);
    return status;
}

enum kauri_status kauri_api_line(struct kauri_api_call *call, struct kauri_string *out,
                                 struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_probe_result result;
    struct kauri_best_line line = {.steps = NULL};
    KAURI_TRY(look_up(call, &result, error));
    KAURI_TRY(kauri_line(call->api->tables, &result.position, &line, error));
    kauri_json_probe(out, &result, KAURI_ANSWER_LINE, &line);
cleanup:
    kauri_line_clear(&line);
    return status;
}

// ---------------------------------------------------------------------------------------- lists

// The answer of `info` without paths, and "damaged", the seeds of the layers whose tables cannot be
// read.
//
// The object Layers:
//     holes, cowries: int - only with tables
//     rules: text - only with tables
//     layers: LayerInfo[] - empty without tables
//     damaged: int[] - the layers whose tables cannot be read
//     proofs: bool - the server has a folder of proofs
enum kauri_status kauri_api_layers(struct kauri_api_call *call, struct kauri_string *out,
                                   struct kauri_error *error)
{
    struct kauri_tablebase *tables = call->api->tables;
    struct kauri_json json = {.out = out};
    struct kauri_layer_summary layers[KAURI_SEEDS_MAX + 1];
    unsigned damaged[KAURI_SEEDS_MAX + 1];
    size_t count = 0;
    size_t damaged_count = 0;
    for (unsigned seeds = 0; tables != NULL && seeds <= KAURI_SEEDS_MAX; seeds++) {
        if (!kauri_tablebase_has(tables, seeds)) {
            continue;
        }
        const enum kauri_status status =
            kauri_layer_summary_of(tables, seeds, &layers[count], error);
        if (status == KAURI_CORRUPT || status == KAURI_MISSING) {
            damaged[damaged_count++] = seeds;
        } else {
            KAURI_PASS(status);
            count++;
        }
    }
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_info(&json, NULL, layers, count);
    kauri_json_begin_array(&json, "damaged");
    for (size_t i = 0; i < damaged_count; i++) {
        kauri_json_add_uint(&json, NULL, damaged[i]);
    }
    kauri_json_end(&json);
    kauri_json_add_bool(&json, "proofs", call->api->proofs != NULL);
    kauri_json_end(&json);
    return KAURI_OK;
}

// The object Rules:
//     rules: text
//     start: position - in which games begin
//     text: text - a summary of the rules
//     example: RulesExample - a move
//
// The object RulesExample:
//     position, after: position - before and after the move
//     move: move
//     captured: pair
enum kauri_status kauri_api_rules(struct kauri_api_call *call, struct kauri_string *out,
                                  struct kauri_error *error)
{
    struct kauri_json json = {.out = out};
    const struct kauri_position start = kauri_start(KAURI_HOLES_MAX);
    struct kauri_position before = start;
    struct kauri_capture captured = {0, 0};
    (void)call;
    (void)error;
    (void)kauri_position_parse(KAURI_RULES_EXAMPLE, &before, NULL);
    struct kauri_position after = before;
    (void)kauri_position_play(&after, KAURI_RULES_EXAMPLE_HOLE, &captured, NULL);
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_text(&json, "rules", KAURI_RULES_IDENTITY);
    kauri_json_add_position(&json, "start", &start);
    kauri_json_add_text(&json, "text", KAURI_RULES_TEXT);
    kauri_json_begin_object(&json, "example");
    kauri_json_add_position(&json, "position", &before);
    kauri_json_add_move(&json, KAURI_SOUTH, KAURI_RULES_EXAMPLE_HOLE, &captured);
    kauri_json_add_position(&json, "after", &after);
    kauri_json_end(&json);
    kauri_json_end(&json);
    return KAURI_OK;
}

enum kauri_status kauri_api_openapi(struct kauri_api_call *call, struct kauri_string *out,
                                    struct kauri_error *error)
{
    (void)call;
    (void)error;
    kauri_string_add_text(out, kauri_openapi);
    return KAURI_OK;
}
