#include "cli/games/annotate_words.h"

#include "common/svg.h"
#include "rules/notation.h"

void kauri_annotated_title(struct kauri_string *text, const struct kauri_record *record,
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
static enum kauri_drawing_word results_word(struct kauri_result_range range)
{
    if (range.low == range.high) {
        return range.low == KAURI_DRAW  ? KAURI_WORD_DRAW
               : range.low == KAURI_WIN ? KAURI_WORD_SOUTH_WINS
                                        : KAURI_WORD_NORTH_WINS;
    }
    return range.low == KAURI_DRAW    ? KAURI_WORD_NORTH_DOES_NOT_WIN
           : range.high == KAURI_DRAW ? KAURI_WORD_SOUTH_DOES_NOT_WIN
                                      : KAURI_WORD_OPEN;
}

void kauri_annotated_turn_place(struct kauri_string *text, const struct kauri_replay *replay,
                                const struct kauri_turning_point *point,
                                enum kauri_language language)
{
    const bool lost = point->kind == KAURI_TURNING_LOST;
    if (point->position == 0) {
        kauri_string_add(text, "%s", kauri_drawing_word(language, KAURI_WORD_AT_START));
        return;
    }
    if (!lost) {
        kauri_string_add(text, "%s ", kauri_drawing_word(language, KAURI_WORD_AFTER));
    }
    kauri_annotated_ply(text, replay, point->position - 1);
    if (lost) {
        kauri_string_add(text, " %s", kauri_drawing_word(language, KAURI_WORD_LOSES));
    }
}

void kauri_annotated_turn(struct kauri_string *text, const struct kauri_turning_point *point,
                          enum kauri_language language)
{
    const char *from = kauri_drawing_word(language, results_word(point->from));
    const char *to = kauri_drawing_word(language, results_word(point->to));
    kauri_string_add(text,
                     "%s: ", kauri_drawing_word(language, KAURI_WORD_STANDARD + point->rules));
    switch (point->kind) {
    case KAURI_TURNING_FIRST:
        kauri_string_add(text, "%s, %s", to, kauri_drawing_word(language, KAURI_WORD_FIRST_PROVEN));
        break;
    case KAURI_TURNING_LOST:
        kauri_string_add(text, "%s -> %s", from, to);
        break;
    case KAURI_TURNING_CHANGED:
        kauri_string_add(text, "%s, %s: %s", to, kauri_drawing_word(language, KAURI_WORD_EARLIER),
                         from);
        break;
    case KAURI_TURNING_DECIDED:
        kauri_string_add(text, "%s, %s", to, kauri_drawing_word(language, KAURI_WORD_NOW_DECIDED));
        break;
    }
}
