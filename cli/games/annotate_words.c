#include "cli/games/annotate_words.h"

#include "rules/notation.h"

void kauri_annotated_title(struct kauri_string *text, const struct kauri_record *record)
{
    if (record->number > 0) {
        kauri_string_add(text, "(%u) ", record->number);
    }
    for (unsigned side = 0; side < 2; side++) {
        const char *name = record->player[side];
        kauri_string_add(text, "%s%s", side == 0 ? "" : " - ",
                         name[0] != '\0' ? name : kauri_side_name(side));
    }
    if (record->date[0] != '\0') {
        kauri_string_add(text, " - %s", record->date);
    }
}

void kauri_annotated_ply(struct kauri_string *text, const struct kauri_replay *replay, size_t index)
{
    const struct kauri_replay_ply *plies = replay->plies;
    const struct kauri_ply *ply = &plies[index].ply;
    size_t first = index;
    while (first > 1 && plies[first - 1].pass && plies[first - 2].ply.side == ply->side &&
           plies[first - 2].ply.number == ply->number) {
        first -= 2;
    }
    kauri_string_add(text, "%u%s", ply->number, ply->side == KAURI_SOUTH ? ". " : "... ");
    for (size_t i = first; i <= index; i += 2) {
        kauri_string_add(text, "%s%c", i > first ? "-" : "",
                         kauri_move_letter((enum kauri_side)ply->side, plies[i].ply.hole));
    }
}

// The results for South.
static const char *results_text(struct kauri_result_range range)
{
    if (range.low == range.high) {
        return range.low == KAURI_DRAW  ? "draw"
               : range.low == KAURI_WIN ? "South wins"
                                        : "North wins";
    }
    return range.low == KAURI_DRAW    ? "North does not win"
           : range.high == KAURI_DRAW ? "South does not win"
                                      : "open";
}

void kauri_annotated_turn_place(struct kauri_string *text, const struct kauri_replay *replay,
                                const struct kauri_turning_point *point)
{
    const bool lost = point->kind == KAURI_TURNING_LOST;
    if (point->position == 0) {
        kauri_string_add(text, "at the start");
        return;
    }
    kauri_string_add(text, "%s", lost ? "" : "after ");
    kauri_annotated_ply(text, replay, point->position - 1);
    kauri_string_add(text, "%s", lost ? " loses it" : "");
}

void kauri_annotated_turn(struct kauri_string *text, const struct kauri_turning_point *point)
{
    const char *from = results_text(point->from);
    const char *to = results_text(point->to);
    kauri_string_add(text, "%s: ", point->rules == KAURI_TIEBREAKER ? "tie-breaker" : "standard");
    switch (point->kind) {
    case KAURI_TURNING_FIRST:
        kauri_string_add(text, "%s, first proven", to);
        break;
    case KAURI_TURNING_LOST:
        kauri_string_add(text, "%s -> %s", from, to);
        break;
    case KAURI_TURNING_CHANGED:
        kauri_string_add(text, "%s, earlier: %s", to, from);
        break;
    case KAURI_TURNING_DECIDED:
        kauri_string_add(text, "%s, now decided", to);
        break;
    }
}
