#include "cli/serve/api_json.h"

#include "cli/lookup/rules_text.h"
#include "cli/parts_json.h"
#include "cli/tables/layers_json.h"
#include "indexer/convention.h"
#include "rules/notation.h"

#include <json-c/json.h>

void kauri_json_api_error(struct kauri_string *out, const char *message, enum kauri_status status)
{
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "error", kauri_json_foreign_text(message));
    kauri_json_add(object, "status", json_object_new_int64(status));
    kauri_json_write(out, object);
}

void kauri_json_api_layers(struct kauri_string *out, const struct kauri_layer_summary *layers,
                           size_t count, const unsigned *damaged, size_t damaged_count)
{
    struct json_object *object = kauri_json_info_object(NULL, layers, count);
    struct json_object *array = json_object_new_array();
    for (size_t i = 0; i < damaged_count; i++) {
        (void)json_object_array_add(array, json_object_new_int64(damaged[i]));
    }
    kauri_json_add(object, "damaged", array);
    kauri_json_write(out, object);
}

void kauri_json_api_reply(struct kauri_string *out, const struct kauri_api_reply *reply)
{
    static const char *const proofs[] = {[KAURI_ADVICE_GUESS] = NULL,
                                         [KAURI_ADVICE_RESULT] = "result",
                                         [KAURI_ADVICE_VALUE] = "value"};
    const char *proof = reply->advice_known ? proofs[reply->proof] : NULL;
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "position", kauri_json_position(&reply->position));
    kauri_json_add_move(object, reply->position.side, reply->hole, &reply->captured);
    kauri_json_add(object, "after", kauri_json_position(&reply->after));
    kauri_json_add(object, "repeats", json_object_new_boolean(reply->repeats));
    kauri_json_add(object, "strength", json_object_new_int64(reply->strength));
    kauri_json_add(
        object, "rules",
        json_object_new_string(reply->rules == KAURI_TIEBREAKER ? "tie_breaker" : "standard"));
    kauri_json_add(object, "proof", proof != NULL ? json_object_new_string(proof) : NULL);
    kauri_json_add(object, "bounds",
                   reply->advice_known ? kauri_json_pair(reply->r.low, reply->r.high) : NULL);
    kauri_json_add(object, "seconds", kauri_json_seconds(reply->seconds));
    kauri_json_write(out, object);
}

void kauri_json_api_rules(struct kauri_string *out)
{
    struct json_object *object = json_object_new_object();
    struct json_object *example = json_object_new_object();
    const struct kauri_position start = kauri_start(KAURI_HOLES_MAX);
    struct kauri_position position = start;
    struct kauri_capture captured = {0, 0};
    (void)kauri_position_parse(KAURI_RULES_EXAMPLE, &position, NULL);
    kauri_json_add(example, "position", kauri_json_position(&position));
    (void)kauri_position_play(&position, KAURI_RULES_EXAMPLE_HOLE, &captured, NULL);
    kauri_json_add_move(example, KAURI_SOUTH, KAURI_RULES_EXAMPLE_HOLE, &captured);
    kauri_json_add(example, "after", kauri_json_position(&position));
    kauri_json_add(object, "rules", json_object_new_string(KAURI_RULES_IDENTITY));
    kauri_json_add(object, "start", kauri_json_position(&start));
    kauri_json_add(object, "text", json_object_new_string(kauri_rules_text()));
    kauri_json_add(object, "example", example);
    kauri_json_write(out, object);
}
