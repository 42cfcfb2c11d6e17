#include "cli/lookup/show_view.h"

#include "rules/board.h"
#include "rules/notation.h"

#include <stdio.h>

enum { LABEL_BYTES = KAURI_DRAWING_LABEL_MAX + 1, CAPTION_BYTES = KAURI_DRAWING_CAPTION_MAX + 1 };

// The final score of a move and, if the captures are equal, the outcome of the cowrie phase for the
// player who moves.
static void add_label(char text[LABEL_BYTES], const struct kauri_position *position, int r)
{
    static const char *const phases[] = {" lost", " drawn", " won"};
    uint8_t score[2];
    if (kauri_final_score(position, r, score)) {
        (void)snprintf(text, LABEL_BYTES, "%u:%u%s", score[KAURI_SOUTH], score[KAURI_NORTH],
                       score[0] == score[1] ? phases[kauri_value_tiebreak(r) + 1] : "");
    } else {
        (void)snprintf(text, LABEL_BYTES, "net %+d", kauri_value_net(r));
    }
}

enum kauri_status kauri_show_svg(const struct kauri_show_view *view, char **svg,
                                 struct kauri_error *error)
{
    struct kauri_drawing drawing = {.struct_bytes = sizeof drawing, .caption = view->caption};
    char labels[KAURI_HOLES_MAX][LABEL_BYTES];
    char caption[CAPTION_BYTES];
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
            add_label(labels[i], position, move->value.r);
            drawing.labels[place] = labels[i];
            drawing.marked |= move->best ? 1U << place : 0;
            shown++;
        }
        if (view->caption == NULL && shown > 0) {
            (void)snprintf(caption, sizeof caption, "%s to move; final scores %s the holes",
                           kauri_side_name(position->side),
                           position->side == KAURI_SOUTH ? "below" : "above");
            drawing.caption = caption;
        }
    }
    return kauri_position_svg(position, &drawing, svg, error);
}
