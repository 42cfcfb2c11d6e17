#include "games/answers/replay_json.h"

#include "queries/answers/value_words.h"
#include "rules/notation.h"

enum kauri_status kauri_replayed_make(const char *text, struct kauri_record *record,
                                      struct kauri_replayed *game, struct kauri_error *error)
{
    game->text = text;
    game->record = record;
    const enum kauri_status status = kauri_replay_record(record, &game->replay, &game->fault);
    game->breaks = status == KAURI_BAD_INPUT;
    if (status == KAURI_OK || game->breaks) {
        kauri_replay_complete(&game->replay, record);
        return KAURI_OK;
    }
    kauri_replay_clear(&game->replay);
    return kauri_fail(error, status, "%s", game->fault.message);
}

bool kauri_replayed_is_silent(const struct kauri_replayed *game)
{
    const struct kauri_replay *replay = &game->replay;
    return !replay->captures_recorded && replay->end.score[0] + replay->end.score[1] >
                                             replay->start.score[0] + replay->start.score[1];
}

// Adds a text, or null for "".
static void add_if_any(struct kauri_json *json, const char *name, const char *text)
{
    kauri_json_add_text(json, name, text[0] != '\0' ? text : NULL);
}

// The object GameHead:
//     game: int | null - number in the header, `(4)`
//     south, north, date: text | null - from the header
void kauri_json_begin_game(struct kauri_json *json, const char *file,
                           const struct kauri_record *record)
{
    kauri_json_begin_object(json, NULL);
    if (file != NULL) {
        kauri_json_add_foreign(json, "file", file);
    }
    kauri_json_add_known_int(json, "game", record->number > 0, record->number);
    add_if_any(json, "south", record->player[KAURI_SOUTH]);
    add_if_any(json, "north", record->player[KAURI_NORTH]);
    add_if_any(json, "date", record->date);
}

// The object PlyHead:
//     number: int - of the move
//     side: "S" | "N"
//     pass: bool - the ply is a pass
//     inserted: bool - it is the missing move
//     marks: text | null - `!`, `?` and so on, from the record
void kauri_json_add_ply(struct kauri_json *json, const struct kauri_replayed_ply *played,
                        bool with_move)
{
    kauri_json_add_uint(json, "number", played->number);
    kauri_json_add_text(json, "side", played->before.side == KAURI_SOUTH ? "S" : "N");
    if (with_move) {
        kauri_json_add_hole(json, "move", played->before.side, played->hole);
    }
    kauri_json_add_bool(json, "pass", played->hole == KAURI_MOVE_PASS);
    kauri_json_add_bool(json, "inserted", played->inserted);
    add_if_any(json, "marks", played->marks);
}

// The object ReplayPly:
//     ...: PlyHead
//     move: move
//     note: text | null - letter of a note, `A` for `(A)`
//     captured: pair
//     written: pair | null - captures in the record
//     differs: bool - `captured` is not what the record says or, by saying nothing, implies
//     position: position
static void add_ply(struct kauri_json *json, const struct kauri_replayed_ply *played)
{
    kauri_json_begin_object(json, NULL);
    kauri_json_add_ply(json, played, true);
    kauri_json_add_letter(json, "note", played->note);
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

// The object WrittenResult:
//     text: text - the result in the record
//     agrees: bool | null - with the end of the record; null if not checked
//         (`docs/guide/RECORDS.md`)
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

// The object ReplayedGame:
//     file: text - only with several files, or a folder
//     ...: GameHead
//     start: position | null - in which the game begins; null if it cannot be read
//     plies: ReplayPly[] - up to a fault, with passes and an inserted move
//     end: position | null - after the last ply
//     result: WrittenResult | null - null if the record has none
//     differences: int - plies with wrong captures in the record
//     missing: MissingMove | null - the move that the record lacks
//     remarks: text[] - what is odd, such as move numbers that jump
//     fault: text | null - why the record cannot be played to its end; the exit status is then 3
//     captures_recorded: bool - the record writes captures; otherwise none differ
//     pieces: Piece[] - what became of each byte of the text, in order, from the end of the game
//         before it, or from the beginning, up to the end of this game, or of the text
//
// The object MissingMove:
//     ply: int
//     choices: int - moves, at any place, that would make the rest legal; this one agrees best with
//         the record
void kauri_json_add_replay(struct kauri_json *json, const char *file,
                           const struct kauri_replayed *game)
{
    const struct kauri_record *record = game->record;
    const struct kauri_replay *replay = &game->replay;
    kauri_json_begin_game(json, file, record);
    add_position(json, "start", record, &replay->start);
    kauri_json_begin_array(json, "plies");
    for (size_t i = 0; i < replay->count; i++) {
        add_ply(json, &replay->plies[i]);
    }
    kauri_json_end(json);
    add_position(json, "end", record, &replay->end);
    if (!game->breaks && record->result.given) {
        add_result(json, record, replay);
    } else {
        kauri_json_add_null(json, "result");
    }
    kauri_json_add_uint(json, "differences", replay->differences);
    if (replay->repair.found) {
        kauri_json_begin_object(json, "missing");
        kauri_json_add_uint(json, "ply", replay->repair.at);
        kauri_json_add_uint(json, "choices", replay->repair.choices);
        kauri_json_end(json);
    } else {
        kauri_json_add_null(json, "missing");
    }
    kauri_json_begin_array(json, "remarks");
    for (unsigned i = 0; i < record->remark_count; i++) {
        kauri_json_add_text(json, NULL, record->remark[i]);
    }
    kauri_json_end(json);
    kauri_json_add_text(json, "fault", game->breaks ? game->fault.message : NULL);
    kauri_json_add_bool(json, "captures_recorded", replay->captures_recorded);
    kauri_pieces_add_json(&record->pieces, game->text, json);
    kauri_json_end(json);
}
