#include "cli/serve/api_endpoints.h"

#include "cli/lookup/answer_json.h"
#include "cli/search/search_view.h"
#include "cli/serve/api_json.h"
#include "cli/serve/embedded.h"
#include "common/digest.h"
#include "queries/lookup/line.h"
#include "queries/search/search.h"

#include <string.h>

// The position of the request and its values.
static enum kauri_status look_up(const struct kauri_api_call *call,
                                 struct kauri_probe_result *result, struct kauri_error *error)
{
    struct kauri_position position;
    const enum kauri_status status = kauri_api_position(call, &position, error);
    if (status != KAURI_OK) {
        return status;
    }
    if (call->api->tables == NULL) {
        return kauri_fail(error, KAURI_NOT_COVERED, "this server has no tables");
    }
    return kauri_probe_root(call->api->tables, &position, result, error);
}

enum kauri_status kauri_api_probe(struct kauri_api_call *call, struct kauri_string *out,
                                  struct kauri_error *error)
{
    struct kauri_probe_result result;
    const enum kauri_status status = look_up(call, &result, error);
    if (status == KAURI_OK) {
        kauri_json_probe(out, &result, false);
    }
    return status;
}

enum kauri_status kauri_api_moves(struct kauri_api_call *call, struct kauri_string *out,
                                  struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_position position;
    struct kauri_search_answer *search = NULL;
    // Neither memory nor time: only tables, and what the rules alone say.
    const struct kauri_search_limits limits = {.value_only = true};
    KAURI_TRY(kauri_api_position(call, &position, error));
    KAURI_TRY(kauri_search_answer_find(kauri_api_tables_for(call, &position), &position,
                                       KAURI_GOAL_VALUE, &limits, &search, error));
    if (search->status == KAURI_SEARCH_BOUNDS) {
        search->stop = KAURI_SEARCH_STOP_TIME;
    }
    kauri_json_search(out, search, KAURI_SEARCH_MOVES, NULL);
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
    kauri_json_line(out, &result, &line);
cleanup:
    kauri_line_clear(&line);
    return status;
}

// ---------------------------------------------------------------------------------------- lists

enum kauri_status kauri_api_lists_make(struct kauri_api *api, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase *tables = api->tables;
    struct kauri_layer_summary layers[KAURI_SEEDS_MAX + 1];
    unsigned damaged[KAURI_SEEDS_MAX + 1];
    size_t count = 0;
    size_t damaged_count = 0;
    struct kauri_digester *digester = NULL;
    KAURI_TRY(kauri_digester_new(&digester, error));
    kauri_digester_add(digester, kauri_version(), strlen(kauri_version()));
    for (unsigned seeds = 0; tables != NULL && seeds <= KAURI_SEEDS_MAX; seeds++) {
        if (!kauri_tablebase_has(tables, seeds)) {
            continue;
        }
        status = kauri_layer_summary_of(tables, seeds, &layers[count], error);
        if (status == KAURI_OK) {
            const struct kauri_layer_summary *layer = &layers[count++];
            kauri_digester_add(digester, &layer->info->seeds, sizeof layer->info->seeds);
            kauri_digester_add(digester, &layer->certificate->digest,
                               sizeof layer->certificate->digest);
        } else if (status == KAURI_CORRUPT || status == KAURI_MISSING) {
            damaged[damaged_count++] = seeds;
            status = KAURI_OK;
        }
        KAURI_TRY(status);
    }
    api->digest = kauri_digester_result(digester);
    kauri_json_api_layers(&api->layers, layers, count, damaged, damaged_count);
    kauri_json_api_rules(&api->rules);
    KAURI_TRY(kauri_string_check(&api->layers, error));
    KAURI_TRY(kauri_string_check(&api->rules, error));
cleanup:
    kauri_digester_free(digester);
    return status;
}

enum kauri_status kauri_api_layers(struct kauri_api_call *call, struct kauri_string *out,
                                   struct kauri_error *error)
{
    (void)error;
    kauri_string_add_text(out, kauri_string_text(&call->api->layers));
    return KAURI_OK;
}

enum kauri_status kauri_api_rules(struct kauri_api_call *call, struct kauri_string *out,
                                  struct kauri_error *error)
{
    (void)error;
    kauri_string_add_text(out, kauri_string_text(&call->api->rules));
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
