#include "cli/parts_json.h"

#include "cli/value_words.h"
#include "rules/notation.h"
#include "rules/value.h"

void kauri_json_add_position(struct kauri_json *json, const char *name,
                             const struct kauri_position *position)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    kauri_json_add_text(json, name, kauri_position_format(position, text));
}

void kauri_json_add_value(struct kauri_json *json, const int32_t *r, const uint32_t *dtc)
{
    if (r != NULL) {
        kauri_json_add_int(json, "net", kauri_value_net(*r));
        kauri_json_add_text(json, "tiebreak",
                            kauri_result_name(kauri_result_of(kauri_value_tiebreak(*r))));
        kauri_json_add_int(json, "r", *r);
    } else {
        kauri_json_add_null(json, "net");
        kauri_json_add_null(json, "tiebreak");
        kauri_json_add_null(json, "r");
    }
    if (r != NULL && *r != 0 && dtc != NULL) {
        kauri_json_add_int(json, "dtc", *dtc);
    } else {
        kauri_json_add_null(json, "dtc");
    }
}

void kauri_json_add_result(struct kauri_json *json, const char *name, bool known,
                           enum kauri_result result)
{
    kauri_json_add_text(json, name, known ? kauri_result_name(result) : NULL);
}

void kauri_json_add_outcome(struct kauri_json *json, const char *name,
                            const enum kauri_result *result, const uint8_t *score)
{
    char text[KAURI_SCORE_TEXT_BYTES];
    kauri_json_begin_object(json, name);
    kauri_json_add_text(json, "result", result != NULL ? kauri_result_name(*result) : NULL);
    kauri_json_add_text(json, "score", score != NULL ? kauri_score_text(score, text) : NULL);
    kauri_json_end(json);
}

void kauri_json_add_outcomes(struct kauri_json *json, const struct kauri_position *position,
                             struct kauri_bounds r)
{
    static const struct {
        const char *name;
        enum kauri_goal goal;
    } rules[] = {{"standard", KAURI_GOAL_STANDARD}, {"tie_breaker", KAURI_GOAL_TIEBREAKER}};
    uint8_t score[2];
    const bool scored = kauri_bounds_exact(r) && kauri_final_score(position, r.low, score);
    for (unsigned i = 0; i < 2; i++) {
        enum kauri_result result = KAURI_DRAW;
        const bool decided = kauri_bounds_decide(position, r, rules[i].goal, &result);
        kauri_json_add_outcome(json, rules[i].name, decided ? &result : NULL,
                               scored ? score : NULL);
    }
}

void kauri_json_add_move(struct kauri_json *json, unsigned side, int hole,
                         const struct kauri_capture *captured)
{
    kauri_json_add_letter(json, "move", kauri_move_letter((enum kauri_side)side, hole));
    kauri_json_add_pair(json, "captured", captured->own, captured->opponent);
}

void kauri_json_add_line(struct kauri_json *json, const struct kauri_best_line *line)
{
    static const char *const ends[] = {
        [KAURI_LINE_SEEDS] = "seeds",
        [KAURI_LINE_STUCK] = "stuck",
        [KAURI_LINE_UNLIMITED] = "unlimited",
        [KAURI_LINE_OPEN] = NULL,
    };
    kauri_json_begin_array(json, "line");
    for (size_t i = 0; i < line->count; i++) {
        const struct kauri_line_step *step = &line->steps[i];
        kauri_json_begin_object(json, NULL);
        kauri_json_add_move(json, step->position.side, step->hole, &step->captured);
        kauri_json_add_position(json, "position",
                                i + 1 < line->count ? &line->steps[i + 1].position : &line->last);
        kauri_json_end(json);
    }
    kauri_json_end(json);
    kauri_json_add_uint(json, "plies", line->count);
    kauri_json_add_uint(json, "plies_with_seeds", line->seed_count);
    kauri_json_add_text(json, "end", ends[line->end]);
    if (line->end == KAURI_LINE_UNLIMITED) {
        kauri_json_add_uint(json, "repeats_from", line->repeats_from);
    } else {
        kauri_json_add_null(json, "repeats_from");
    }
}
