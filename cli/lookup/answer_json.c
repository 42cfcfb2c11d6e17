#include "cli/lookup/answer_json.h"

#include "cli/parts_json.h"
#include "rules/notation.h"
#include "rules/value.h"

#include <json-c/json.h>
#include <stdio.h>

static struct json_object *number(int64_t value)
{
    return json_object_new_int64(value);
}

static struct json_object *text(const char *value)
{
    return json_object_new_string(value);
}

static void add_value(struct json_object *object, const struct kauri_value *value)
{
    kauri_json_add(object, "net", number(kauri_value_net(value->r)));
    kauri_json_add(object, "tiebreak",
                   text(kauri_result_name(kauri_result_of(kauri_value_tiebreak(value->r)))));
    kauri_json_add(object, "r", number(value->r));
    kauri_json_add(object, "dtc", value->r == 0 ? NULL : number(value->dtc));
}

static struct json_object *outcome(const struct kauri_probe_result *result,
                                   enum kauri_result outcome)
{
    struct json_object *object = json_object_new_object();
    char score[16];
    (void)snprintf(score, sizeof score, "%u:%u", result->score[KAURI_SOUTH],
                   result->score[KAURI_NORTH]);
    kauri_json_add(object, "result", text(kauri_result_name(outcome)));
    kauri_json_add(object, "score", result->score_known ? text(score) : NULL);
    return object;
}

static struct json_object *probe_head(const struct kauri_probe_result *result)
{
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "position", kauri_json_position(&result->position));
    kauri_json_add(object, "seeds", number(result->seeds));
    add_value(object, &result->value);
    kauri_json_add(object, "standard", outcome(result, result->standard));
    kauri_json_add(object, "tie_breaker", outcome(result, result->tiebreaker));
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
        add_value(entry, &move->value);
        kauri_json_add(entry, "best", json_object_new_boolean(move->best));
        kauri_json_add(entry, "position", kauri_json_position(&move->successor));
        (void)json_object_array_add(moves, entry);
    }
    kauri_json_add(object, "moves", moves);
    kauri_json_write(out, object);
}

void kauri_json_line(struct kauri_string *out, const struct kauri_probe_result *result,
                     const struct kauri_line *line)
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
