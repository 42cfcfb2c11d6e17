// waurie problem: the lost diagram.
#include "waurie/cli/waurie_commands.h"

#include "cli/fitted_text.h"
#include "waurie/cli/problem_view.h"
#include "waurie/cli/tables_options.h"

#include <stdlib.h>

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

static enum kauri_status solve(struct waurie_problem_view *view, struct kauri_command_run *run,
                               struct kauri_error *error)
{
    struct waurie_printed_line lines[WAURIE_PRINTED_LINES];
    struct waurie_candidates candidates = {.boards = NULL};
    struct waurie_decider *decider = NULL;
    enum kauri_status status = KAURI_OK;
    view->lines = lines;
    KAURI_TRY(waurie_printed_read(view->letters, lines, error));
    KAURI_TRY(waurie_decider_new(view->rules, DECIDER_BYTES, &decider, error));
    KAURI_TRY(
        waurie_problem_find(decider, lines, WAURIE_PRINTED_LINES, view->seeds, &candidates, error));
    KAURI_TRY(check_all(decider, &candidates, view, error));
    if (run->json) {
        waurie_json_problem(view, &run->out);
    } else {
        waurie_text_problem(view, kauri_text_columns(), &run->out);
    }
cleanup:
    free((void *)(uintptr_t)view->positions);
    view->positions = NULL;
    waurie_candidates_clear(&candidates);
    waurie_decider_free(decider);
    return status;
}

struct problem_options {
    struct waurie_rules rules;
    uint64_t seeds;
    bool before;
};

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    const struct problem_options *options = run->settings;
    struct waurie_problem_view view = {
        .rules = &options->rules,
        .letters = options->before ? WAURIE_LETTER_BEFORE : WAURIE_LETTER_AFTER,
        .seeds = (unsigned)options->seeds,
    };
    return solve(&view, run, error);
}

const struct kauri_command waurie_command_problem = {
    .name = "problem",
    .summary = "reconstruct the lost diagram of the article's endgame problem",
    .text =
        "Reconstructs the diagram of the last endgame problem of the article on Waurie, which is "
        "lost: finds every position from which the printed main line and the variations (a) and "
        "(b) can be played to their ends, decides each by exact play, and compares it with "
        "everything that the article says. `waurie claims` shows that comparison in full.",
    .options =
        (const struct kauri_option[]){
            WAURIE_RULES_OPTIONS(struct problem_options, rules),
            {.name = "letters",
             .argument = "WHERE",
             .help =
                 "a variation replaces the turn that its letter comes after (default), or before",
             .choices = "after before",
             KAURI_STORED(struct problem_options, before)},
            {.name = "seeds",
             .argument = "N",
             .help = "try positions of at most N seeds (default 48)",
             KAURI_STORED(struct problem_options, seeds),
             .low = 1,
             .high = WAURIE_SEEDS_MAX},
            KAURI_JSON_OPTION,
            {.name = NULL},
        },
    .examples = {{"the positions that the printed lines fit", "waurie problem"},
                 {"the same under other rules", "waurie problem --win at-turn --lap skip"}},
    .related = "claims probe",
    .documents = "WAURIE.md JSON.md",
    KAURI_SETTINGS(struct problem_options, .seeds = 48),
    .run = run,
};
