#include "cli/lookup/answer_text.h"

#include "rules/notation.h"
#include "rules/value.h"

#include <inttypes.h>
#include <stdio.h>

// "South wins", "South loses", "draw".
static const char *verdict(unsigned side, enum kauri_result result, char text[16])
{
    if (result == KAURI_DRAW) {
        return "draw";
    }
    (void)snprintf(text, 16, "%s %s", kauri_side_name(side),
                   result == KAURI_WIN ? "wins" : "loses");
    return text;
}

const char *kauri_phase_name(int t)
{
    return t > 0 ? "won" : t < 0 ? "lost" : "endless";
}

// "+3", "-1", "0".
static const char *signed_text(int number, char text[12])
{
    (void)snprintf(text, 12, number == 0 ? "%d" : "%+d", number);
    return text;
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

static void add_score(struct kauri_string *out, const struct kauri_probe_result *result)
{
    if (result->score_known) {
        kauri_string_add(out, ", %u:%u", result->score[KAURI_SOUTH], result->score[KAURI_NORTH]);
    }
    kauri_string_add(out, "\n");
}

void kauri_text_position(struct kauri_string *out, const struct kauri_position *position)
{
    const unsigned seeds = kauri_seeds(position);
    char text[KAURI_POSITION_TEXT_BYTES];
    kauri_string_add(out, "%s\n", kauri_position_format(position, text));
    kauri_string_add(out, "%s to move; %u seed%s on the board; captured %u:%u (South:North).\n\n",
                     kauri_side_name(position->side), seeds, seeds == 1 ? "" : "s",
                     position->score[KAURI_SOUTH], position->score[KAURI_NORTH]);
}

// Adds the position, both results and the value.
static void add_head(struct kauri_string *out, const struct kauri_probe_result *result)
{
    const struct kauri_position *position = &result->position;
    char net[12];
    char r[12];
    char words[16];
    kauri_text_position(out, position);
    kauri_string_add(out, "Standard rules:     %s",
                     verdict(position->side, result->standard, words));
    add_score(out, result);
    kauri_string_add(out, "Tie-breaker rules:  %s",
                     verdict(position->side, result->tiebreaker, words));
    add_score(out, result);
    if (is_over(result)) {
        kauri_string_add(out, "The game is over.\n");
        if (kauri_lead(position) != 0) {
            return; // the cowrie phase is not played
        }
    }
    const int t = kauri_value_tiebreak(result->value.r);
    kauri_string_add(out, "Value for %s:    net %s, %s%s (r = %s)", kauri_side_name(position->side),
                     signed_text(kauri_value_net(result->value.r), net),
                     t == 0 ? "play never ends" : "cowrie phase ",
                     t == 0 ? "" : kauri_phase_name(t), signed_text(result->value.r, r));
    if (result->value.r != 0 && result->move_count > 0) {
        kauri_string_add(out, ", %s in %" PRIu32 " pl%s", result->seeds > 0 ? "capture" : "end",
                         result->value.dtc, result->value.dtc == 1 ? "y" : "ies");
    }
    kauri_string_add(out, "\n");
}

static void add_move(struct kauri_string *out, const struct kauri_probe_result *result,
                     const struct kauri_probe_move *move)
{
    const unsigned mover = result->position.side;
    const int t = kauri_value_tiebreak(move->value.r);
    // The successor's value is the other player's, without the captures of the move.
    const int gain = (int)move->captured.own - (int)move->captured.opponent;
    const int after = 3 * gain - move->value.r;
    char captured[KAURI_CAPTURE_TEXT_BYTES];
    char net[12];
    char r[12];
    char dtc[16] = "-";
    char score[16] = "-";
    uint8_t final[2];
    if (move->value.r != 0) {
        (void)snprintf(dtc, sizeof dtc, "%" PRIu32, move->value.dtc);
    }
    if (kauri_final_score(&move->successor, after, final)) {
        (void)snprintf(score, sizeof score, "%u:%u", final[KAURI_SOUTH], final[KAURI_NORTH]);
    }
    kauri_string_add(out, "%c %c     %-9s %4s  %-7s  %5s  %4s  %5s  %-8s  %s\n",
                     move->best ? '*' : ' ', kauri_move_letter((enum kauri_side)mover, move->hole),
                     kauri_capture_format(move->captured, captured),
                     signed_text(kauri_value_net(move->value.r), net), kauri_phase_name(t),
                     signed_text(move->value.r, r), dtc, score,
                     kauri_result_name(kauri_standard_result(&result->position, move->value.r)),
                     kauri_result_name(kauri_tiebreak_result(&result->position, move->value.r)));
}

void kauri_text_probe(struct kauri_string *out, const struct kauri_probe_result *result)
{
    add_head(out, result);
    if (is_over(result)) {
        return;
    }
    kauri_string_add(out, "\nMoves%s, best first (* best), seen from %s:\n",
                     result->seeds == 0 ? " of the cowrie phase" : "",
                     kauri_side_name(result->position.side));
    kauri_string_add(
        out, "  move  captured   net  cowries      r   dtc  score  standard  tie-breaker\n");
    for (unsigned i = 0; i < result->move_count; i++) {
        add_move(out, result, &result->moves[i]);
    }
    if (is_endless(result)) {
        kauri_string_add(out, KAURI_UNLIMITED_TEXT " (R10).\n");
    }
}

void kauri_text_best(struct kauri_string *out, const struct kauri_probe_result *result)
{
    add_head(out, result);
    if (is_over(result)) {
        return;
    }
    kauri_string_add(out, "\nBest: ");
    const char *separator = "";
    for (unsigned i = 0; i < result->move_count; i++) {
        const struct kauri_probe_move *move = &result->moves[i];
        char captured[KAURI_CAPTURE_TEXT_BYTES];
        if (move->best) {
            (void)kauri_capture_format(move->captured, captured);
            kauri_string_add(out, "%s%c%s%s%s", separator,
                             kauri_move_letter((enum kauri_side)result->position.side, move->hole),
                             captured[0] == '\0' ? "" : " ", captured,
                             move->hole == KAURI_MOVE_PASS ? " (pass)" : "");
            separator = " or ";
        }
    }
    kauri_string_add(out, "\n");
    if (kauri_value_tiebreak(result->value.r) == 0) {
        kauri_string_add(out, KAURI_UNLIMITED_TEXT " (R10).\n");
    }
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
        char captured[KAURI_CAPTURE_TEXT_BYTES];
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
                       kauri_capture_format(step->captured, captured), score);
        const bool ends = side == KAURI_NORTH || i + 1 == line->count ||
                          i + 1 == line->seed_count || i + 1 == line->table_from;
        kauri_string_add(out, ends ? "%s\n" : "%-24s", words);
    }
}

void kauri_text_plies(struct kauri_string *out, const struct kauri_best_line *line)
{
    const struct kauri_position *last = &line->last;
    char text[KAURI_POSITION_TEXT_BYTES];
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
    case KAURI_LINE_OPEN:
        kauri_string_add(out, "Nothing more is known after %s.\n",
                         kauri_position_format(last, text));
        break;
    }
}

void kauri_text_line(struct kauri_string *out, const struct kauri_probe_result *result,
                     const struct kauri_best_line *line)
{
    add_head(out, result);
    if (is_over(result)) {
        return;
    }
    kauri_string_add(out, "\nBest play of both sides, %zu pl%s (a dash is a pass):\n", line->count,
                     line->count == 1 ? "y" : "ies");
    kauri_text_plies(out, line);
}
