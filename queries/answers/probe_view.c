#include "queries/answers/probe_view.h"

#include "queries/answers/fitted_text.h"
#include "queries/answers/text_table.h"
#include "queries/answers/value_words.h"
#include "rules/notation.h"
#include "rules/value.h"

#include <stdio.h>
#include <string.h>

// Answers to probe and best are written by the million: they are put together without formats.

enum { ROWS_BYTES = 600 }; // enough for most tables of moves

static inline void add(struct kauri_string *out, const char *text)
{
    kauri_string_add_text(out, text);
}

static bool is_over(const struct kauri_probe_result *result)
{
    return result->seeds == 0 && (kauri_lead(&result->position) != 0 || result->move_count == 0);
}

static bool is_endless(const struct kauri_probe_result *result)
{
    bool endless = kauri_value_tiebreak(result->value.r) == 0;
    for (unsigned i = 0; i < result->move_count; i++) {
        endless = endless || kauri_value_tiebreak(result->moves[i].value.r) == 0;
    }
    return endless;
}

// Adds the captures South:North of a game that ends with all seeds captured, of which the player to
// move gets `net` more from now on.
static void add_final_score(struct kauri_string *out, const struct kauri_position *position,
                            int net)
{
    uint8_t score[2] = {0, 0};
    char text[KAURI_SCORE_TEXT_BYTES];
    (void)kauri_final_score(position, 3 * net + 1, score);
    add(out, kauri_score_text(score, text));
}

// Says what bounds of r that are not exact mean in seeds. Adds nothing if they mean nothing.
static void add_net_bounds(struct kauri_string *out, const struct kauri_position *position,
                           struct kauri_bounds r)
{
    const int seeds = (int)kauri_seeds(position);
    const int low = kauri_value_net(r.low);
    const int high = kauri_value_net(r.high);
    const bool above = low > -seeds;
    const bool below = high < seeds;
    // A net of another parity needs endless play, and leaves a seed on the board.
    const int even_low = low + ((low - seeds) & 1);
    const int even_high = high - ((high - seeds) & 1);
    if (!above && !below) {
        return;
    }
    kauri_string_add(out, "Seeds for %s:    net ", kauri_side_name(position->side));
    kauri_words_net(out, (unsigned)seeds, r);
    add(out, " from here on");
    if (above && below && even_low > even_high) { // some seeds stay on the board
        add(out, "\n");
        return;
    }
    add(out, ", ");
    add_final_score(out, position, above ? even_low : even_high);
    if (above && below && even_low < even_high) {
        add(out, " to ");
        add_final_score(out, position, even_high);
    } else if (!above || !below) {
        add(out, above ? " or better" : " or worse");
    }
    add(out, " if all are captured\n");
}

void kauri_text_results(struct kauri_string *out, const struct kauri_position *position, int low,
                        int high)
{
    const struct kauri_bounds r = {low, high};
    add(out, "Standard rules:     ");
    kauri_words_result(out, position, KAURI_STANDARD, r, true);
    add(out, "\nTie-breaker rules:  ");
    kauri_words_result(out, position, KAURI_TIEBREAKER, r, true);
    add(out, "\n");
    if (low < high) {
        add_net_bounds(out, position, r);
    }
}

// Says that a score is impossible in a game that begins with all seeds, so that results at this
// score are of no use for it. A score of 0:0 counts as not stated, and games on other boards may
// begin with any number of seeds.
static void add_odd_score(struct kauri_string *out, const struct kauri_position *position,
                          unsigned seeds)
{
    const unsigned captured = (unsigned)position->score[0] + position->score[1];
    if (position->holes == KAURI_HOLES_MAX && kauri_cowries(position) == KAURI_COWRIES_MAX &&
        captured > 0 && seeds + captured != KAURI_SEEDS_MAX) {
        kauri_string_add(out, "The score and the board have %u seeds; a whole game has %d.\n",
                         seeds + captured, KAURI_SEEDS_MAX);
    }
}

void kauri_text_position(struct kauri_string *out, const struct kauri_position *position)
{
    const unsigned seeds = kauri_seeds(position);
    char score[KAURI_SCORE_TEXT_BYTES];
    add(out, KAURI_POSITION_TEXT(position));
    add(out, "\n");
    add(out, kauri_side_name(position->side));
    add(out, " to move; ");
    kauri_string_add_number(out, seeds);
    add(out, seeds == 1 ? " seed" : " seeds");
    add(out, " on the board; captured ");
    add(out, kauri_score_text(position->score, score));
    add(out, " (South:North).\n");
    add_odd_score(out, position, seeds);
    add(out, "\n");
}

static void add_value(struct kauri_string *out, const struct kauri_probe_result *result)
{
    const struct kauri_bounds r = {result->value.r, result->value.r};
    add(out, "Value for ");
    add(out, kauri_side_name(result->position.side));
    add(out, ":    ");
    kauri_words_value(out, r);
    if (result->value.r != 0 && result->move_count > 0) {
        add(out, ", ");
        kauri_words_distance(out, result->seeds == 0, result->value.dtc);
    }
    add(out, "\n");
}

// Adds the position, both results and the value.
static void add_head(struct kauri_string *out, const struct kauri_probe_result *result)
{
    kauri_text_position(out, &result->position);
    kauri_text_results(out, &result->position, result->value.r, result->value.r);
    if (is_over(result)) {
        add(out, "The game is over.\n");
        if (kauri_lead(&result->position) != 0) {
            return; // the cowrie phase is not played
        }
    }
    add_value(out, result);
}

// The end of the game after a move, if both play their best.
struct kauri_final {
    enum kauri_result standard, tiebreak;
    bool known; // the score is known
    uint8_t score[2];
};

static struct kauri_final final_of(const struct kauri_probe_result *result,
                                   const struct kauri_probe_move *move)
{
    struct kauri_final final = {
        .standard = kauri_standard_result(&result->position, move->value.r),
        .tiebreak = kauri_tiebreak_result(&result->position, move->value.r),
    };
    // The successor's value is the other player's, without the captures of the move.
    const int gain = (int)move->captured.own - (int)move->captured.opponent;
    final.known = kauri_final_score(&move->successor, 3 * gain - move->value.r, final.score);
    return final;
}

static const struct kauri_field move_fields[] = {
    {NULL, "  move", -6, KAURI_WORDS},
    {NULL, "captured", -8, KAURI_WORDS},
    {NULL, "net", 4, KAURI_WORDS},
    {NULL, "cowries", -7, KAURI_WORDS, .optional = 1},
    {NULL, "r", 5, KAURI_WORDS},
    {NULL, "dtc", 4, KAURI_WORDS},
    {NULL, "score", 5, KAURI_WORDS},
    {NULL, "standard", -8, KAURI_WORDS},
    {NULL, "tie-breaker", -11, KAURI_WORDS},
};

// Adds a cell and a tab.
static void add_cell(struct kauri_string *rows, const char *text)
{
    const size_t bytes = strlen(text);
    char *to = kauri_string_extend(rows, bytes + 1);
    if (to != NULL) {
        memcpy(to, text, bytes);
        to[bytes] = '\t';
    }
}

// Adds the distance: a dash if r is 0, a question mark if the tables have no distances.
static void add_dtc(struct kauri_string *out, struct kauri_value value)
{
    if (kauri_value_has_distance(value)) {
        kauri_string_add_number(out, value.dtc);
    } else {
        add(out, value.r == 0 ? "-" : "?");
    }
}

static void add_move(struct kauri_string *rows, const struct kauri_probe_result *result,
                     const struct kauri_probe_move *move)
{
    const unsigned mover = result->position.side;
    const struct kauri_final final = final_of(result, move);
    const int r = move->value.r;
    char text[KAURI_CAPTURE_TEXT_BYTES];
    const char start[] = {move->best ? '*' : ' ', ' ',
                          kauri_move_letter((enum kauri_side)mover, move->hole), '\0'};
    add_cell(rows, start);
    add_cell(rows, kauri_capture_format(move->captured, text));
    kauri_string_add_signed(rows, kauri_value_net(r));
    add_cell(rows, "");
    add_cell(rows, kauri_phase_name(kauri_value_tiebreak(r)));
    kauri_string_add_signed(rows, r);
    add_cell(rows, "");
    add_dtc(rows, move->value);
    add_cell(rows, "");
    add_cell(rows, final.known ? kauri_score_text(final.score, text) : "-");
    add_cell(rows, kauri_result_name(final.standard));
    add(rows, kauri_result_name(final.tiebreak));
    add(rows, "\n");
}

static void add_moves(struct kauri_string *out, const struct kauri_probe_result *result,
                      int columns)
{
    struct kauri_string rows = {.bytes = NULL};
    (void)kauri_string_grow(&rows, ROWS_BYTES);
    add(out, result->seeds == 0 ? "\nMoves of the cowrie phase" : "\nMoves");
    add(out, ", best first (* best), seen from ");
    add(out, kauri_side_name(result->position.side));
    add(out, ":\n");
    kauri_answer_heads(&rows, KAURI_FIELDS(move_fields));
    for (unsigned i = 0; i < result->move_count; i++) {
        add_move(&rows, result, &result->moves[i]);
    }
    kauri_answer_table(out, &rows, KAURI_FIELDS(move_fields), 0, columns);
    if (is_endless(result)) {
        add(out, KAURI_UNLIMITED_TEXT " (R10).\n");
    }
}

void kauri_text_move(struct kauri_string *out, unsigned side, int hole,
                     struct kauri_capture captured)
{
    char text[KAURI_CAPTURE_TEXT_BYTES];
    const char letter = kauri_move_letter((enum kauri_side)side, hole);
    (void)kauri_capture_format(captured, text);
    kauri_string_add_bytes(out, &letter, 1);
    add(out, text[0] == '\0' ? "" : " ");
    add(out, text);
    add(out, hole == KAURI_MOVE_PASS ? " (pass)" : "");
}

static void add_best(struct kauri_string *out, const struct kauri_probe_result *result)
{
    const char *separator = "\nBest: ";
    for (unsigned i = 0; i < result->move_count; i++) {
        const struct kauri_probe_move *move = &result->moves[i];
        if (move->best) {
            add(out, separator);
            kauri_text_move(out, result->position.side, move->hole, move->captured);
            separator = " or ";
        }
    }
    add(out, "\n");
    if (kauri_value_tiebreak(result->value.r) == 0) {
        add(out, KAURI_UNLIMITED_TEXT " (R10).\n");
    }
}

void kauri_text_value(struct kauri_string *out, struct kauri_value value)
{
    add(out, "r ");
    kauri_string_add_signed(out, value.r);
    add(out, " dtc ");
    add_dtc(out, value);
    add(out, "\n");
}

// Adds a line between two plies where something changes; false if there is none.
static bool add_between(struct kauri_string *out, const struct kauri_best_line *line, size_t ply)
{
    if (ply == line->table_from && ply > 0) {
        kauri_string_add(out, "     -- from here on the line of the tables --\n");
    }
    if (ply == line->seed_count) {
        kauri_string_add(out, "     -- no seeds are left; the cowries decide --\n");
    }
    return (ply == line->table_from && ply > 0) || ply == line->seed_count;
}

// Adds the steps as a game record: South's moves are numbered and start a line.
static void add_steps(struct kauri_string *out, const struct kauri_best_line *line)
{
    unsigned number = 1;
    for (size_t i = 0; i < line->count; i++) {
        const struct kauri_line_step *step = &line->steps[i];
        const unsigned side = step->position.side;
        const struct kauri_position *after =
            i + 1 < line->count ? &line->steps[i + 1].position : &line->last;
        const bool captures = step->captured.own > 0 || step->captured.opponent > 0;
        char score[16] = "";
        char words[32];
        const bool begins = add_between(out, line, i) || i == 0;
        if (side == KAURI_SOUTH) {
            kauri_string_add(out, "%4u. ", number++);
        } else if (begins) {
            kauri_string_add(out, "      %-24s", "...");
        }
        if (captures) {
            (void)snprintf(score, sizeof score, " %u:%u", after->score[0], after->score[1]);
        }
        (void)snprintf(words, sizeof words, "%c%s%s%s",
                       kauri_move_letter((enum kauri_side)side, step->hole), captures ? " " : "",
                       KAURI_CAPTURE_TEXT(step->captured), score);
        const bool ends = side == KAURI_NORTH || i + 1 == line->count ||
                          i + 1 == line->seed_count || i + 1 == line->table_from;
        kauri_string_add(out, ends ? "%s\n" : "%-24s", words);
    }
}

void kauri_text_plies(struct kauri_string *out, const struct kauri_best_line *line)
{
    const struct kauri_position *last = &line->last;
    add_steps(out, line);
    kauri_string_add(out, "\n");
    const int lead = (int)last->score[KAURI_SOUTH] - (int)last->score[KAURI_NORTH];
    switch (line->end) {
    case KAURI_LINE_SEEDS:
        kauri_string_add(out, "No seeds are left: %s wins %u:%u under both rules.\n",
                         kauri_side_name(lead > 0 ? KAURI_SOUTH : KAURI_NORTH), last->score[0],
                         last->score[1]);
        break;
    case KAURI_LINE_STUCK:
        kauri_string_add(out,
                         "Standard rules: a draw %u:%u when the last seed was captured.\n"
                         "Tie-breaker rules: %s cannot move, %s wins.\n",
                         last->score[0], last->score[1], kauri_side_name(last->side),
                         kauri_side_name(1U - last->side));
        break;
    case KAURI_LINE_UNLIMITED:
        kauri_string_add(
            out,
            "The position after ply %zu is repeated: play goes on for ever.\n" KAURI_UNLIMITED_TEXT
            " (R10).\n",
            line->repeats_from);
        break;
    case KAURI_LINE_CIRCLE:
        kauri_string_add(out,
                         "The position after ply %zu is repeated: the table of layer %u has no "
                         "distances (dtc) to make progress by.\n",
                         line->repeats_from, kauri_seeds(last));
        break;
    case KAURI_LINE_OPEN:
        kauri_string_add(out, "Nothing more is known after %s.\n", KAURI_POSITION_TEXT(last));
        break;
    }
}

static void add_part(struct kauri_string *out, const struct kauri_probe_result *result,
                     enum kauri_answer_part part, const struct kauri_best_line *line, int columns)
{
    const bool distances = result->value.dtc != KAURI_DTC_UNKNOWN;
    switch (part) {
    case KAURI_ANSWER_MOVES:
        add_moves(out, result, columns);
        break;
    case KAURI_ANSWER_BEST:
        add_best(out, result);
        break;
    case KAURI_ANSWER_LINE:
        kauri_string_add(out, "\n%s of both sides%s, %zu pl%s (a dash is a pass):\n",
                         distances ? "Best play" : "Play", distances ? "" : " that keeps r",
                         line->count, line->count == 1 ? "y" : "ies");
        kauri_text_plies(out, line);
        break;
    }
}

void kauri_text_probe(struct kauri_string *out, const struct kauri_probe_result *result,
                      enum kauri_answer_part part, const struct kauri_best_line *line, int columns)
{
    const size_t begin = out->length;
    add_head(out, result);
    if (!is_over(result)) {
        add_part(out, result, part, line, columns);
    }
    kauri_string_fit(out, begin, columns);
}

// ------------------------------------------------------------------------------------------ JSON

// The object ProbeMove:
//     move: move
//     captured: pair
//     net: int
//     tiebreak: result
//     r: int
//     dtc: int >= 0 | null
//     best: bool - it keeps `r`, and wins as soon or loses as late as possible
//     position: position
static void add_json_moves(struct kauri_json *json, const struct kauri_probe_result *result,
                           bool best_only)
{
    kauri_json_begin_array(json, "moves");
    for (unsigned i = 0; i < result->move_count; i++) {
        const struct kauri_probe_move *move = &result->moves[i];
        if (best_only && !move->best) {
            continue;
        }
        kauri_json_begin_object(json, NULL);
        kauri_json_add_move(json, result->position.side, move->hole, &move->captured);
        kauri_json_add_value(json, &move->value.r, &move->value.dtc);
        kauri_json_add_bool(json, "best", move->best);
        kauri_json_add_position(json, "position", &move->successor);
        kauri_json_end(json);
    }
    kauri_json_end(json);
}

// The object Value:
//     position: position
//     seeds: int
//     net: int
//     tiebreak: result
//     r: int
//     dtc: int >= 0 | null
//     standard: Outcome
//     tie_breaker: Outcome
//
// The object Probe:
//     ...: Value
//     moves: ProbeMove[] - every legal move, best first; when no seeds are left, the moves of the
//         cowrie phase
//
// The object Line:
//     ...: Value
//     ...: LineMembers
void kauri_json_probe(struct kauri_string *out, const struct kauri_probe_result *result,
                      enum kauri_answer_part part, const struct kauri_best_line *line)
{
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_position(&json, "position", &result->position);
    kauri_json_add_int(&json, "seeds", result->seeds);
    kauri_json_add_value(&json, &result->value.r, &result->value.dtc);
    kauri_json_add_outcomes(&json, &result->position,
                            (struct kauri_bounds){result->value.r, result->value.r});
    if (part == KAURI_ANSWER_LINE) {
        kauri_json_add_line(&json, line);
    } else {
        add_json_moves(&json, result, part == KAURI_ANSWER_BEST);
    }
    kauri_json_end(&json);
}

// The object BareValue:
//     position: position
//     net, r: int
//     tiebreak: result
//     dtc: int >= 0 | null
void kauri_json_value(struct kauri_string *out, const struct kauri_position *position,
                      struct kauri_value value)
{
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_position(&json, "position", position);
    kauri_json_add_value(&json, &value.r, &value.dtc);
    kauri_json_end(&json);
}

// The object ProbeFault:
//     input: text - the text as given
//     error: text - the message
//     status: int 1..9 - its exit status (`docs/reference/COMMANDS.md`)
void kauri_json_fault(struct kauri_string *out, const char *input, const struct kauri_error *error)
{
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_foreign(&json, "input", input);
    kauri_json_add_foreign(&json, "error", error->message);
    kauri_json_add_int(&json, "status", error->status);
    kauri_json_end(&json);
}
