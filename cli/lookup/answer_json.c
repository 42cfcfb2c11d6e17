#include "cli/lookup/answer_json.h"

#include "cli/parts_json.h"

// Begins an object with the members that all answers have.
static void begin_answer(struct kauri_json *json, const struct kauri_probe_result *result)
{
    const uint8_t *score = result->score_known ? result->score : NULL;
    kauri_json_begin_object(json, NULL);
    kauri_json_add_position(json, "position", &result->position);
    kauri_json_add_int(json, "seeds", result->seeds);
    kauri_json_add_value(json, &result->value.r, &result->value.dtc);
    kauri_json_add_outcome(json, "standard", &result->standard, score);
    kauri_json_add_outcome(json, "tie_breaker", &result->tiebreaker, score);
}

void kauri_json_probe(struct kauri_string *out, const struct kauri_probe_result *result,
                      bool best_only)
{
    struct kauri_json json = {.out = out};
    begin_answer(&json, result);
    kauri_json_begin_array(&json, "moves");
    for (unsigned i = 0; i < result->move_count; i++) {
        const struct kauri_probe_move *move = &result->moves[i];
        if (best_only && !move->best) {
            continue;
        }
        kauri_json_begin_object(&json, NULL);
        kauri_json_add_move(&json, result->position.side, move->hole, &move->captured);
        kauri_json_add_value(&json, &move->value.r, &move->value.dtc);
        kauri_json_add_bool(&json, "best", move->best);
        kauri_json_add_position(&json, "position", &move->successor);
        kauri_json_end(&json);
    }
    kauri_json_end(&json);
    kauri_json_end(&json);
}

void kauri_json_value(struct kauri_string *out, const struct kauri_position *position,
                      struct kauri_value value)
{
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_position(&json, "position", position);
    kauri_json_add_value(&json, &value.r, &value.dtc);
    kauri_json_end(&json);
}

void kauri_json_line(struct kauri_string *out, const struct kauri_probe_result *result,
                     const struct kauri_best_line *line)
{
    struct kauri_json json = {.out = out};
    begin_answer(&json, result);
    kauri_json_add_line(&json, line);
    kauri_json_end(&json);
}

void kauri_json_fault(struct kauri_string *out, const char *input, const struct kauri_error *error)
{
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_foreign(&json, "input", input);
    kauri_json_add_foreign(&json, "error", error->message);
    kauri_json_add_int(&json, "status", error->status);
    kauri_json_end(&json);
}
