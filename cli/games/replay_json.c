#include "cli/games/replay_view.h"

#include "cli/games/game_json.h"
#include "cli/parts_json.h"
#include "rules/notation.h"

#include <json-c/json.h>

static struct json_object *ply_object(const struct kauri_replay_ply *played)
{
    const struct kauri_ply *ply = &played->ply;
    const char letter[] = {kauri_move_letter((enum kauri_side)ply->side, ply->hole), '\0'};
    const char note[] = {ply->note, '\0'};
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "number", json_object_new_int64(ply->number));
    kauri_json_add(object, "side", json_object_new_string(ply->side == KAURI_SOUTH ? "S" : "N"));
    kauri_json_add(object, "move", json_object_new_string(letter));
    kauri_json_add(object, "pass", json_object_new_boolean(played->pass));
    kauri_json_add(object, "inserted", json_object_new_boolean(played->inserted));
    kauri_json_add(object, "marks", kauri_game_json_text(ply->marks));
    kauri_json_add(object, "note", kauri_game_json_text(note));
    kauri_json_add(object, "captured",
                   kauri_json_pair(played->captures.own, played->captures.opponent));
    kauri_json_add(
        object, "written",
        ply->captures_written ? kauri_json_pair(ply->captures.own, ply->captures.opponent) : NULL);
    kauri_json_add(object, "differs", json_object_new_boolean(played->differs));
    kauri_json_add(object, "position", kauri_json_position(&played->after));
    return object;
}

static struct json_object *result_object(const struct kauri_record *record,
                                         const struct kauri_replay *replay)
{
    if (!record->result.given) {
        return NULL;
    }
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "text", json_object_new_string(record->result.text));
    kauri_json_add(object, "agrees",
                   replay->result == KAURI_RESULT_NOT_WRITTEN
                       ? NULL
                       : json_object_new_boolean(replay->result == KAURI_RESULT_AGREES));
    return object;
}

static struct json_object *missing_object(const struct kauri_replay *replay)
{
    if (!replay->repair.found) {
        return NULL;
    }
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "ply", json_object_new_int64((int64_t)replay->repair.at));
    kauri_json_add(object, "choices", json_object_new_int64(replay->repair.choices));
    return object;
}

void kauri_json_replay(struct kauri_string *out, const struct kauri_record *record,
                       const struct kauri_replay *replay, const struct kauri_error *fault)
{
    struct json_object *head = kauri_game_json_head(record);
    kauri_json_add(head, "start", record->start_bad ? NULL : kauri_json_position(&replay->start));
    kauri_game_json_add_head(out, head);
    for (size_t i = 0; i < replay->count; i++) {
        kauri_game_json_add_ply(out, ply_object(&replay->plies[i]), i);
    }
    struct json_object *tail = json_object_new_object();
    kauri_json_add(tail, "end", record->start_bad ? NULL : kauri_json_position(&replay->end));
    kauri_json_add(tail, "result", fault == NULL ? result_object(record, replay) : NULL);
    kauri_json_add(tail, "differences", json_object_new_int64((int64_t)replay->differences));
    kauri_json_add(tail, "missing", missing_object(replay));
    kauri_json_add(tail, "fault", fault != NULL ? json_object_new_string(fault->message) : NULL);
    kauri_game_json_add_tail(out, tail);
}
