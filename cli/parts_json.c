#include "cli/parts_json.h"

#include "rules/notation.h"
#include "rules/value.h"

#include <json-c/json.h>
#include <stdio.h>

struct json_object *kauri_json_position(const struct kauri_position *position)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    return json_object_new_string(kauri_position_format(position, text));
}

void kauri_json_add_value(struct json_object *object, const int32_t *r, const uint32_t *dtc)
{
    struct json_object *net = NULL;
    struct json_object *phase = NULL;
    struct json_object *value = NULL;
    if (r != NULL) {
        const enum kauri_result result = kauri_result_of(kauri_value_tiebreak(*r));
        net = json_object_new_int(kauri_value_net(*r));
        phase = json_object_new_string(kauri_result_name(result));
        value = json_object_new_int(*r);
    }
    kauri_json_add(object, "net", net);
    kauri_json_add(object, "tiebreak", phase);
    kauri_json_add(object, "r", value);
    kauri_json_add(object, "dtc",
                   r != NULL && *r != 0 && dtc != NULL ? json_object_new_int64(*dtc) : NULL);
}

struct json_object *kauri_json_outcome(const enum kauri_result *result, const uint8_t *score)
{
    struct json_object *object = json_object_new_object();
    char text[16] = "";
    if (score != NULL) {
        (void)snprintf(text, sizeof text, "%u:%u", score[KAURI_SOUTH], score[KAURI_NORTH]);
    }
    kauri_json_add(object, "result",
                   result != NULL ? json_object_new_string(kauri_result_name(*result)) : NULL);
    kauri_json_add(object, "score", score != NULL ? json_object_new_string(text) : NULL);
    return object;
}

void kauri_json_add_move(struct json_object *object, unsigned side, int hole,
                         const struct kauri_capture *captured)
{
    const char letter[2] = {kauri_move_letter((enum kauri_side)side, hole), '\0'};
    kauri_json_add(object, "move", json_object_new_string(letter));
    kauri_json_add(object, "captured", kauri_json_pair(captured->own, captured->opponent));
}

void kauri_json_add_line(struct json_object *object, const struct kauri_best_line *line)
{
    static const char *const ends[] = {
        [KAURI_LINE_SEEDS] = "seeds",
        [KAURI_LINE_STUCK] = "stuck",
        [KAURI_LINE_UNLIMITED] = "unlimited",
    };
    struct json_object *steps = json_object_new_array();
    for (size_t i = 0; i < line->count; i++) {
        const struct kauri_line_step *step = &line->steps[i];
        struct json_object *entry = json_object_new_object();
        kauri_json_add_move(entry, step->position.side, step->hole, &step->captured);
        kauri_json_add(
            entry, "position",
            kauri_json_position(i + 1 < line->count ? &line->steps[i + 1].position : &line->last));
        (void)json_object_array_add(steps, entry);
    }
    kauri_json_add(object, "line", steps);
    kauri_json_add(object, "plies", json_object_new_int64((int64_t)line->count));
    kauri_json_add(object, "plies_with_seeds", json_object_new_int64((int64_t)line->seed_count));
    kauri_json_add(object, "end",
                   line->end == KAURI_LINE_OPEN ? NULL : json_object_new_string(ends[line->end]));
    kauri_json_add(object, "repeats_from",
                   line->end == KAURI_LINE_UNLIMITED
                       ? json_object_new_int64((int64_t)line->repeats_from)
                       : NULL);
}
