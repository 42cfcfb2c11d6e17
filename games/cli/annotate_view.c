#include "games/cli/annotate_view.h"

#include "common/svg.h"
#include "rules/notation.h"

void kauri_game_title(struct kauri_string *text, const struct kauri_record *record,
                      enum kauri_language language)
{
    if (record->number > 0) {
        kauri_string_add(text, "(%u) ", record->number);
    }
    for (unsigned side = 0; side < 2; side++) {
        const char *name = record->player[side];
        kauri_string_add(text, "%s%s", side == 0 ? "" : " - ",
                         name[0] != '\0' ? name
                                         : kauri_drawing_word(language, KAURI_WORD_SOUTH + side));
    }
    if (record->date[0] != '\0') {
        kauri_string_add(text, " - %s", record->date);
    }
}

void kauri_annotated_ply(struct kauri_string *text, const struct kauri_replay *replay, size_t index)
{
    const struct kauri_replayed_ply *plies = replay->plies;
    const struct kauri_replayed_ply *ply = &plies[index];
    size_t first = index;
    while (first > 1 && plies[first - 1].hole == KAURI_MOVE_PASS &&
           plies[first - 2].before.side == ply->before.side &&
           plies[first - 2].number == ply->number) {
        first -= 2;
    }
    kauri_string_add(text, "%u%s", ply->number, ply->before.side == KAURI_SOUTH ? ". " : "... ");
    for (size_t i = first; i <= index; i += 2) {
        kauri_string_add(text, "%s%c", i > first ? "-" : "",
                         kauri_move_letter((enum kauri_side)ply->before.side, plies[i].hole));
    }
}
