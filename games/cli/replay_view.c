#include "games/cli/replay_view.h"

#include "cli/terminal_text.h"
#include "games/cli/annotate_view.h"
#include "rules/notation.h"

#include <stdio.h>

enum { MOVE_COLUMNS = 24 }; // before the position

// Adds the remark on a move, if there is one.
static void add_remark(struct kauri_string *out, const struct kauri_replay *replay,
                       const struct kauri_replayed_ply *played)
{
    char text[KAURI_CAPTURE_TEXT_BYTES];
    if (played->inserted && replay->repair.choices == 1) {
        kauri_string_add_text(
            out, "   * missing in the record: the only move that makes the rest legal");
    } else if (played->inserted) {
        kauri_string_add(out,
                         "   * missing in the record: of %u moves that make the rest legal, this "
                         "one agrees best with it",
                         replay->repair.choices);
    } else if (played->hole == KAURI_MOVE_PASS) {
        kauri_string_add(out, "   %s passes", kauri_side_name(played->before.side));
    } else if (played->differs && !played->captures_written) {
        kauri_string_add_text(out, "   * capture not written");
    } else if (played->differs) {
        (void)kauri_capture_format(played->written, text);
        kauri_string_add(out, "   * written %s", text[0] != '\0' ? text : "(+0)");
    }
}

// Returns whether moves and positions do not fit side by side. The positions of a game without
// captures are the longest, the first one among them, give or take a few digits.
static bool is_narrow(const struct kauri_replay *replay)
{
    enum { MORE = 2 };
    const int columns = kauri_terminal_columns(stdout);
    char position[KAURI_POSITION_TEXT_BYTES];
    const size_t width = strlen(kauri_position_format(&replay->start, position));
    return columns > 0 && MOVE_COLUMNS + width + MORE > (size_t)columns;
}

static void add_ply(struct kauri_string *out, const struct kauri_replay *replay,
                    const struct kauri_replayed_ply *played, bool narrow)
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
    (void)kauri_capture_format(played->captured, captures);
    (void)kauri_position_format(&played->after, position);
    if (narrow) {
        kauri_string_add(out, "%4u. %s%s%s", played->number, move, captures[0] == '\0' ? "" : " ",
                         captures);
        add_remark(out, replay, played);
        kauri_string_add(out, "\n      %s\n", position);
    } else {
        kauri_string_add(out, "%4u. %-7s %-9s %s", played->number, move, captures, position);
        add_remark(out, replay, played);
        kauri_string_add_text(out, "\n");
    }
}

static void add_end(struct kauri_string *out, const struct kauri_record *record,
                    const struct kauri_replay *replay)
{
    const char *words = "; no result is written.";
    if (record->result.given) {
        words = replay->result == KAURI_RESULT_AGREES      ? ", as written: "
                : replay->result == KAURI_RESULT_DIFFERS   ? ", but * written: "
                : replay->result == KAURI_RESULT_UNCHECKED ? "; written (not checked): "
                                                           : "; written: ";
    }
    kauri_string_add(out, "\nThe record ends at %u:%u%s%s\n", replay->end.score[0],
                     replay->end.score[1], words, record->result.text);
}

static void add_remarks(struct kauri_string *out, const struct kauri_replayed *game)
{
    const struct kauri_record *record = game->record;
    for (unsigned i = 0; i < record->remark_count; i++) {
        kauri_string_add(out, "Note: %s.\n", record->remark[i]);
    }
    if (kauri_replayed_is_silent(game)) {
        kauri_string_add_text(out, "Note: captures are not recorded.\n");
    }
    kauri_pieces_add_text(&record->pieces, out);
}

static void add_game(struct kauri_string *out, const struct kauri_replayed *game)
{
    const struct kauri_record *record = game->record;
    const struct kauri_replay *replay = &game->replay;
    char position[KAURI_POSITION_TEXT_BYTES];
    const bool narrow = !record->start_bad && is_narrow(replay);
    if (replay->count == 0 && !game->breaks) {
        kauri_string_add(out, "Line %u: a position, which no moves follow\n\n      %s\n",
                         record->line, kauri_position_format(&replay->start, position));
        add_remarks(out, game);
        return;
    }
    kauri_game_title(out, record, KAURI_ENGLISH);
    kauri_string_add_text(out, "\n\n");
    if (!record->start_bad) {
        (void)kauri_position_format(&replay->start, position);
        kauri_string_add(out, narrow ? "      start\n      %s\n" : "      start             %s\n",
                         position);
    }
    for (size_t i = 0; i < replay->count; i++) {
        add_ply(out, replay, &replay->plies[i], narrow);
    }
    if (!game->breaks) {
        add_end(out, record, replay);
    } else {
        kauri_string_add_text(out, "\nBreaks here.\n");
    }
    add_remarks(out, game);
}

void kauri_text_replay(struct kauri_string *out, const struct kauri_replayed *game)
{
    const size_t begin = out->length;
    add_game(out, game);
    kauri_string_fit(out, begin, kauri_terminal_columns(stdout));
}
