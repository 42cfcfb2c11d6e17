#include "cli/serve/api_json.h"

#include "cli/lookup/rules_text.h"
#include "cli/value_words.h"
#include "indexer/convention.h"
#include "rules/notation.h"

void kauri_json_api_error(struct kauri_string *out, const char *message, enum kauri_status status)
{
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_foreign(&json, "error", message);
    kauri_json_add_int(&json, "status", status);
    kauri_json_end(&json);
}

void kauri_json_api_layers(struct kauri_string *out, const struct kauri_layer_summary *layers,
                           size_t count, const unsigned *damaged, size_t damaged_count)
{
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_info(&json, NULL, layers, count);
    kauri_json_begin_array(&json, "damaged");
    for (size_t i = 0; i < damaged_count; i++) {
        kauri_json_add_uint(&json, NULL, damaged[i]);
    }
    kauri_json_end(&json);
    kauri_json_end(&json);
}

void kauri_json_api_reply(struct kauri_string *out, const struct kauri_api_reply *reply)
{
    static const char *const proofs[] = {[KAURI_ADVICE_GUESS] = NULL,
                                         [KAURI_ADVICE_RESULT] = "result",
                                         [KAURI_ADVICE_VALUE] = "value"};
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_position(&json, "position", &reply->position);
    kauri_json_add_move(&json, reply->position.side, reply->hole, &reply->captured);
    kauri_json_add_position(&json, "after", &reply->after);
    kauri_json_add_bool(&json, "repeats", reply->repeats);
    kauri_json_add_uint(&json, "strength", reply->strength);
    kauri_json_add_text(&json, "rules",
                        reply->rules == KAURI_TIEBREAKER ? "tie_breaker" : "standard");
    kauri_json_add_text(&json, "proof", reply->advice_known ? proofs[reply->proof] : NULL);
    if (reply->advice_known) {
        kauri_json_add_pair(&json, "bounds", reply->r.low, reply->r.high);
    } else {
        kauri_json_add_null(&json, "bounds");
    }
    kauri_json_add_seconds(&json, "seconds", reply->seconds);
    kauri_json_end(&json);
}

void kauri_json_api_rules(struct kauri_string *out)
{
    struct kauri_json json = {.out = out};
    const struct kauri_position start = kauri_start(KAURI_HOLES_MAX);
    struct kauri_position before = start;
    struct kauri_capture captured = {0, 0};
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
}
