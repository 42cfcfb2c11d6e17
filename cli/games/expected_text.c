#include "cli/games/expected_text.h"

#include "rules/notation.h"

#include <stdlib.h>

void kauri_expected_value(struct kauri_string *text, const struct kauri_annotated_view *view,
                          size_t position)
{
    const struct kauri_ply_estimate *ply = &view->estimates->plies[position];
    if (ply->known && !ply->proven) {
        const struct kauri_evaluation *at = kauri_annotated_position(view->game, position);
        const int seeds = kauri_expected_seeds(kauri_expected_margin(&at->position, ply->value));
        kauri_string_add(text, seeds == 0 ? "~%d" : "~%+d", seeds);
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
