#include "cli/lookup/show_view.h"

#include "common/svg.h"
#include "rules/board.h"

#include <stdio.h>

enum { LABEL_BYTES = KAURI_DRAWING_LABEL_MAX + 1 };

// The final score of a move and, if the captures are equal, the outcome of the cowrie phase for the
// player who moves.
static void add_label(char text[LABEL_BYTES], const struct kauri_show_view *view, int r)
{
    uint8_t score[2];
    if (!kauri_final_score(&view->position, r, score)) {
        (void)snprintf(text, LABEL_BYTES, "%s %+d",
                       kauri_drawing_word(view->language, KAURI_WORD_NET), kauri_value_net(r));
        return;
    }
    const int phase = KAURI_WORD_PHASE_DRAWN + kauri_value_tiebreak(r);
    const bool equal = score[0] == score[1];
    (void)snprintf(text, LABEL_BYTES, "%u:%u%s%s", score[KAURI_SOUTH], score[KAURI_NORTH],
                   equal ? " " : "",
                   equal ? kauri_drawing_word(view->language, (enum kauri_drawing_word)phase) : "");
}

enum kauri_status kauri_show_svg(const struct kauri_show_view *view, char **svg,
                                 struct kauri_error *error)
{
    struct kauri_drawing drawing = {
        .struct_bytes = sizeof drawing, .caption = view->caption, .language = view->language};
    char labels[KAURI_HOLES_MAX][LABEL_BYTES];
    const struct kauri_position *position = &view->position;
    *svg = NULL;
    if (view->moved) {
        drawing.before = &view->before;
        drawing.move = view->move;
    }
    if (view->tables != NULL) {
        struct kauri_probe_result result;
        const enum kauri_status status = kauri_probe_root(view->tables, position, &result, error);
        if (status != KAURI_OK) {
            return status;
        }
        unsigned shown = 0;
        for (unsigned i = 0; i < result.move_count; i++) {
            const struct kauri_probe_move *move = &result.moves[i];
            if (move->hole == KAURI_MOVE_PASS) {
                continue;
            }
            const unsigned place = kauri_own_hole(position, (unsigned)move->hole);
            add_label(labels[i], view, move->value.r);
            drawing.labels[place] = labels[i];
            drawing.marked |= move->best ? 1U << place : 0;
            shown++;
        }
        if (view->caption == NULL && shown > 0) {
            drawing.caption =
                kauri_drawing_word(view->language, KAURI_WORD_SOUTH_SCORES + position->side);
        }
    }
    return kauri_position_svg(position, &drawing, svg, error);
}
