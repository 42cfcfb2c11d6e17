#include "answers/replay_json.h"

#include "answers/value_words.h"
#include "rules/notation.h"

// Adds a text, or null for "".
static void add_if_any(struct kauri_json *json, const char *name, const char *text)
{
    kauri_json_add_text(json, name, text[0] != '\0' ? text : NULL);
}

void kauri_json_begin_game(struct kauri_json *json, const char *file,
                           const struct kauri_record *record)
{
    kauri_json_begin_object(json, NULL);
    if (file != NULL) {
        kauri_json_add_foreign(json, "file", file);
    }
    if (record->number > 0) {
        kauri_json_add_uint(json, "game", record->number);
    } else {
        kauri_json_add_null(json, "game");
    }
    add_if_any(json, "south", record->player[KAURI_SOUTH]);
    add_if_any(json, "north", record->player[KAURI_NORTH]);
    add_if_any(json, "date", record->date);
}

void kauri_json_add_ply(struct kauri_json *json, const struct kauri_replayed_ply *played,
                        bool with_move)
{
    kauri_json_add_uint(json, "number", played->number);
    kauri_json_add_text(json, "side", played->before.side == KAURI_SOUTH ? "S" : "N");
    if (with_move) {
        kauri_json_add_letter(
            json, "move", kauri_move_letter((enum kauri_side)played->before.side, played->hole));
    }
    kauri_json_add_bool(json, "pass", played->hole == KAURI_MOVE_PASS);
    kauri_json_add_bool(json, "inserted", played->inserted);
    add_if_any(json, "marks", played->marks);
}

static void add_ply(struct kauri_json *json, const struct kauri_replayed_ply *played)
{
    const char note[] = {played->note, '\0'};
    kauri_json_begin_object(json, NULL);
    kauri_json_add_ply(json, played, true);
    add_if_any(json, "note", note);
    kauri_json_add_pair(json, "captured", played->captured.own, played->captured.opponent);
    if (played->captures_written) {
        kauri_json_add_pair(json, "written", played->written.own, played->written.opponent);
    } else {
        kauri_json_add_null(json, "written");
    }
    kauri_json_add_bool(json, "differs", played->differs);
    kauri_json_add_position(json, "position", &played->after);
    kauri_json_end(json);
}

static void add_result(struct kauri_json *json, const struct kauri_record *record,
                       const struct kauri_replay *replay)
{
    kauri_json_begin_object(json, "result");
    kauri_json_add_text(json, "text", record->result.text);
    if (replay->result != KAURI_RESULT_AGREES && replay->result != KAURI_RESULT_DIFFERS) {
        kauri_json_add_null(json, "agrees");
    } else {
        kauri_json_add_bool(json, "agrees", replay->result == KAURI_RESULT_AGREES);
    }
    kauri_json_end(json);
}

static void add_position(struct kauri_json *json, const char *name,
                         const struct kauri_record *record, const struct kauri_position *position)
{
    if (record->start_bad) {
        kauri_json_add_null(json, name);
    } else {
        kauri_json_add_position(json, name, position);
    }
}

void kauri_json_replay(struct kauri_string *out, const char *file,
                       const struct kauri_replayed *game)
{
    const struct kauri_record *record = game->record;
    const struct kauri_replay *replay = game->replay;
    struct kauri_json json = {.out = out};
    kauri_json_begin_game(&json, file, record);
    add_position(&json, "start", record, &replay->start);
    kauri_json_begin_array(&json, "plies");
    for (size_t i = 0; i < replay->count; i++) {
        add_ply(&json, &replay->plies[i]);
    }
    kauri_json_end(&json);
    add_position(&json, "end", record, &replay->end);
    if (game->fault == NULL && record->result.given) {
        add_result(&json, record, replay);
    } else {
        kauri_json_add_null(&json, "result");
    }
    kauri_json_add_uint(&json, "differences", replay->differences);
    if (replay->repair.found) {
        kauri_json_begin_object(&json, "missing");
        kauri_json_add_uint(&json, "ply", replay->repair.at);
        kauri_json_add_uint(&json, "choices", replay->repair.choices);
        kauri_json_end(&json);
    } else {
        kauri_json_add_null(&json, "missing");
    }
    kauri_json_begin_array(&json, "remarks");
    for (unsigned i = 0; i < record->remark_count; i++) {
        kauri_json_add_text(&json, NULL, record->remark[i]);
    }
    kauri_json_end(&json);
    kauri_json_add_text(&json, "fault", game->fault != NULL ? game->fault->message : NULL);
    kauri_json_end(&json);
}
