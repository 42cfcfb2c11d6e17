#include "cli/search/proof_view.h"

#include "cli/parts_json.h"
#include "queries/lookup/bounds.h"

#include <json-c/json.h>

static struct json_object *outcome(const struct kauri_proof_entry *proof, enum kauri_goal goal)
{
    const struct kauri_bounds r = {proof->low, proof->high};
    enum kauri_result result = KAURI_DRAW;
    const bool decided = kauri_bounds_decide(&proof->position, r, goal, &result);
    uint8_t score[2];
    const bool scored =
        kauri_bounds_exact(r) && kauri_final_score(&proof->position, proof->low, score);
    return kauri_json_outcome(decided ? &result : NULL, scored ? score : NULL);
}

// What a proof states.
static void add_statement(struct json_object *object, const struct kauri_proof_entry *proof)
{
    const int32_t r = proof->low;
    kauri_json_add(object, "position", kauri_json_position(&proof->position));
    kauri_json_add(object, "seeds", json_object_new_int64(kauri_seeds(&proof->position)));
    kauri_json_add_value(object, proof->low == proof->high ? &r : NULL, NULL);
    kauri_json_add(object, "bounds", kauri_json_pair(proof->low, proof->high));
    kauri_json_add(object, "standard", outcome(proof, KAURI_GOAL_STANDARD));
    kauri_json_add(object, "tie_breaker", outcome(proof, KAURI_GOAL_TIEBREAKER));
    kauri_json_add(object, "steps", json_object_new_int64((int64_t)proof->steps));
}

// What the proofs rest on.
static void add_grounds(struct json_object *object, const struct kauri_proof_folder *proofs,
                        bool trusted)
{
    struct json_object *tables = json_object_new_array();
    for (unsigned n = 0; n < proofs->tables; n++) {
        struct json_object *table = json_object_new_object();
        kauri_json_add(table, "seeds", json_object_new_int((int)n));
        kauri_json_add(table, "digest", kauri_json_digest(proofs->digest[n]));
        (void)json_object_array_add(tables, table);
    }
    kauri_json_add(object, "tables", tables);
    kauri_json_add(object, "tables_trusted", json_object_new_boolean(trusted));
    kauri_json_add(object, "rules_alone", json_object_new_boolean(proofs->tables == 0));
}

void kauri_json_proof(struct kauri_string *out, const struct kauri_proof_folder *proofs,
                      bool trusted)
{
    const struct kauri_proof_entry *proof = &proofs->entry[0];
    struct json_object *object = json_object_new_object();
    add_statement(object, proof);
    add_grounds(object, proofs, trusted);
    kauri_json_add(object, "digest", kauri_json_digest(proof->digest));
    kauri_json_add(object, "citations", json_object_new_int64((int64_t)proof->citations.count));
    kauri_json_add(object, "cited_proofs", json_object_new_int64((int64_t)proofs->count - 1));
    kauri_json_add(object, "cited_steps",
                   json_object_new_int64((int64_t)(proofs->steps - proof->steps)));
    kauri_json_write(out, object);
}

void kauri_json_proof_folder(struct kauri_string *out, const char *path,
                             const struct kauri_proof_folder *proofs, bool trusted)
{
    struct json_object *object = json_object_new_object();
    struct json_object *results = json_object_new_array();
    kauri_json_add(object, "folder", kauri_json_foreign_text(path));
    kauri_json_add(object, "proofs", json_object_new_int64((int64_t)proofs->count));
    kauri_json_add(object, "steps", json_object_new_int64((int64_t)proofs->steps));
    kauri_json_add(object, "citations", json_object_new_int64((int64_t)proofs->citations));
    add_grounds(object, proofs, trusted);
    for (size_t i = 0; i < proofs->count; i++) {
        const struct kauri_proof_entry *proof = &proofs->entry[i];
        if (!proof->cited) {
            struct json_object *result = json_object_new_object();
            kauri_json_add(result, "file", kauri_json_foreign_text(kauri_proof_file(proof)));
            kauri_json_add(result, "digest", kauri_json_digest(proof->digest));
            add_statement(result, proof);
            (void)json_object_array_add(results, result);
        }
    }
    kauri_json_add(object, "results", results);
    kauri_json_write(out, object);
}
