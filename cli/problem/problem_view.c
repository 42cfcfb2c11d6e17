#include "cli/problem/problem_view.h"

#include "common/size.h"
#include "queries/answers/fitted_text.h"
#include "queries/answers/value_words.h"

#include <inttypes.h>
#include <string.h>

void kauri_text_problem_task(struct kauri_string *out, const struct kauri_problem *problem,
                             uint64_t number)
{
    kauri_string_add(out, "%" PRIu64 ". South to move and %s (%s rules)\n\n", number,
                     kauri_result_name(problem->result),
                     problem->rules == KAURI_STANDARD ? "standard" : "tie-breaker");
}

// Adds a move with its captures.
static void add_move(struct kauri_string *out, unsigned side, const struct kauri_probe_move *move)
{
    char captured[KAURI_CAPTURE_TEXT_BYTES];
    const char *text = kauri_capture_format(move->captured, captured);
    kauri_string_add(out, "%c%s%s", kauri_move_letter((enum kauri_side)side, move->hole),
                     text[0] != '\0' ? " " : "", text);
}

// Adds the answers to a move of `side`: letters, joined by tabs.
static void add_answers(struct kauri_string *out, unsigned side, unsigned answers)
{
    for (int hole = 0; hole < KAURI_HOLES_MAX; hole++) {
        if ((answers >> hole & 1) != 0) {
            kauri_string_add(out, "\t%c", kauri_move_letter((enum kauri_side)(1 - side), hole));
        }
    }
    // The move has a single refutation.
    if (side == KAURI_SOUTH && kauri_problem_is_single(answers)) {
        kauri_string_add(out, "!");
    }
}

// Adds ply `i` of the solution: the move that is played, and the others with their answers.
static void add_ply(struct kauri_string *out, const struct kauri_problem *problem, unsigned i,
                    int columns)
{
    const struct kauri_problem_ply *ply = &problem->plies[i];
    const unsigned side = ply->probe.position.side;
    struct kauri_string words = {.bytes = NULL};
    kauri_string_add(out, "  %2u%s ", i / 2 + 1, side == KAURI_SOUTH ? "." : "...");
    kauri_string_add(&words, "\t");
    add_move(&words, side, &ply->probe.moves[0]);
    kauri_string_add(&words, side == KAURI_SOUTH ? "!" : "");
    for (unsigned m = 1; m < ply->probe.move_count; m++) {
        kauri_string_add(&words, "%s", m == 1 ? ";  " : ", ");
        const bool wrong = side == KAURI_SOUTH || !kauri_problem_resists(problem, ply, m);
        add_move(&words, side, &ply->probe.moves[m]);
        kauri_string_add(&words, wrong ? "?" : "");
        add_answers(&words, side, ply->answers[m]);
    }
    kauri_string_add_words(out, kauri_string_text(&words), 8, 8, columns);
    kauri_string_clear(&words);
}

static void add_line(struct kauri_string *out, const struct kauri_problem *problem)
{
    for (unsigned i = 0; i < problem->ply_count; i++) {
        const struct kauri_probe_result *probe = &problem->plies[i].probe;
        if (i % 2 == 0) {
            kauri_string_add(out, "%s%u.", i > 0 ? "; " : "", i / 2 + 1);
        }
        kauri_string_add(out, " ");
        add_move(out, probe->position.side, &probe->moves[0]);
    }
    kauri_string_add(out, "\n");
}

// Adds a sentence about the mutual zugzwangs that come out alike: with either side to move.
static void add_zugzwangs(struct kauri_string *out, const struct kauri_problem *problem)
{
    struct kauri_string outcome = {.bytes = NULL};
    struct kauri_string before = {.bytes = NULL};
    for (unsigned i = 0; i < problem->ply_count; i++) {
        const struct kauri_problem_ply *ply = &problem->plies[i];
        const struct kauri_probe_move *move = &ply->probe.moves[0];
        struct kauri_position turned = move->successor;
        turned.side = KAURI_SOUTH;
        if (!ply->zugzwang) {
            continue;
        }
        kauri_string_cut(&outcome, 0);
        kauri_string_add_text(&outcome, "North to move, ");
        kauri_words_result(&outcome, &ply->probe.position, problem->rules,
                           (struct kauri_bounds){move->value.r, move->value.r}, true);
        kauri_string_add_text(&outcome, "; South to move, ");
        kauri_words_result(&outcome, &turned, problem->rules,
                           (struct kauri_bounds){ply->other_r, ply->other_r}, true);
        if (strcmp(kauri_string_text(&outcome), kauri_string_text(&before)) != 0) {
            kauri_string_add(out, "%sMutual zugzwang: %s; after", before.length > 0 ? "\n" : "",
                             kauri_string_text(&outcome));
            kauri_string_cut(&before, 0);
            kauri_string_add_text(&before, kauri_string_text(&outcome));
        }
        kauri_string_add(out, " %u. ", i / 2 + 1);
        add_move(out, KAURI_SOUTH, move);
    }
    kauri_string_add(out, before.length > 0 ? "\n" : "");
    kauri_string_clear(&outcome);
    kauri_string_clear(&before);
}

// Adds the themes, with ", " between them, or nothing.
static void add_themes(struct kauri_string *out, unsigned themes)
{
    const char *before = "Themes: ";
    for (unsigned theme = 0; theme < KAURI_THEMES; theme++) {
        if ((themes >> theme & 1) != 0) {
            kauri_string_add(out, "%s%s", before,
                             kauri_problem_theme_name((enum kauri_problem_theme)theme));
            before = ", ";
        }
    }
    kauri_string_add(out, themes != 0 ? "\n" : "");
}

void kauri_text_problem(struct kauri_string *out, const struct kauri_problem *problem, bool hidden,
                        int columns)
{
    char text[KAURI_POSITION_TEXT_BYTES], proof[KAURI_SIZE_TEXT_BYTES];
    size_t begin = out->length;
    kauri_string_add(out, "\n%s\n", kauri_position_format(&problem->position, text));
    if (hidden) {
        return;
    }
    kauri_string_add(out, "Solution: ");
    add_line(out, problem);
    kauri_string_fit(out, begin, columns);
    for (unsigned i = 0; i < problem->ply_count; i++) {
        add_ply(out, problem, i, columns);
    }
    begin = out->length;
    add_zugzwangs(out, problem);
    add_themes(out, problem->themes);
    kauri_string_add(out, "Grade %u of %d: choices %u, tempting moves %u, minor duals %u",
                     problem->grade, KAURI_PROBLEM_GRADES, problem->choices, problem->tempting,
                     problem->duals);
    kauri_string_add(out, "; positions searched for a proof %s%s",
                     kauri_format_count(problem->proof, proof),
                     problem->proof < KAURI_PROBLEM_NODES ? "" : ", none found");
    for (unsigned strength = KAURI_PROBLEM_STRENGTH; strength <= KAURI_STRENGTH_MOST; strength++) {
        if ((problem->failing >> strength & 1) != 0) {
            const bool first = (problem->failing & ((1U << strength) - 1)) == 0;
            kauri_string_add(out, "%s%u", first ? "; wrong at strength " : ", ", strength);
        }
    }
    kauri_string_add(out, "; points %u\n", problem->points);
    kauri_string_fit(out, begin, columns);
}
