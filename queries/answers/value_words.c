#include "queries/answers/value_words.h"

#include "rules/notation.h"
#include "rules/value.h"

// Adds a text without a format, since look-ups write values by the million.

static inline void add(struct kauri_string *out, const char *text)
{
    kauri_string_add_text(out, text);
}

const char *kauri_phase_name(int t)
{
    return t > 0 ? "won" : t < 0 ? "lost" : "endless";
}

// Adds a number below 1000.
static char *put_number(char *to, unsigned number)
{
    if (number >= 100) {
        *to++ = (char)('0' + number / 100);
    }
    if (number >= 10) {
        *to++ = (char)('0' + number / 10 % 10);
    }
    *to++ = (char)('0' + number % 10);
    return to;
}

const char *kauri_score_text(const uint8_t score[2], char text[KAURI_SCORE_TEXT_BYTES])
{
    char *to = put_number(text, score[KAURI_SOUTH]);
    *to++ = ':';
    *put_number(to, score[KAURI_NORTH]) = '\0';
    return text;
}

// Returns "win", or "wins" after the name of a side.
static const char *verb(enum kauri_result result, bool named)
{
    // By enum kauri_result, from KAURI_LOSS on.
    static const char *const verbs[] = {"loses", "draws", "wins"};
    return named ? verbs[result - KAURI_LOSS] : kauri_result_name(result);
}

void kauri_words_result(struct kauri_string *out, const struct kauri_position *position,
                        enum kauri_ruleset rules, struct kauri_bounds r, bool named)
{
    const enum kauri_result least = kauri_result_under(rules, position, r.low);
    const enum kauri_result maximum = kauri_result_under(rules, position, r.high);
    uint8_t score[2];
    if (least == KAURI_LOSS && maximum == KAURI_WIN) {
        add(out, "open");
        return;
    }
    const bool draw = least == KAURI_DRAW && maximum == KAURI_DRAW;
    if (named && !draw) {
        add(out, kauri_side_name(position->side));
        add(out, " ");
    }
    add(out, verb(least, named && !draw));
    if (least != maximum) {
        add(out, " or ");
        add(out, verb(maximum, named));
    }
    if (r.low == r.high && kauri_final_score(position, r.low, score)) {
        char text[KAURI_SCORE_TEXT_BYTES];
        add(out, " ");
        add(out, kauri_score_text(score, text));
        add(out, score[KAURI_SOUTH] == score[KAURI_NORTH] && !draw ? " by the cowries" : "");
    }
}

void kauri_words_distance(struct kauri_string *out, bool phase, uint32_t dtc)
{
    if (dtc == KAURI_DTC_UNKNOWN) {
        add(out, "distance not in these tables");
        return;
    }
    add(out, phase ? "end in " : "capture in ");
    kauri_string_add_number(out, dtc);
    add(out, dtc == 1 ? " ply" : " plies");
}

void kauri_words_bounds(struct kauri_string *out, struct kauri_bounds r)
{
    kauri_string_add_signed(out, r.low);
    if (r.low != r.high) {
        add(out, " to ");
        kauri_string_add_signed(out, r.high);
    }
}

void kauri_words_net(struct kauri_string *out, unsigned seeds, struct kauri_bounds r)
{
    const struct kauri_bounds net = {kauri_value_net(r.low), kauri_value_net(r.high)};
    const bool above = net.low > -(int)seeds;
    const bool below = net.high < (int)seeds;
    if (above && below) {
        kauri_words_bounds(out, net);
    } else if (above || below) {
        kauri_string_add_signed(out, above ? net.low : net.high);
        add(out, r.low == r.high ? "" : above ? " or more" : " or less");
    }
}

void kauri_words_value(struct kauri_string *out, struct kauri_bounds r)
{
    const int t = kauri_value_tiebreak(r.low);
    if (r.low != r.high) {
        add(out, "r = ");
        kauri_words_bounds(out, r);
        return;
    }
    add(out, "net ");
    kauri_string_add_signed(out, kauri_value_net(r.low));
    add(out, t == 0 ? ", play never ends" : ", cowrie phase ");
    add(out, t == 0 ? "" : kauri_phase_name(t));
    add(out, " (r = ");
    kauri_string_add_signed(out, r.low);
    add(out, ")");
}

const char *kauri_source_name(enum kauri_bounds_source source)
{
    static const char *const names[] = {[KAURI_SOURCE_RULES] = "rules",
                                        [KAURI_SOURCE_SEARCH] = "search",
                                        [KAURI_SOURCE_BOOK] = "book",
                                        [KAURI_SOURCE_TABLES] = "tables"};
    return names[source];
}

void kauri_json_add_position(struct kauri_json *json, const char *name,
                             const struct kauri_position *position)
{
    kauri_json_add_text(json, name, KAURI_POSITION_TEXT(position));
}

void kauri_json_add_value(struct kauri_json *json, const int32_t *r, const uint32_t *dtc)
{
    const bool known = r != NULL;
    const int32_t value = known ? *r : 0;
    kauri_json_add_known_int(json, "net", known, kauri_value_net(value));
    kauri_json_add_result(json, "tiebreak", known, kauri_result_of(kauri_value_tiebreak(value)));
    kauri_json_add_known_int(json, "r", known, value);
    const uint32_t plies = dtc != NULL ? *dtc : KAURI_DTC_UNKNOWN;
    kauri_json_add_known_int(json, "dtc", value != 0 && plies != KAURI_DTC_UNKNOWN, plies);
}

void kauri_json_add_result(struct kauri_json *json, const char *name, bool known,
                           enum kauri_result result)
{
    kauri_json_add_text(json, name, known ? kauri_result_name(result) : NULL);
}

// The object Outcome:
//     result: result | null - for the player to move
//     score: score | null - final captures; null also when play never ends (R10) and seeds may stay
//         on the board
void kauri_json_add_outcomes(struct kauri_json *json, const struct kauri_position *position,
                             struct kauri_bounds r)
{
    static const struct {
        const char *name;
        enum kauri_goal goal;
    } rules[] = {{"standard", KAURI_GOAL_STANDARD}, {"tie_breaker", KAURI_GOAL_TIEBREAKER}};
    uint8_t score[2];
    char text[KAURI_SCORE_TEXT_BYTES];
    const bool scored = kauri_bounds_exact(r) && kauri_final_score(position, r.low, score);
    for (unsigned i = 0; i < 2; i++) {
        enum kauri_result result = KAURI_DRAW;
        const bool decided = kauri_bounds_decide(position, r, rules[i].goal, &result);
        kauri_json_begin_object(json, rules[i].name);
        kauri_json_add_result(json, "result", decided, result);
        kauri_json_add_text(json, "score", scored ? kauri_score_text(score, text) : NULL);
        kauri_json_end(json);
    }
}

void kauri_json_add_hole(struct kauri_json *json, const char *name, unsigned side, int hole)
{
    kauri_json_add_letter(json, name, kauri_move_letter((enum kauri_side)side, hole));
}

void kauri_json_add_move(struct kauri_json *json, unsigned side, int hole,
                         const struct kauri_capture *captured)
{
    kauri_json_add_hole(json, "move", side, hole);
    kauri_json_add_pair(json, "captured", captured->own, captured->opponent);
}

// The object LineMembers:
//     line: LineStep[] - one object per ply
//     plies: int - length of `line`
//     plies_with_seeds: int - plies until no seed is left, or `plies`
//     end: "seeds" | "stuck" | "unlimited" | null - `seeds`: no seeds are left, and the captures
//         differ; `stuck`: the cowrie phase is lost; `unlimited`: a position is repeated; null:
//         nothing further is proven, a lower layer is missing, or a position is repeated because
//         the tables have no distances
//     repeats_from: int | null - if a position is repeated: the last one is the one before
//         `line[repeats_from]`
//
// The object LineStep:
//     move: move
//     captured: pair
//     position: position
void kauri_json_add_line(struct kauri_json *json, const struct kauri_best_line *line)
{
    static const char *const ends[] = {
        [KAURI_LINE_SEEDS] = "seeds",         [KAURI_LINE_STUCK] = "stuck",
        [KAURI_LINE_UNLIMITED] = "unlimited", [KAURI_LINE_OPEN] = NULL,
        [KAURI_LINE_CIRCLE] = NULL,
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
    kauri_json_add_known_int(json, "repeats_from",
                             line->end == KAURI_LINE_UNLIMITED || line->end == KAURI_LINE_CIRCLE,
                             (int64_t)line->repeats_from);
}
