#include "games/answers/analyse_view.h"

#include "common/size.h"
#include "games/analysis/game_estimates.h"
#include "queries/answers/fitted_text.h"
#include "queries/answers/probe_view.h"
#include "queries/answers/value_words.h"
#include "rules/board.h"
#include "rules/notation.h"

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
    KAURI_PASS(kauri_line(tables, &now, &rest, error));
    for (size_t i = 0; i < rest.seed_count && line->count < PLIES_SHOWN; i++) {
        line->holes[line->count++] = (int8_t)rest.steps[i].hole;
    }
    kauri_line_clear(&rest);
    return KAURI_OK;
}

void kauri_text_engine_line(struct kauri_string *out, unsigned side,
                            const struct kauri_engine_line *line)
{
    for (unsigned ply = 0; ply < line->count; ply++) {
        kauri_string_add(out, "%s%c", ply > 0 ? " " : "",
                         kauri_move_letter((enum kauri_side)((side + ply) % 2), line->holes[ply]));
    }
}

int kauri_analysis_units(const struct kauri_engine_report *report)
{
    const int low = KAURI_ESTIMATE_UNIT * report->r.low;
    const int high = KAURI_ESTIMATE_UNIT * report->r.high;
    const int units = report->lines[0].estimate;
    return units < low ? low : units > high ? high : units;
}

// Returns whether an estimate within the bounds is about the cowrie phase: the net captures are
// proven.
static bool is_about_phase(struct kauri_bounds r)
{
    return !kauri_bounds_exact(r) && kauri_value_net(r.low) == kauri_value_net(r.high);
}

// The outcome of the cowrie phase that is expected where the net captures are proven.
static enum kauri_result expected_phase(struct kauri_bounds r, int units)
{
    const int phase = units - KAURI_ESTIMATE_SEED * kauri_value_net(r.low);
    return phase > 0 ? KAURI_WIN : phase < 0 ? KAURI_LOSS : KAURI_DRAW;
}

static void add_lines(struct kauri_string *out, const struct kauri_engine_report *report)
{
    const struct kauri_position *position = &report->position;
    struct kauri_string words = {.bytes = NULL};
    kauri_string_add(out, "\nLines, best first, seen from %s:\n", kauri_side_name(position->side));
    kauri_string_add(out, "     lead  depth  proven\n");
    for (unsigned i = 0; i < report->line_count; i++) {
        const struct kauri_engine_line *line = &report->lines[i];
        kauri_string_cut(&words, 0);
        kauri_string_add_signed(&words,
                                kauri_lead(position) + kauri_expected_seeds(line->estimate));
        kauri_string_add(out, "%u. %6s  ", i + 1, kauri_string_text(&words));
        kauri_string_add(out, kauri_bounds_exact(line->r) ? "exact  " : "%5u  ", line->depth);
        kauri_string_cut(&words, 0);
        kauri_words_result(&words, position, KAURI_STANDARD, line->r, false);
        kauri_string_add_left(out, kauri_string_text(&words), 14);
        kauri_text_engine_line(out, position->side, line);
        kauri_string_add(out, "\n");
    }
    kauri_string_clear(&words);
}

static void add_analysis(struct kauri_string *out, const struct kauri_engine_report *report)
{
    const struct kauri_position *position = &report->position;
    const char *side = kauri_side_name(position->side);
    kauri_text_position(out, position);
    if (report->line_count == 0 || (kauri_seeds(position) == 0 && kauri_lead(position) != 0)) {
        kauri_string_add(out, "The game is over.\n");
        return;
    }
    if (kauri_bounds_exact(report->r)) {
        kauri_string_add(out, "Value for %s:    ", side);
        kauri_words_value(out, report->r);
        kauri_string_add(out, ", exact\n");
    } else {
        const int units = kauri_analysis_units(report);
        kauri_string_add(out, "Estimate for %s: ", side);
        if (is_about_phase(report->r)) {
            kauri_string_add(out, "cowrie phase %s",
                             kauri_phase_name((int)expected_phase(report->r, units)));
        } else {
            kauri_string_add_text(out, "final lead ");
            kauri_string_add_signed(out, kauri_lead(position) + kauri_expected_seeds(units));
        }
        kauri_string_add(out, ", not proven\nProven:             ");
        kauri_words_value(out, report->r);
        kauri_string_add(out, "\n");
    }
    kauri_text_results(out, position, report->r.low, report->r.high);
    kauri_string_add(out, "Searched:           %s position%s in %.2f s\n",
                     KAURI_COUNT_TEXT(report->nodes), kauri_plural(report->nodes), report->seconds);
    add_lines(out, report);
}

void kauri_text_analysis(struct kauri_string *out, const struct kauri_engine_report *report,
                         int columns)
{
    const size_t begin = out->length;
    add_analysis(out, report);
    kauri_string_fit(out, begin, columns);
}

// Adds an estimate in whole seeds, and the outcome of the cowrie phase if it is about that.
//
// The object AnalysisLine:
//     move: move
//     captured: pair
//     estimate: int
//     estimate_tiebreak: result | null
//     bounds: pair
//     depth: int
//     line: move[] - the expected play
static void add_estimate(struct kauri_json *json, struct kauri_bounds r, int units)
{
    kauri_json_add_int(json, "estimate", kauri_expected_seeds(units));
    kauri_json_add_result(json, "estimate_tiebreak", is_about_phase(r), expected_phase(r, units));
}

// The object Analysis:
//     position: position
//     seeds: int
//     estimate: int | null - null when the game is over
//     estimate_tiebreak: result | null
//     bounds: pair
//     standard, tie_breaker: Outcome
//     depth: int
//     lines: AnalysisLine[] - the best moves, best first
//     nodes: int
//     seconds: number
void kauri_json_analysis(struct kauri_string *out, const struct kauri_engine_report *report)
{
    struct kauri_json json = {.out = out};
    const struct kauri_position *position = &report->position;
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_position(&json, "position", position);
    kauri_json_add_uint(&json, "seeds", kauri_seeds(position));
    if (report->line_count > 0) {
        add_estimate(&json, report->r, kauri_analysis_units(report));
    } else {
        kauri_json_add_null(&json, "estimate");
        kauri_json_add_null(&json, "estimate_tiebreak");
    }
    kauri_json_add_pair(&json, "bounds", report->r.low, report->r.high);
    kauri_json_add_outcomes(&json, position, report->r);
    kauri_json_add_uint(&json, "depth", report->depth);
    kauri_json_begin_array(&json, "lines");
    for (unsigned i = 0; i < report->line_count; i++) {
        const struct kauri_engine_line *line = &report->lines[i];
        kauri_json_begin_object(&json, NULL);
        kauri_json_add_move(&json, position->side, line->hole, &line->captured);
        add_estimate(&json, line->r, line->estimate);
        kauri_json_add_pair(&json, "bounds", line->r.low, line->r.high);
        kauri_json_add_uint(&json, "depth", line->depth);
        kauri_json_begin_array(&json, "line");
        for (unsigned ply = 0; ply < line->count; ply++) {
            kauri_json_add_hole(&json, NULL, (position->side + ply) % 2, line->holes[ply]);
        }
        kauri_json_end(&json);
        kauri_json_end(&json);
    }
    kauri_json_end(&json);
    kauri_json_add_uint(&json, "nodes", report->nodes);
    kauri_json_add_seconds(&json, "seconds", report->seconds);
    kauri_json_end(&json);
}
