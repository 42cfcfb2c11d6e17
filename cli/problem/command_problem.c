// kauri problem: problems composed from tables.
#include "cli/commands.h"
#include "cli/draw.h"
#include "cli/lookup/line_source.h"
#include "cli/position_argument.h"
#include "cli/print_text.h"
#include "cli/problem/problem_view.h"
#include "cli/tables/open_tables.h"
#include "cli/terminal_text.h"
#include "common/size.h"
#include "indexer/layer.h"
#include "queries/answers/find_choice.h"
#include "queries/answers/fitted_text.h"
#include "queries/problem/problem_json.h"
#include "queries/problem/problem_list.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Room for all pages of layers 0 to 3: samples and their moves are anywhere in a layer.
#define CACHE_BYTES (1ULL << 30)

enum {
    BATCH = 1 << 13, // positions that are examined together
    COUNT_DEFAULT = 5,
    SAMPLES_DEFAULT = 50000,
    CHOICES_DEFAULT = 2,
    NUMBER_MAX = 1000000000,
};

struct problem_settings {
    uint64_t seeds; // UINT64_MAX: not given
    uint64_t samples, seed;
    unsigned rules, result, theme; // enum values, or KAURI_NO_CHOICE
    const char *score;             // NULL: not given
    uint64_t choices, count;
    uint64_t grade; // 0: any
    bool hidden;
};

// The work of the command.
struct problem_work {
    struct kauri_command_run *run;
    const struct problem_settings *settings;
    struct kauri_problem_conditions conditions;
    struct kauri_problem_list list;
    struct kauri_position positions[BATCH];
    size_t count;   // number of positions
    uint64_t total; // number of samples; 0: none are taken
    double began;
};

static enum kauri_status choose(struct problem_work *work, struct kauri_error *error)
{
    const struct problem_settings *settings = work->settings;
    struct kauri_problem_wish *wish = &work->conditions.wish;
    work->conditions.choices = (unsigned)settings->choices;
    work->conditions.themes = settings->theme == KAURI_NO_CHOICE ? 0 : 1U << settings->theme;
    wish->rules_given = settings->rules != KAURI_NO_CHOICE;
    wish->rules = wish->rules_given ? (enum kauri_ruleset)settings->rules : KAURI_STANDARD;
    wish->result_given = settings->result != KAURI_NO_CHOICE;
    wish->result = settings->result == 0 ? KAURI_WIN : KAURI_DRAW;
    wish->score_given = settings->score != NULL;
    return wish->score_given ? kauri_score_read(settings->score, wish->score, error) : KAURI_OK;
}

// ------------------------------------------------------------------------------------- looking

static enum kauri_status look(struct problem_work *work, struct kauri_error *error)
{
    struct kauri_command_run *run = work->run;
    const struct kauri_progress *progress = &run->view.progress;
    const size_t count = work->count;
    work->count = 0;
    if (count > 0) {
        KAURI_PASS(kauri_problem_list_add(run->tables, work->positions, count, &work->conditions,
                                          run->threads, progress, &work->list, error));
    }
    if (work->total > 0) {
        kauri_progress_report(progress, &(struct kauri_progress_report){
                                            .stage = "problems",
                                            .layer = (unsigned)work->settings->seeds,
                                            .done = work->list.looked_at,
                                            .total = work->total,
                                            .seconds = kauri_clock_seconds() - work->began,
                                        });
    }
    return KAURI_OK;
}

static enum kauri_status take(struct problem_work *work, const struct kauri_position *position,
                              struct kauri_error *error)
{
    // The score is all zero if none was given.
    KAURI_PASS(kauri_score_check(work->conditions.wish.score, kauri_seeds(position), error));
    work->positions[work->count++] = *position;
    return work->count == BATCH ? look(work, error) : KAURI_OK;
}

// Takes samples of a layer, or all its positions if they are no more. The samples are spread evenly
// and look random; those of different seeds differ.
static enum kauri_status take_samples(struct problem_work *work, struct kauri_error *error)
{
    const struct problem_settings *settings = work->settings;
    const struct kauri_tablebase_layer *layer = NULL;
    KAURI_PASS(kauri_tablebase_layer(work->run->tables, (unsigned)settings->seeds, &layer, error));
    const uint64_t positions = layer->index.positions;
    const bool all = settings->samples >= positions;
    work->total = all ? positions : settings->samples;
    work->began = kauri_clock_seconds();
    for (uint64_t i = 0; i < work->total; i++) {
        const uint64_t mixed =
            (settings->seed * work->total + i + 1) * UINT64_C(0x9e3779b97f4a7c15);
        const struct kauri_position position =
            kauri_layer_position(&layer->index, all ? i : mixed % positions);
        KAURI_PASS(take(work, &position, error));
    }
    return KAURI_OK;
}

static enum kauri_status take_text(struct problem_work *work, const char *text,
                                   struct kauri_error *error)
{
    struct kauri_position position;
    KAURI_PASS(kauri_position_argument_read(text, &position, error));
    return take(work, &position, error);
}

static enum kauri_status take_lines(struct problem_work *work, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_line_source source = kauri_line_source_of(STDIN_FILENO);
    while (!source.ended) {
        const char *line = NULL;
        kauri_line_source_read(&source);
        while ((line = kauri_line_source_take(&source)) != NULL) {
            const enum kauri_status read = take_text(work, line, error);
            if (read != KAURI_OK) {
                const struct kauri_error reason = *error;
                status = kauri_fail(error, read, "line %" PRIu64 ": %.480s", source.number,
                                    reason.message);
                goto cleanup;
            }
        }
    }
    if (source.error.status != KAURI_OK) {
        *error = source.error;
        status = error->status;
    }
cleanup:
    kauri_line_source_clear(&source);
    return status;
}

static enum kauri_status take_positions(struct problem_work *work, struct kauri_error *error)
{
    const struct kauri_command_run *run = work->run;
    if (work->settings->seeds != UINT64_MAX) {
        KAURI_PASS(take_samples(work, error));
    }
    if (work->settings->seeds == UINT64_MAX && run->argument_count == 0) {
        KAURI_PASS(take_lines(work, error));
    }
    for (int i = 0; i < run->argument_count; i++) {
        KAURI_PASS(take_text(work, run->arguments[i], error));
    }
    return look(work, error);
}

// ------------------------------------------------------------------------------------- printing

static enum kauri_status print(struct problem_work *work, const struct kauri_problem *problem,
                               uint64_t number, struct kauri_error *error)
{
    struct kauri_string *out = &work->run->out;
    kauri_progress_view_clear(&work->run->view);
    if (work->run->json) {
        kauri_json_problem(out, problem);
    } else {
        kauri_string_add(out, number > 1 ? "\n" : "");
        kauri_text_problem_task(out, problem, number);
        kauri_draw_board(out, &problem->position, KAURI_ENGLISH);
        kauri_text_problem(out, problem, work->settings->hidden, kauri_terminal_columns(stdout));
    }
    return kauri_print_text(out, error);
}

// Grades the problems in turn and prints those that are asked for.
static enum kauri_status print_problems(struct problem_work *work, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct problem_settings *settings = work->settings;
    struct kauri_problem *problem = malloc(sizeof *problem);
    uint64_t printed = 0;
    if (problem == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a problem");
    }
    kauri_problem_list_reduce(&work->list);
    for (size_t i = 0; i < work->list.count && printed < settings->count; i++) {
        const struct kauri_problem_entry *entry = &work->list.entries[i];
        struct kauri_problem_wish wish = work->conditions.wish;
        wish.rules_given = true;
        wish.rules = entry->rules;
        if (kauri_progress_cancelled(&work->run->view.progress)) {
            status = kauri_fail(error, KAURI_INTERRUPTED, "stopped while grading problems");
            goto cleanup;
        }
        KAURI_TRY(
            kauri_problem_compose(work->run->tables, &entry->position, &wish, problem, error));
        KAURI_TRY(kauri_problem_rate(problem, error));
        if (settings->grade == 0 || settings->grade == problem->grade) {
            KAURI_TRY(print(work, problem, ++printed, error));
        }
    }
    if (!work->run->json) {
        char looked_at[KAURI_SIZE_TEXT_BYTES];
        struct kauri_string *out = &work->run->out;
        const size_t from = out->length;
        kauri_string_add(
            out, "%sPositions looked at: %s; families of problems: %zu; printed: %" PRIu64 "\n",
            printed > 0 ? "\n" : "", kauri_format_count(work->list.looked_at, looked_at),
            work->list.count, printed);
        kauri_string_fit(out, from, kauri_text_columns());
    }
cleanup:
    free(problem);
    return status;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct problem_settings *settings = run->settings;
    KAURI_PASS(kauri_run_open_tables(run, CACHE_BYTES, error));
    struct problem_work *work = calloc(1, sizeof *work);
    if (work == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for positions");
    }
    work->run = run;
    work->settings = settings;
    KAURI_TRY(choose(work, error));
    KAURI_TRY(take_positions(work, error));
    KAURI_TRY(print_problems(work, error));
cleanup:
    kauri_problem_list_clear(&work->list);
    free(work);
    return status == KAURI_OK || settings->seeds == UINT64_MAX
               ? status
               : kauri_missing_layer_advise(run->tables, (unsigned)settings->seeds, error);
}

const struct kauri_command kauri_command_problem = {
    .name = "problem",
    .group = "Ask about positions",
    .summary = "compose problems from tables",
    .text =
        "Composes problems from tables: among random positions of a layer (--seeds), or from the "
        "positions given, as arguments or as lines of standard input. In each, South is to move "
        "and must get the result that is asked for; positions with North to move are turned. "
        "Exactly one of three or more moves does so, and captures nothing. So it goes on to the "
        "end of the game, or into the cowrie phase, against North's best moves: South has exactly "
        "one move that holds the result each time. The line is cut after South's last choice; up "
        "to it, both sides have several moves each time.\n\n"
        "A position without captures gets the score of a whole game at which the result only just "
        "holds; --score gives another one. Problems that share their last choice or their moves "
        "are a family, of which one is printed.\n\n"
        "The solution has a line for each ply. In \"1. f!; c? D!, e? A D\" South must play f; c "
        "is refuted by D alone, e by A and by D. In \"1... D; B b c, E? a\" North plays D; after "
        "B, "
        "b and c hold as well, a minor dual; E costs North more. Without an answer the game is "
        "over, or it is a pass. "
        "Tempting moves are wrong ones that capture, or that a "
        "single reply refutes. The grade follows from the choices, from the strengths of the "
        "engine that go wrong, and from the positions that a search for a proof takes, both "
        "without tables.\n\n"
        "Themes: zugzwang (after a move of the solution, South to move would not hold), gift "
        "(the first move lets North capture, at once or in the reply, and another one does not), "
        "trap (whatever captures at once does "
        "not hold), waiting (South would hold if it were North's turn; the first move only passes "
        "the turn on, with cowries in South's row), cowries (they decide), "
        "draw." KAURI_OPEN_TABLES_TEXT,
    .arguments = "[POSITION...]",
    .arguments_max = INT_MAX,
    .options =
        (const struct kauri_option[]){
            KAURI_TABLES_OPTION,
            KAURI_OPTION("seeds", "N", "look at positions of this layer",
                         KAURI_STORED(struct problem_settings, seeds), .high = KAURI_SEEDS_MAX),
            KAURI_OPTION("samples", "K", "of so many positions (default 50000)",
                         KAURI_STORED(struct problem_settings, samples), .needs = "seeds", .low = 1,
                         .high = NUMBER_MAX),
            KAURI_OPTION("seed", "N", "take other samples (default 0)",
                         KAURI_STORED(struct problem_settings, seed), .needs = "seeds",
                         .high = NUMBER_MAX),
            KAURI_OPTION("rules", "RULES", "under these rules only",
                         KAURI_STORED(struct problem_settings, rules),
                         .choices = "standard tie-breaker"),
            KAURI_OPTION("result", "RESULT", "only to win, or only to draw",
                         KAURI_STORED(struct problem_settings, result), .choices = "win draw"),
            KAURI_OPTION("score", "S:N", "at this score",
                         KAURI_STORED(struct problem_settings, score)),
            KAURI_OPTION("theme", "THEME", "only with this theme",
                         KAURI_STORED(struct problem_settings, theme),
                         .choices = "zugzwang gift trap waiting cowries draw"),
            KAURI_OPTION("choices", "K", "only with K choices or more (default 2)",
                         KAURI_STORED(struct problem_settings, choices), .low = 1,
                         .high = KAURI_PROBLEM_PLIES_MAX),
            KAURI_OPTION("grade", "G", "only of this grade, 1 (easy) to 5",
                         KAURI_STORED(struct problem_settings, grade), .low = 1,
                         .high = KAURI_PROBLEM_GRADES),
            KAURI_OPTION("count", "K", "print the first K (default 5)",
                         KAURI_STORED(struct problem_settings, count), .low = 1,
                         .high = NUMBER_MAX),
            KAURI_OPTION("hide", NULL, "print no solutions",
                         KAURI_STORED(struct problem_settings, hidden), .excludes = "json"),
            KAURI_THREADS_OPTION,
            KAURI_JSON_OPTION,
            KAURI_QUIET_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"two problems with a mutual zugzwang",
                  "kauri problem --tables tables --seeds 2 --theme zugzwang --count 2"},
                 {"a page of tasks without solutions",
                  "kauri problem --tables tables --seeds 1 --grade 2 --count 6 --hide"},
                 {"problems among positions that were found",
                  "kauri find --tables tables --seeds 1 --dtc 20..40 --lines | \\\n"
                  "kauri problem --tables tables --choices 1"}},
    .related = "find probe line",
    .documents = "guide/PROBLEMS.md guide/RULES.md reference/JSON.md",
    .flags = KAURI_RUN_TABLES | KAURI_RUN_THREADS | KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct problem_settings, .seeds = UINT64_MAX, .samples = SAMPLES_DEFAULT,
                   .rules = KAURI_NO_CHOICE, .result = KAURI_NO_CHOICE, .theme = KAURI_NO_CHOICE,
                   .choices = CHOICES_DEFAULT, .count = COUNT_DEFAULT),
    .run = run,
};
