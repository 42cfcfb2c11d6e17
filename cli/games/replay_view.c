#include "cli/games/replay_view.h"

#include "cli/fitted_text.h"
#include "cli/value_words.h"
#include "rules/notation.h"

#include <stdio.h>
#include <string.h>

enum { MOVE_COLUMNS = 24, REMARK_BYTES = 128 }; // before the position; after it

static void print_header(const struct kauri_record *record)
{
    char number[16] = "";
    if (record->number > 0) {
        (void)snprintf(number, sizeof number, "(%u) ", record->number);
    }
    kauri_print_fitted("%s%s - %s%s%s\n\n", number,
                       record->player[0][0] != '\0' ? record->player[0] : "South",
                       record->player[1][0] != '\0' ? record->player[1] : "North",
                       record->date[0] != '\0' ? " - " : "", record->date);
}

// Writes the remark on a move; "" if there is none.
static void write_remark(const struct kauri_replay *replay, const struct kauri_replayed_ply *played,
                         char remark[REMARK_BYTES])
{
    char text[KAURI_CAPTURE_TEXT_BYTES];
    remark[0] = '\0';
    if (played->inserted && replay->repair.choices == 1) {
        (void)snprintf(remark, REMARK_BYTES,
                       "   * missing in the record: the only move that makes the rest legal");
    } else if (played->inserted) {
        (void)snprintf(remark, REMARK_BYTES,
                       "   * missing in the record: of %u moves that make the rest legal, this one "
                       "agrees best with it",
                       replay->repair.choices);
    } else if (played->hole == KAURI_MOVE_PASS) {
        (void)snprintf(remark, REMARK_BYTES, "   %s passes", kauri_side_name(played->before.side));
    } else if (played->differs && !played->captures_written) {
        (void)snprintf(remark, REMARK_BYTES, "   * capture not written");
    } else if (played->differs) {
        (void)kauri_capture_format(played->written, text);
        (void)snprintf(remark, REMARK_BYTES, "   * written %s", text[0] != '\0' ? text : "(+0)");
    }
}

// Whether moves and positions do not fit side by side. The positions of a game without captures are
// the longest, the first one among them, give or take a few digits.
static bool is_narrow(const struct kauri_replay *replay)
{
    enum { MORE = 2 };
    const int columns = kauri_terminal_columns(stdout);
    char position[KAURI_POSITION_TEXT_BYTES];
    const size_t width = strlen(kauri_position_format(&replay->start, position));
    return columns > 0 && MOVE_COLUMNS + width + MORE > (size_t)columns;
}

static void print_ply(const struct kauri_replay *replay, const struct kauri_replayed_ply *played,
                      bool narrow)
{
    char note[8] = "";
    char move[16];
    char captures[KAURI_CAPTURE_TEXT_BYTES];
    char position[KAURI_POSITION_TEXT_BYTES];
    if (played->note != '\0') {
        (void)snprintf(note, sizeof note, " (%c)", played->note);
    }
    (void)snprintf(move, sizeof move, "%c%s%s",
                   kauri_move_letter((enum kauri_side)played->before.side, played->hole),
                   played->marks, note);
    char remark[REMARK_BYTES];
    write_remark(replay, played, remark);
    (void)kauri_capture_format(played->captured, captures);
    (void)kauri_position_format(&played->after, position);
    if (narrow) {
        kauri_print_fitted("%4u. %s%s%s%s\n", played->number, move, captures[0] == '\0' ? "" : " ",
                           captures, remark);
        kauri_print_fitted("      %s\n", position);
    } else {
        kauri_print_fitted("%4u. %-7s %-9s %s%s\n", played->number, move, captures, position,
                           remark);
    }
}

static void print_end(const struct kauri_record *record, const struct kauri_replay *replay)
{
    const char *words = "; no result is written.";
    if (record->result.given) {
        words = replay->result == KAURI_RESULT_AGREES      ? ", as written: "
                : replay->result == KAURI_RESULT_DIFFERS   ? ", but * written: "
                : replay->result == KAURI_RESULT_UNCHECKED ? "; written (not checked): "
                                                           : "; written: ";
    }
    kauri_print_fitted("\nThe record ends at %u:%u%s%s\n", replay->end.score[0],
                       replay->end.score[1], words, record->result.text);
}

static void print_remarks(const struct kauri_record *record)
{
    for (unsigned i = 0; i < record->remark_count; i++) {
        kauri_print_fitted("Note: %s.\n", record->remark[i]);
    }
}

void kauri_replay_print(const struct kauri_replayed *game)
{
    const struct kauri_record *record = game->record;
    const struct kauri_replay *replay = game->replay;
    char position[KAURI_POSITION_TEXT_BYTES];
    const bool narrow = !record->start_bad && is_narrow(replay);
    if (replay->count == 0 && game->fault == NULL) {
        kauri_print_fitted("Line %u: a position, which no moves follow\n\n      %s\n", record->line,
                           kauri_position_format(&replay->start, position));
        return;
    }
    print_header(record);
    if (!record->start_bad) {
        (void)kauri_position_format(&replay->start, position);
        printf(narrow ? "      start\n      %s\n" : "      start             %s\n", position);
    }
    for (size_t i = 0; i < replay->count; i++) {
        print_ply(replay, &replay->plies[i], narrow);
    }
    if (game->fault == NULL) {
        print_end(record, replay);
    } else {
        printf("\nBreaks here.\n");
    }
    print_remarks(record);
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
    if (record->number > 0) {
        kauri_json_add_uint(json, "game", record->number);
    } else {
        kauri_json_add_null(json, "game");
    }
    add_if_any(json, "south", record->player[KAURI_SOUTH]);
    add_if_any(json, "north", record->player[KAURI_NORTH]);
    add_if_any(json, "date", record->date);
}

// The object PlyHead:
//     number: int - of the move; South's and North's moves share a number, as do moves joined by
//         hyphens and the passes between them
//     side: "S" | "N" - who moves
//     pass: bool - the ply is a pass
//     inserted: bool - it is the missing move
//     marks: text | null - `!`, `?` and so on, from the record
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

// The object ReplayPly:
//     ...: PlyHead
//     move: move - the letter of the hole; `-` for a pass
//     note: text | null - letter of a note, `A` for `(A)`
//     captured: pair - actual captures: own, opponent's
//     written: pair | null - captures in the record
//     differs: bool - `written` (null counts as no capture) differs from `captured`
//     position: position - after the ply
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

// The object WrittenResult:
//     text: text - the result in the record
//     agrees: bool | null - with the end of the record; null when it was not checked, because its
//         words are not understood or play was not over (docs/RECORDS.md, "Results")
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
//     file: text - only with several files, or a folder: the file
//     ...: GameHead
//     start: position | null - the position in which the game begins; when that cannot be read,
//         `start` and `end` are null
//     plies: ReplayPly[] - the plies played, including passes and an inserted move; up to the fault
//         if there is one
//     end: position | null - the position after the last ply
//     result: WrittenResult | null - null if the record has none
//     differences: int - plies whose recorded captures are wrong
//     missing: MissingMove | null - the move that the record lacks
//     remarks: text[] - what is odd in the text though it can be read, such as move numbers that
//         jump
//     fault: text | null - why the record cannot be played to its end; the exit status is then 3
//
// The object MissingMove:
//     ply: int - its place in `plies`, from 0
//     choices: int - moves, at any place, that would make the rest legal; this one agrees best with
//         the record
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
