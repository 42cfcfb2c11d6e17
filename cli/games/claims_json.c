#include "cli/games/claims_view.h"

#include "cli/parts_json.h"

#include <json-c/json.h>
#include <stdio.h>

static struct json_object *fact_value(const struct kauri_fact *fact)
{
    switch (fact->kind) {
    case KAURI_FACT_NUMBER:
        return json_object_new_int64(fact->low);
    case KAURI_FACT_BOUNDS:
        return kauri_json_pair((int)fact->low, (int)fact->high);
    case KAURI_FACT_ANSWER:
        return fact->low == KAURI_ANSWER_UNDECIDED ? NULL : json_object_new_boolean(fact->low != 0);
    case KAURI_FACT_WORDS:
        break;
    }
    return json_object_new_string(kauri_string_text(&fact->words));
}

// An object of `count` facts.
static struct json_object *facts_object(const struct kauri_fact *facts, size_t count)
{
    struct json_object *object = json_object_new_object();
    for (size_t i = 0; i < count; i++) {
        kauri_json_add(object, facts[i].name, fact_value(&facts[i]));
    }
    return object;
}

static struct json_object *claim_object(const char *id, const struct kauri_finding *finding)
{
    const struct kauri_claim *claim = finding->claim;
    const struct kauri_facts *table = &finding->table;
    struct json_object *object = json_object_new_object();
    struct json_object *rows = json_object_new_array();
    kauri_json_add(object, "id", json_object_new_string(id));
    kauri_json_add(object, "claim", json_object_new_string(claim->sentence));
    kauri_json_add(object, "quote",
                   claim->quote == NULL ? NULL : json_object_new_string(claim->quote));
    kauri_json_add(object, "reading", json_object_new_string(claim->reading));
    kauri_json_add(object, "verdict", json_object_new_string(kauri_verdict_name(finding->verdict)));
    kauri_json_add(object, "evidence", facts_object(finding->facts.fact, finding->facts.count));
    kauri_json_add(object, "table", rows);
    for (size_t row = 0; row < finding->rows; row++) {
        const size_t columns = table->count / finding->rows;
        (void)json_object_array_add(rows, facts_object(table->fact + row * columns, columns));
    }
    return object;
}

void kauri_claims_add_json(struct kauri_string *out, const struct kauri_finding *findings)
{
    struct json_object *object = json_object_new_object();
    struct json_object *array = json_object_new_array();
    kauri_json_add(object, "claims", array);
    for (unsigned i = 0; i < KAURI_CLAIMS; i++) {
        char id[16];
        (void)snprintf(id, sizeof id, "%u", i + 1);
        (void)json_object_array_add(array, claim_object(id, &findings[i]));
    }
    kauri_json_write(out, object);
}
