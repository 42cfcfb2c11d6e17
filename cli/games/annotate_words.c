#include "cli/games/annotate_view.h"

#include "common/svg.h"
#include "rules/notation.h"

#include <stdlib.h>

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

void kauri_expected_value(struct kauri_string *text, const struct kauri_annotated_view *view,
                          size_t position)
{
    const struct kauri_ply_estimate *ply = &view->estimates->plies[position];
    if (ply->known && !ply->proven) {
        const struct kauri_evaluation *at = kauri_annotated_position(view->game, position);
        const int seeds = kauri_expected_seeds(kauri_expected_margin(&at->position, ply->value));
        kauri_string_add_text(text, "~");
        kauri_string_add_signed(text, seeds);
    }
}

void kauri_expected_loss(struct kauri_string *text, const struct kauri_annotated_view *view,
                         size_t ply)
{
    static const char *const signs[] = {
        [KAURI_MISTAKE_NONE] = "", [KAURI_MISTAKE_VALUE] = " ?", [KAURI_MISTAKE_RESULT] = " ??"};
    const struct kauri_ply_estimate *estimate = &view->estimates->plies[ply];
    if (estimate->move_known && estimate->move_open) {
        kauri_string_add(text, "~%d%s", kauri_expected_seeds(estimate->loss),
                         signs[estimate->mistake]);
    }
}

// The move that is expected to be better by a seed or more; KAURI_MOVE_PASS for none.
static int better_hole(const struct kauri_annotated_view *view, size_t ply)
{
    const struct kauri_ply_estimate *estimate = &view->estimates->plies[ply];
    const struct kauri_annotation *annotation = &view->game->plies[ply];
    const bool better = estimate->move_known && estimate->move_open &&
                        estimate->best != annotation->move &&
                        kauri_expected_seeds(estimate->loss) > 0;
    return better ? annotation->before.moves[estimate->best].hole : KAURI_MOVE_PASS;
}

void kauri_expected_better(struct kauri_string *text, const struct kauri_annotated_view *view,
                           size_t ply)
{
    const int hole = better_hole(view, ply);
    if (hole != KAURI_MOVE_PASS) {
        kauri_string_add(
            text, "%c",
            kauri_move_letter((enum kauri_side)view->replay->plies[ply].ply.side, hole));
    }
}

void kauri_expected_turn_line(struct kauri_string *text, const struct kauri_annotated_view *view,
                              const struct kauri_expected_turn *turn)
{
    static const char *const earlier[] = {", earlier: North", "", ", earlier: South"};
    if (turn->position == 0) {
        kauri_string_add(text, "at the start");
    } else {
        kauri_string_add(text, "%s", turn->lost ? "" : "after ");
        kauri_annotated_ply(text, view->replay, turn->position - 1);
        kauri_string_add(text, "%s", turn->lost ? " probably loses it" : "");
    }
    kauri_string_add(text, ": %s is expected to win by about %d%s",
                     kauri_side_name(turn->to == KAURI_WIN ? KAURI_SOUTH : KAURI_NORTH),
                     abs(kauri_expected_seeds(turn->margin)), earlier[(int)turn->from + 1]);
}

void kauri_expected_mistakes(struct kauri_string *text, const struct kauri_annotated_view *view,
                             enum kauri_side side)
{
    size_t count = 0;
    for (size_t i = 0; i < view->game->count; i++) {
        if (view->estimates->plies[i].mistake == KAURI_MISTAKE_NONE ||
            view->replay->plies[i].ply.side != side) {
            continue;
        }
        const int hole = better_hole(view, i);
        kauri_string_add(text, "%s", count++ > 0 ? ", " : "");
        kauri_annotated_ply(text, view->replay, i);
        kauri_string_add(text, " ");
        kauri_expected_loss(text, view, i);
        if (hole != KAURI_MOVE_PASS) {
            kauri_string_add(text, " (%c is better)", kauri_move_letter(side, hole));
        }
    }
    kauri_string_add(text, "%s", count == 0 ? "none" : "");
}
