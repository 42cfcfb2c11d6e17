#include "cli/engine/analyse_view.h"

#include "cli/parts_json.h"

#include <json-c/json.h>

static struct json_object *seeds_of(int estimate)
{
    return kauri_json_real(estimate / (3.0 * KAURI_ESTIMATE_UNIT));
}

static struct json_object *outcome(const struct kauri_engine_report *report, enum kauri_goal goal)
{
    enum kauri_result result = KAURI_DRAW;
    const bool decided = kauri_bounds_decide(&report->position, report->r, goal, &result);
    uint8_t score[2];
    const bool scored =
        kauri_bounds_exact(report->r) && kauri_final_score(&report->position, report->r.low, score);
    return kauri_json_outcome(decided ? &result : NULL, scored ? score : NULL);
}

static struct json_object *line_object(const struct kauri_position *position,
                                       const struct kauri_engine_line *line)
{
    struct json_object *object = json_object_new_object();
    struct json_object *moves = json_object_new_array();
    kauri_json_add_move(object, position->side, line->hole, &line->captured);
    kauri_json_add(object, "estimate", seeds_of(line->estimate));
    kauri_json_add(object, "bounds", kauri_json_pair(line->r.low, line->r.high));
    kauri_json_add(object, "depth", json_object_new_int64(line->depth));
    for (unsigned ply = 0; ply < line->count; ply++) {
        const enum kauri_side side = (enum kauri_side)((position->side + ply) % 2);
        const char letter[2] = {kauri_move_letter(side, line->holes[ply]), '\0'};
        (void)json_object_array_add(moves, json_object_new_string(letter));
    }
    kauri_json_add(object, "line", moves);
    return object;
}

void kauri_json_analysis(struct kauri_string *out, const struct kauri_engine_report *report)
{
    struct json_object *object = json_object_new_object();
    struct json_object *lines = json_object_new_array();
    kauri_json_add(object, "position", kauri_json_position(&report->position));
    kauri_json_add(object, "seeds", json_object_new_int64(kauri_seeds(&report->position)));
    kauri_json_add(object, "estimate",
                   report->line_count > 0 ? seeds_of(report->lines[0].estimate) : NULL);
    kauri_json_add(object, "bounds", kauri_json_pair(report->r.low, report->r.high));
    kauri_json_add(object, "standard", outcome(report, KAURI_GOAL_STANDARD));
    kauri_json_add(object, "tie_breaker", outcome(report, KAURI_GOAL_TIEBREAKER));
    kauri_json_add(object, "depth", json_object_new_int64(report->depth));
    for (unsigned i = 0; i < report->line_count; i++) {
        (void)json_object_array_add(lines, line_object(&report->position, &report->lines[i]));
    }
    kauri_json_add(object, "lines", lines);
    kauri_json_add(object, "nodes", json_object_new_int64((int64_t)report->nodes));
    kauri_json_add(object, "seconds", kauri_json_seconds(report->seconds));
    kauri_json_write(out, object);
}
