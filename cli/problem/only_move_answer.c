#include "cli/problem/only_move_answer.h"

#include "cli/memory_share.h"
#include "cli/print_text.h"
#include "cli/problem/problem_view.h"
#include "cli/run.h"
#include "cli/tables/open_tables.h"
#include "cli/terminal_text.h"
#include "queries/answers/fitted_text.h"
#include "queries/answers/value_words.h"
#include "queries/problem/problem_json.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char letter_of(const struct kauri_only_move *answer, unsigned m)
{
    return kauri_move_letter((enum kauri_side)answer->position.side, answer->moves[m].hole);
}

// Adds the moves of a kind: "b", "b and f", "b, e and f".
static void add_moves(struct kauri_string *out, const struct kauri_only_move *answer,
                      enum kauri_holding holding)
{
    const unsigned count = kauri_only_move_count(answer, holding);
    unsigned added = 0;
    for (unsigned m = 0; m < answer->move_count; m++) {
        if (answer->holding[m] == holding) {
            added++;
            kauri_string_add(out, "%s%c",
                             added == 1       ? ""
                             : added == count ? " and "
                                              : ", ",
                             letter_of(answer, m));
        }
    }
}

// Adds by which moves the player to move gets the result.
static void add_ways(struct kauri_string *out, const struct kauri_only_move *answer)
{
    const unsigned sure = kauri_only_move_count(answer, KAURI_HOLDING_YES);
    const unsigned open = kauri_only_move_count(answer, KAURI_HOLDING_OPEN);
    if (answer->move_count < 2) {
        kauri_string_add(out, answer->move_count == 0 ? "; the game is over"
                              : answer->decided       ? " with the only move"
                                                      : "; there is only one move");
        return;
    }
    if (!answer->decided) {
        return;
    }
    if (answer->result == KAURI_LOSS) {
        kauri_string_add(out, " with any move");
        return;
    }
    if (sure > 0) {
        kauri_string_add(out, " with ");
        add_moves(out, answer, KAURI_HOLDING_YES);
        kauri_string_add(out, sure == 1 && open == 0 ? " alone" : "");
    }
    if (open > 0) {
        kauri_string_add(out, "; open: ");
        add_moves(out, answer, KAURI_HOLDING_OPEN);
    }
}

// Adds a line for each move: its letter, with "?" if it does not get the result, what it captures
// and what is known of it.
static void add_table(struct kauri_string *out, const struct kauri_only_move *answer)
{
    char captured[KAURI_HOLES_MAX][KAURI_CAPTURE_TEXT_BYTES];
    int width = 0;
    for (unsigned m = 0; m < answer->move_count; m++) {
        const int length =
            (int)strlen(kauri_capture_format(answer->moves[m].captured, captured[m]));
        width = length > width ? length : width;
    }
    for (unsigned m = 0; m < answer->move_count; m++) {
        const struct kauri_valued_move *move = &answer->moves[m];
        const bool wrong = answer->holding[m] == KAURI_HOLDING_NO;
        const int reply = answer->refutation[m];
        kauri_string_add(out, "  %c%c %-*s%s", letter_of(answer, m), wrong ? '?' : ' ', width,
                         captured[m], width > 0 ? "  " : " ");
        kauri_words_result(out, &answer->position, answer->rules, move->r, false);
        if (move->r.low < move->r.high) {
            kauri_string_add(out, ", ");
            kauri_words_value(out, move->r);
        }
        if (wrong && !answer->covered && reply != KAURI_MOVE_PASS) {
            kauri_string_add(
                out, "; %c refutes it",
                kauri_move_letter((enum kauri_side)(1 - answer->position.side), reply));
        }
        kauri_string_add(out, "\n");
    }
}

static void add_blemishes(struct kauri_string *out, const struct kauri_problem *problem)
{
    static const char *const words[KAURI_BLEMISHES] = {
        [KAURI_BLEMISH_LOST] = "the result is a loss",
        [KAURI_BLEMISH_SEVERAL] = "several moves hold",
        [KAURI_BLEMISH_FEW] = "there are fewer than three moves",
        [KAURI_BLEMISH_CAPTURE] = "the key captures",
        [KAURI_BLEMISH_FORCED] = "a side has a single move before the last choice",
        [KAURI_BLEMISH_DUAL] = "several moves hold later, after the best reply",
        [KAURI_BLEMISH_LONG] = "the line is too long",
    };
    const bool lost = (problem->blemishes >> KAURI_BLEMISH_LOST & 1) != 0;
    const char *before = problem->choices > 0 ? "\nBlemishes: " : "\nNo problem: ";
    for (unsigned i = 0; i < KAURI_BLEMISHES; i++) {
        if ((problem->blemishes >> i & 1) != 0 && (!lost || i == KAURI_BLEMISH_LOST)) {
            kauri_string_add(out, "%s%s", before, words[i]);
            before = "; ";
        }
    }
    kauri_string_add(out, problem->blemishes != 0 ? "\n" : "");
}

// Adds the position, who gets what by which moves, a line for each move, and the problem.
static void add_answer(struct kauri_string *out, const struct kauri_only_move *answer, int columns)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    size_t begin = out->length;
    kauri_string_add(out, "%s\n", kauri_position_format(&answer->position, text));
    const size_t sentence = out->length;
    kauri_words_result(out, &answer->position, answer->rules, answer->r, true);
    if (out->length > sentence) { // there was memory for it
        out->bytes[sentence] = (char)toupper((unsigned char)out->bytes[sentence]);
    }
    add_ways(out, answer);
    kauri_string_add(out, " (%s rules, %s)\n",
                     answer->rules == KAURI_STANDARD ? "standard" : "tie-breaker",
                     answer->covered ? "from tables" : "by searches");
    kauri_string_fit(out, begin, columns);
    kauri_string_add(out, answer->move_count > 0 ? "\n" : "");
    add_table(out, answer);
    if (answer->covered && answer->move_count > 0) {
        begin = out->length;
        add_blemishes(out, &answer->problem);
        kauri_string_fit(out, begin, columns);
    }
    if (answer->problem.choices > 0) {
        kauri_text_problem(out, &answer->problem, false, columns);
    }
}

enum kauri_status kauri_print_only_move(struct kauri_command_run *run,
                                        const struct kauri_position *position,
                                        enum kauri_ruleset rules,
                                        const struct kauri_only_move_limits *limits,
                                        uint64_t number, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_only_move *answer = NULL;
    if (run->tables != NULL && kauri_tablebase_fits(run->tables, position, error) != KAURI_OK) {
        kauri_open_tables_advise(run->folder, run->tables, position, error);
        return error->status;
    }
    answer = malloc(sizeof *answer);
    if (answer == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a position");
    }
    if (run->tables == NULL || !kauri_tablebase_has(run->tables, kauri_seeds(position))) {
        KAURI_TRY(kauri_memory_try_search(limits->memory, false, position, error));
    }
    KAURI_TRY(kauri_only_move_find(run->tables, position, rules, limits, answer, error));
    kauri_progress_view_clear(&run->view);
    if (run->json) {
        kauri_json_only_move(&run->out, answer);
    } else {
        kauri_string_add(&run->out, number > 0 ? "\n" : "");
        add_answer(&run->out, answer, kauri_terminal_columns(stdout));
    }
    KAURI_TRY(kauri_print_text(&run->out, error));
    (void)fflush(stdout); // the next position may take long; main says if output failed
    if (kauri_progress_cancelled(limits->progress)) {
        status = kauri_fail(error, KAURI_INTERRUPTED, "interrupted; the bounds hold");
    }
cleanup:
    free(answer);
    return status;
}
