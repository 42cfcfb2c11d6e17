#include "cli/search/proof_view.h"

#include "cli/parts_json.h"
#include "queries/lookup/bounds.h"

#include <json-c/json.h>

static struct json_object *outcome(const struct kauri_proof_result *proof, enum kauri_goal goal)
{
    const struct kauri_bounds r = {proof->low, proof->high};
    enum kauri_result result = KAURI_DRAW;
    const bool decided = kauri_bounds_decide(&proof->position, r, goal, &result);
    uint8_t score[2];
    const bool scored =
        kauri_bounds_exact(r) && kauri_final_score(&proof->position, proof->low, score);
    return kauri_json_outcome(decided ? &result : NULL, scored ? score : NULL);
}

void kauri_json_proof(const struct kauri_proof_result *result, bool trusted)
{
    const int32_t r = result->low;
    struct json_object *object = json_object_new_object();
    struct json_object *tables = json_object_new_array();
    for (unsigned n = 0; n < result->tables; n++) {
        struct json_object *table = json_object_new_object();
        kauri_json_add(table, "seeds", json_object_new_int((int)n));
        kauri_json_add(table, "digest", kauri_json_digest(result->digest[n]));
        (void)json_object_array_add(tables, table);
    }
    kauri_json_add(object, "position", kauri_json_position(&result->position));
    kauri_json_add(object, "seeds", json_object_new_int64(kauri_seeds(&result->position)));
    kauri_json_add_value(object, result->low == result->high ? &r : NULL, NULL);
    kauri_json_add(object, "bounds", kauri_json_pair(result->low, result->high));
    kauri_json_add(object, "standard", outcome(result, KAURI_GOAL_STANDARD));
    kauri_json_add(object, "tie_breaker", outcome(result, KAURI_GOAL_TIEBREAKER));
    kauri_json_add(object, "steps", json_object_new_int64((int64_t)result->steps));
    kauri_json_add(object, "tables", tables);
    kauri_json_add(object, "tables_trusted", json_object_new_boolean(trusted));
    kauri_json_add(object, "rules_alone", json_object_new_boolean(result->tables == 0));
    kauri_json_print(object);
}
