#include "queries/lookup/line.h"

#include "common/memory.h"
#include "queries/lookup/bounds.h"
#include "rules/value.h"

#include <stdlib.h>

void kauri_line_start(struct kauri_best_line *line, const struct kauri_position *position)
{
    *line = (struct kauri_best_line){.last = *position};
}

enum kauri_status kauri_line_append(struct kauri_best_line *line, struct kauri_line_step step,
                                    struct kauri_error *error)
{
    KAURI_PASS(KAURI_FIT(line->steps, line->count + 1, line->room, error, "a line of %zu plies",
                         line->count + 1));
    step.position = line->last;
    step.captured = kauri_play(&line->last, step.hole);
    line->steps[line->count++] = step;
    if (kauri_seeds(&step.position) > 0) {
        line->seed_count = line->count;
    }
    return KAURI_OK;
}

// Scores never fall, so equal scores mean that nothing was captured in between, and the search ends
// at the last capture.
bool kauri_line_repeats(const struct kauri_best_line *line, size_t *from)
{
    for (size_t i = line->count; i-- > 0;) {
        const struct kauri_position *position = &line->steps[i].position;
        if (kauri_position_equal(position, &line->last)) {
            *from = i;
            return true;
        }
        if (position->score[0] != line->last.score[0] ||
            position->score[1] != line->last.score[1]) {
            return false;
        }
    }
    return false;
}

enum kauri_status kauri_line_continue(struct kauri_tablebase *tables, struct kauri_best_line *line,
                                      struct kauri_error *error)
{
    for (;;) {
        struct kauri_probe_result probe;
        KAURI_PASS(kauri_probe_root(tables, &line->last, &probe, error));
        if (probe.seeds == 0 && kauri_lead(&line->last) != 0) {
            line->end = KAURI_LINE_SEEDS;
            break;
        }
        if (probe.move_count == 0) {
            line->end = KAURI_LINE_STUCK;
            break;
        }
        // No position can be repeated where a distance is known, since dtc decreases with every
        // ply.
        if (!kauri_value_has_distance(probe.value) &&
            kauri_line_repeats(line, &line->repeats_from)) {
            line->end = probe.value.r == 0 ? KAURI_LINE_UNLIMITED : KAURI_LINE_CIRCLE;
            break;
        }
        const struct kauri_line_step step = {.hole = probe.moves[0].hole, .value = probe.value};
        KAURI_PASS(kauri_line_append(line, step, error));
    }
    return KAURI_OK;
}

enum kauri_status kauri_line(struct kauri_tablebase *tables, const struct kauri_position *position,
                             struct kauri_best_line *line, struct kauri_error *error)
{
    kauri_line_start(line, position);
    const enum kauri_status status = kauri_line_continue(tables, line, error);
    if (status != KAURI_OK) {
        kauri_line_clear(line);
    }
    return status;
}

void kauri_line_clear(struct kauri_best_line *line)
{
    if (line == NULL) {
        return;
    }
    free(line->steps);
    *line = (struct kauri_best_line){.steps = NULL};
}
