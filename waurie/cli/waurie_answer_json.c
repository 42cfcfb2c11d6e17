#include "waurie/cli/waurie_answer_json.h"

#include "cli/base_json.h"

#include <json-c/json.h>

static struct json_object *position_of(const struct waurie_position *position)
{
    char text[WAURIE_POSITION_TEXT_BYTES];
    return json_object_new_string(waurie_position_format(position, text));
}

static void add_value(struct json_object *object, struct waurie_value value, bool distances)
{
    kauri_json_add(object, "result", json_object_new_string(value.win ? "win" : "loss"));
    kauri_json_add(object, "turns", distances ? json_object_new_int(value.turns) : NULL);
    kauri_json_add(object, "sowings", distances ? json_object_new_int(value.sowings) : NULL);
}

static struct json_object *begin(const struct waurie_answer *answer)
{
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "position", position_of(&answer->position));
    kauri_json_add(object, "seeds",
                   json_object_new_int((int)waurie_seeds(&answer->position.board)));
    add_value(object, answer->value, answer->distances);
    return object;
}

void waurie_json_answer(const struct waurie_answer *answer, bool best_only,
                        struct kauri_string *out)
{
    struct json_object *object = begin(answer);
    struct json_object *moves = json_object_new_array();
    for (unsigned i = 0; i < answer->count; i++) {
        const struct waurie_answer_move *move = &answer->moves[i];
        if (best_only && !move->best) {
            continue;
        }
        struct json_object *entry = json_object_new_object();
        kauri_json_add(entry, "move", json_object_new_int(move->pit + 1));
        kauri_json_add(entry, "bonus", json_object_new_boolean(move->again));
        add_value(entry, move->value, answer->distances);
        kauri_json_add(entry, "best", json_object_new_boolean(move->best));
        kauri_json_add(entry, "position", move->ends ? NULL : position_of(&move->after));
        (void)json_object_array_add(moves, entry);
    }
    kauri_json_add(object, "moves", moves);
    kauri_json_write(out, object);
}

void waurie_json_play_out(const struct waurie_answer *answer, const struct waurie_play_out *line,
                          struct kauri_string *out)
{
    struct json_object *object = begin(answer);
    struct kauri_string moves = {.bytes = NULL};
    waurie_play_out_moves(line, &moves);
    kauri_json_add(object, "moves", json_object_new_string(kauri_string_text(&moves)));
    kauri_string_clear(&moves);
    struct json_object *steps = json_object_new_array();
    for (size_t i = 0; i < line->count; i++) {
        struct json_object *entry = json_object_new_object();
        kauri_json_add(entry, "position", position_of(&line->steps[i].before));
        kauri_json_add(entry, "move", json_object_new_int(line->steps[i].pit + 1));
        kauri_json_add(entry, "bonus", json_object_new_boolean(line->steps[i].again));
        add_value(entry, line->steps[i].value, line->steps[i].distances);
        (void)json_object_array_add(steps, entry);
    }
    kauri_json_add(object, "line", steps);
    kauri_json_write(out, object);
}

void waurie_json_error(const char *input, const struct kauri_error *error, struct kauri_string *out)
{
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "input", kauri_json_foreign_text(input));
    kauri_json_add(object, "error", kauri_json_foreign_text(error->message));
    kauri_json_add(object, "status", json_object_new_int((int)error->status));
    kauri_json_write(out, object);
}
