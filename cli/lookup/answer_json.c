#include "cli/lookup/answer_json.h"

#include "cli/parts_json.h"

#include <json-c/json.h>

static struct json_object *number(int64_t value)
{
    return json_object_new_int64(value);
}

static struct json_object *probe_head(const struct kauri_probe_result *result)
{
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "position", kauri_json_position(&result->position));
    kauri_json_add(object, "seeds", number(result->seeds));
    kauri_json_add_value(object, &result->value.r, &result->value.dtc);
    const uint8_t *score = result->score_known ? result->score : NULL;
    kauri_json_add(object, "standard", kauri_json_outcome(&result->standard, score));
    kauri_json_add(object, "tie_breaker", kauri_json_outcome(&result->tiebreaker, score));
    return object;
}

void kauri_json_probe(struct kauri_string *out, const struct kauri_probe_result *result,
                      bool best_only)
{
    struct json_object *object = probe_head(result);
    struct json_object *moves = json_object_new_array();
    for (unsigned i = 0; i < result->move_count; i++) {
        const struct kauri_probe_move *move = &result->moves[i];
        if (best_only && !move->best) {
            continue;
        }
        struct json_object *entry = json_object_new_object();
        kauri_json_add_move(entry, result->position.side, move->hole, &move->captured);
        kauri_json_add_value(entry, &move->value.r, &move->value.dtc);
        kauri_json_add(entry, "best", json_object_new_boolean(move->best));
        kauri_json_add(entry, "position", kauri_json_position(&move->successor));
        (void)json_object_array_add(moves, entry);
    }
    kauri_json_add(object, "moves", moves);
    kauri_json_write(out, object);
}

void kauri_json_line(struct kauri_string *out, const struct kauri_probe_result *result,
                     const struct kauri_best_line *line)
{
    struct json_object *object = probe_head(result);
    kauri_json_add_line(object, line);
    kauri_json_write(out, object);
}

void kauri_json_fault(struct kauri_string *out, const char *input, const struct kauri_error *error)
{
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "input", kauri_json_foreign_text(input));
    kauri_json_add(object, "error", kauri_json_foreign_text(error->message));
    kauri_json_add(object, "status", number(error->status));
    kauri_json_write(out, object);
}
