// waurie problem: the lost diagram.
#include "waurie/cli/waurie_commands.h"

#include "cli/fitted_text.h"
#include "cli/options.h"
#include "cli/print_text.h"
#include "cli/run.h"
#include "waurie/cli/problem_view.h"
#include "waurie/cli/rules_words.h"

#include <stdlib.h>
#include <string.h>

enum { DECIDER_BYTES = 1 << 29 };

static bool conflicts(const struct waurie_checked *checked, unsigned i)
{
    const struct waurie_statement *item = &checked->statements.items[i];
    return i < checked->statements.count && item->kind == WAURIE_STATED && !item->holds;
}

// The statements are the same ones, in the same order, for all positions that fit the lines.
static void compare(struct waurie_problem_view *view, struct waurie_checked *positions)
{
    for (unsigned i = 0; i < WAURIE_STATEMENTS_MAX; i++) {
        view->common[i] = view->count > 0;
        for (size_t k = 0; k < view->count; k++) {
            view->common[i] = view->common[i] && conflicts(&positions[k], i);
        }
    }
    for (size_t k = 0; k < view->count; k++) {
        positions[k].reconstructed = true;
        for (unsigned i = 0; i < WAURIE_STATEMENTS_MAX; i++) {
            if (conflicts(&positions[k], i) && !view->common[i]) {
                positions[k].reconstructed = false;
            }
        }
    }
}

static enum kauri_status check_all(struct waurie_decider *decider,
                                   const struct waurie_candidates *candidates,
                                   struct waurie_problem_view *view, struct kauri_error *error)
{
    struct waurie_checked *checked = calloc(candidates->count + 1, sizeof *checked);
    view->positions = checked;
    view->count = candidates->count;
    view->tried = candidates->tried;
    if (checked == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %zu positions",
                          candidates->count);
    }
    enum kauri_status status = KAURI_OK;
    for (size_t i = 0; i < candidates->count && status == KAURI_OK; i++) {
        checked[i].board = candidates->boards[i];
        status = waurie_decide(decider, &checked[i].board, &checked[i].value, error);
        if (status == KAURI_OK) {
            status = waurie_statements_check(decider, view->lines, &checked[i].board,
                                             &checked[i].statements, error);
        }
    }
    compare(view, checked);
    return status;
}

static enum kauri_status solve(struct waurie_problem_view *view, bool json,
                               struct kauri_error *error)
{
    struct waurie_printed_line lines[WAURIE_PRINTED_LINES];
    struct waurie_candidates candidates = {.boards = NULL};
    struct waurie_decider *decider = NULL;
    struct kauri_string out = {.bytes = NULL};
    enum kauri_status status = KAURI_OK;
    view->lines = lines;
    KAURI_TRY(waurie_printed_read(view->letters, lines, error));
    KAURI_TRY(waurie_decider_new(view->rules, DECIDER_BYTES, &decider, error));
    KAURI_TRY(
        waurie_problem_find(decider, lines, WAURIE_PRINTED_LINES, view->seeds, &candidates, error));
    KAURI_TRY(check_all(decider, &candidates, view, error));
    if (json) {
        waurie_json_problem(view, &out);
    } else {
        waurie_text_problem(view, kauri_text_columns(), &out);
    }
    KAURI_TRY(kauri_print_text(&out, error));
cleanup:
    kauri_string_clear(&out);
    free((void *)(uintptr_t)view->positions);
    view->positions = NULL;
    waurie_candidates_clear(&candidates);
    waurie_decider_free(decider);
    return status;
}

int waurie_command_problem(int argc, char **argv)
{
    struct kauri_error error;
    struct kauri_arguments arguments;
    struct waurie_rules rules;
    struct waurie_rules_words words = {.win = NULL};
    uint64_t seeds = 48;
    const char *letters = NULL;
    bool json = false;
    const struct kauri_option options[] = {
        WAURIE_OPTION_WIN(&words.win),
        WAURIE_OPTION_LAP(&words.lap),
        {.name = "letters",
         .argument = "WHERE",
         .help = "a variation replaces the turn that its letter comes after (default), or before",
         .choices = "after before",
         .text = &letters},
        {.name = "seeds",
         .argument = "N",
         .help = "try positions of at most N seeds (default 48)",
         .number = &seeds,
         .low = 1,
         .high = WAURIE_SEEDS_MAX},
        KAURI_OPTION_JSON(&json),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "",
        .text =
            "Reconstructs the diagram of the last endgame problem of the article on Waurie,\n"
            "which is lost: finds every position from which the printed main line and the\n"
            "variations (a) and (b) can be played to their ends, decides each by exact play, and\n"
            "compares it with everything that the article says. `waurie claims` shows that\n"
            "comparison in full.\n",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
    };
    if (kauri_options_parse(&usage, argc, argv, &arguments, &error) != KAURI_OK ||
        (!arguments.help && waurie_rules_parse(words, &rules, &error) != KAURI_OK)) {
        return kauri_report_error(&error);
    }
    if (arguments.help) {
        return KAURI_OK;
    }
    const bool before = letters != NULL && strcmp(letters, "before") == 0;
    if (letters != NULL && !before && strcmp(letters, "after") != 0) {
        (void)kauri_fail(&error, KAURI_USAGE, "--letters takes after or before, not '%.80s'",
                         letters);
        return kauri_report_error(&error);
    }
    struct waurie_problem_view view = {
        .rules = &rules,
        .letters = before ? WAURIE_LETTER_BEFORE : WAURIE_LETTER_AFTER,
        .seeds = (unsigned)seeds,
    };
    return solve(&view, json, &error) == KAURI_OK ? KAURI_OK : kauri_report_error(&error);
}
