#include "cli/games/replay_view.h"
#include "rules/notation.h"

#include <stdio.h>

static void print_header(const struct kauri_record *record)
{
    if (record->number > 0) {
        printf("(%u) ", record->number);
    }
    printf("%s - %s", record->player[0][0] != '\0' ? record->player[0] : "South",
           record->player[1][0] != '\0' ? record->player[1] : "North");
    printf("%s%s\n\n", record->date[0] != '\0' ? " - " : "", record->date);
}

static void print_remark(const struct kauri_replay *replay, const struct kauri_replay_ply *played)
{
    char text[KAURI_CAPTURE_TEXT_BYTES];
    if (played->inserted && replay->repair.choices == 1) {
        printf("   * missing in the record: the only move that makes the rest legal");
    } else if (played->inserted) {
        printf("   * missing in the record: of %u moves that make the rest legal, this one agrees "
               "best with it",
               replay->repair.choices);
    } else if (played->pass) {
        printf("   %s passes", kauri_side_name(played->ply.side));
    } else if (played->differs && !played->ply.captures_written) {
        printf("   * capture not written");
    } else if (played->differs) {
        (void)kauri_capture_format(played->ply.captures, text);
        printf("   * written %s", text[0] != '\0' ? text : "(+0)");
    }
}

static void print_ply(const struct kauri_replay *replay, const struct kauri_replay_ply *played)
{
    const struct kauri_ply *ply = &played->ply;
    char note[8] = "";
    char move[16];
    char captures[KAURI_CAPTURE_TEXT_BYTES];
    char position[KAURI_POSITION_TEXT_BYTES];
    if (ply->note != '\0') {
        (void)snprintf(note, sizeof note, " (%c)", ply->note);
    }
    (void)snprintf(move, sizeof move, "%c%s%s",
                   kauri_move_letter((enum kauri_side)ply->side, ply->hole), ply->marks, note);
    printf("%4u. %-7s %-9s %s", ply->number, move, kauri_capture_format(played->captures, captures),
           kauri_position_format(&played->after, position));
    print_remark(replay, played);
    printf("\n");
}

static void print_end(const struct kauri_record *record, const struct kauri_replay *replay)
{
    printf("\nThe record ends at %u:%u", replay->end.score[0], replay->end.score[1]);
    if (replay->result == KAURI_RESULT_AGREES) {
        printf(", as written: %s\n", record->result.text);
    } else if (replay->result == KAURI_RESULT_DIFFERS) {
        printf(", but * written: %s\n", record->result.text);
    } else {
        printf("%s%s\n", record->result.given ? "; written: " : "; no result is written.",
               record->result.text);
    }
}

void kauri_replay_print(const struct kauri_record *record, const struct kauri_replay *replay,
                        const struct kauri_error *fault)
{
    char position[KAURI_POSITION_TEXT_BYTES];
    print_header(record);
    if (!record->start_bad) {
        printf("%-23s %s\n", "      start", kauri_position_format(&replay->start, position));
    }
    for (size_t i = 0; i < replay->count; i++) {
        print_ply(replay, &replay->plies[i]);
    }
    if (fault == NULL) {
        print_end(record, replay);
    } else {
        printf("\nBreaks here.\n");
    }
}
