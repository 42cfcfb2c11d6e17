#include "cli/replay_view.h"
#include "rules/notation.h"

#include <json-c/json.h>
#include <stdio.h>

// json-c passes a NULL object on as null, so that running out of memory here shows in the output
// instead of stopping the program.
static void add(struct json_object *object, const char *name, struct json_object *value)
{
    (void)json_object_object_add(object, name, value);
}

static struct json_object *text_or_null(const char *text)
{
    return text[0] == '\0' ? NULL : json_object_new_string(text);
}

static struct json_object *position_text(const struct kauri_position *position)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    return json_object_new_string(kauri_position_format(position, text));
}

static struct json_object *pair(struct kauri_capture captures)
{
    struct json_object *array = json_object_new_array();
    (void)json_object_array_add(array, json_object_new_int(captures.own));
    (void)json_object_array_add(array, json_object_new_int(captures.opponent));
    return array;
}

static struct json_object *ply_object(const struct kauri_replay_ply *played)
{
    const struct kauri_ply *ply = &played->ply;
    const char letter[] = {kauri_move_letter((enum kauri_side)ply->side, ply->hole), '\0'};
    const char note[] = {ply->note, '\0'};
    struct json_object *object = json_object_new_object();
    add(object, "number", json_object_new_int64(ply->number));
    add(object, "side", json_object_new_string(ply->side == KAURI_SOUTH ? "S" : "N"));
    add(object, "move", json_object_new_string(letter));
    add(object, "pass", json_object_new_boolean(played->pass));
    add(object, "inserted", json_object_new_boolean(played->inserted));
    add(object, "marks", text_or_null(ply->marks));
    add(object, "note", text_or_null(note));
    add(object, "captured", pair(played->captures));
    add(object, "written", ply->captures_written ? pair(ply->captures) : NULL);
    add(object, "differs", json_object_new_boolean(played->differs));
    add(object, "position", position_text(&played->after));
    return object;
}

static struct json_object *result_object(const struct kauri_record *record,
                                         const struct kauri_replay *replay)
{
    if (!record->result.given) {
        return NULL;
    }
    struct json_object *object = json_object_new_object();
    add(object, "text", json_object_new_string(record->result.text));
    add(object, "agrees",
        replay->result == KAURI_RESULT_NOT_WRITTEN
            ? NULL
            : json_object_new_boolean(replay->result == KAURI_RESULT_AGREES));
    return object;
}

static struct json_object *missing_object(const struct kauri_replay *replay)
{
    if (!replay->mend.found) {
        return NULL;
    }
    struct json_object *object = json_object_new_object();
    add(object, "ply", json_object_new_int64((int64_t)replay->mend.at));
    add(object, "choices", json_object_new_int64(replay->mend.choices));
    return object;
}

void kauri_replay_print_json(const struct kauri_record *record, const struct kauri_replay *replay,
                             const struct kauri_error *fault)
{
    struct json_object *object = json_object_new_object();
    struct json_object *plies = json_object_new_array();
    for (size_t i = 0; i < replay->count; i++) {
        (void)json_object_array_add(plies, ply_object(&replay->plies[i]));
    }
    add(object, "game", record->number > 0 ? json_object_new_int64(record->number) : NULL);
    add(object, "south", text_or_null(record->player[KAURI_SOUTH]));
    add(object, "north", text_or_null(record->player[KAURI_NORTH]));
    add(object, "date", text_or_null(record->date));
    add(object, "start", position_text(&replay->start));
    add(object, "plies", plies);
    add(object, "end", position_text(&replay->end));
    add(object, "result", fault == NULL ? result_object(record, replay) : NULL);
    add(object, "differences", json_object_new_int64((int64_t)replay->differences));
    add(object, "missing", missing_object(replay));
    add(object, "fault", fault != NULL ? json_object_new_string(fault->message) : NULL);
    printf("%s\n", json_object_to_json_string_ext(object, JSON_C_TO_STRING_PLAIN |
                                                              JSON_C_TO_STRING_NOSLASHESCAPE));
    (void)json_object_put(object);
}
