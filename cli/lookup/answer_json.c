#include "cli/lookup/answer_json.h"

#include "cli/parts_json.h"
#include "rules/notation.h"
#include "rules/value.h"

#include <json-c/json.h>
#include <string.h>

// Answers to probe and best are written by the million, so their JSON is put together from texts:
// an object of json-c with some hundred members takes ten times as long. None of the texts has a
// character that JSON escapes. The names and their order are those of parts_json.c.

static void add(struct kauri_string *out, const char *text)
{
    kauri_string_add_text(out, text);
}

static void add_position(struct kauri_string *out, const struct kauri_position *position)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    add(out, "\"position\":\"");
    add(out, kauri_position_format(position, text));
    add(out, "\"");
}

static void add_value(struct kauri_string *out, struct kauri_value value)
{
    add(out, ",\"net\":");
    kauri_string_add_number(out, kauri_value_net(value.r));
    add(out, ",\"tiebreak\":\"");
    add(out, kauri_result_name(kauri_result_of(kauri_value_tiebreak(value.r))));
    add(out, "\",\"r\":");
    kauri_string_add_number(out, value.r);
    add(out, ",\"dtc\":");
    if (value.r != 0) {
        kauri_string_add_number(out, value.dtc);
    } else {
        add(out, "null");
    }
}

static void add_outcome(struct kauri_string *out, const struct kauri_probe_result *result,
                        enum kauri_result outcome)
{
    add(out, "{\"result\":\"");
    add(out, kauri_result_name(outcome));
    if (result->score_known) {
        add(out, "\",\"score\":\"");
        kauri_string_add_number(out, result->score[KAURI_SOUTH]);
        add(out, ":");
        kauri_string_add_number(out, result->score[KAURI_NORTH]);
        add(out, "\"}");
    } else {
        add(out, "\",\"score\":null}");
    }
}

// Begins an object with the members that all answers have.
static void add_head(struct kauri_string *out, const struct kauri_probe_result *result)
{
    add(out, "{");
    add_position(out, &result->position);
    add(out, ",\"seeds\":");
    kauri_string_add_number(out, result->seeds);
    add_value(out, result->value);
    add(out, ",\"standard\":");
    add_outcome(out, result, result->standard);
    add(out, ",\"tie_breaker\":");
    add_outcome(out, result, result->tiebreaker);
}

static void add_move(struct kauri_string *out, unsigned side, const struct kauri_probe_move *move)
{
    const char letter = kauri_move_letter((enum kauri_side)side, move->hole);
    add(out, "{\"move\":\"");
    kauri_string_add_bytes(out, &letter, 1);
    add(out, "\",\"captured\":[");
    kauri_string_add_number(out, move->captured.own);
    add(out, ",");
    kauri_string_add_number(out, move->captured.opponent);
    add(out, "]");
    add_value(out, move->value);
    add(out, move->best ? ",\"best\":true," : ",\"best\":false,");
    add_position(out, &move->successor);
    add(out, "}");
}

void kauri_json_probe(struct kauri_string *out, const struct kauri_probe_result *result,
                      bool best_only)
{
    const char *separator = "";
    add_head(out, result);
    add(out, ",\"moves\":[");
    for (unsigned i = 0; i < result->move_count; i++) {
        if (!best_only || result->moves[i].best) {
            add(out, separator);
            add_move(out, result->position.side, &result->moves[i]);
            separator = ",";
        }
    }
    add(out, "]}\n");
}

void kauri_json_value(struct kauri_string *out, const struct kauri_position *position,
                      struct kauri_value value)
{
    add(out, "{");
    add_position(out, position);
    add_value(out, value);
    add(out, "}\n");
}

void kauri_json_line(struct kauri_string *out, const struct kauri_probe_result *result,
                     const struct kauri_best_line *line)
{
    struct kauri_string members = {.bytes = NULL};
    struct json_object *object = json_object_new_object();
    kauri_json_add_line(object, line);
    kauri_json_write(&members, object);
    add_head(out, result);
    add(out, ",");
    add(out, kauri_string_text(&members) + strspn(kauri_string_text(&members), "{"));
    out->failed = out->failed || members.failed;
    kauri_string_clear(&members);
}

void kauri_json_fault(struct kauri_string *out, const char *input, const struct kauri_error *error)
{
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "input", kauri_json_foreign_text(input));
    kauri_json_add(object, "error", kauri_json_foreign_text(error->message));
    kauri_json_add(object, "status", json_object_new_int64(error->status));
    kauri_json_write(out, object);
}
