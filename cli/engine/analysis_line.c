#include "cli/engine/analysis_line.h"

#include "rules/board.h"

enum { PLIES_SHOWN = 40 };

enum kauri_status kauri_analysis_line_extend(struct kauri_tablebase *tables,
                                             const struct kauri_position *position,
                                             struct kauri_engine_line *line,
                                             struct kauri_error *error)
{
    struct kauri_position now = *position;
    struct kauri_best_line rest;
    for (unsigned i = 0; i < line->count; i++) {
        (void)kauri_play(&now, line->holes[i]);
    }
    if (tables == NULL || kauri_seeds(&now) >= kauri_tablebase_layer_count(tables) ||
        (kauri_seeds(&now) == 0 && kauri_seeds(position) > 0)) {
        return KAURI_OK;
    }
    const enum kauri_status status = kauri_line(tables, &now, &rest, error);
    if (status == KAURI_OK) {
        for (size_t i = 0; i < rest.seed_count && line->count < PLIES_SHOWN; i++) {
            line->holes[line->count++] = (int8_t)rest.steps[i].hole;
        }
        kauri_line_clear(&rest);
    }
    return status;
}
